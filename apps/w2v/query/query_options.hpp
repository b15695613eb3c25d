#pragma once

#include "query/query_session.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace app {

/// -m, for every command that reads one model; see model_path().
void add_model_option(CLI::App& command, std::string& model);

/// The options of every command that asks a model.
void add_query_options(CLI::App& command, QueryOptions& options);

/// -k and --threads, for those that search it.
void add_search_options(CLI::App& command, QueryOptions& options);

/// --member, --lenient, --strict and --limit, for every command that reads vectors. `also`: what else --lenient leaves
/// out.
void add_read_options(CLI::App& command, w2v::ReadOptions& options, const std::string& also = "");

/// --no-subwords, for every command that looks up words.
void add_no_subwords_option(CLI::App& command, w2v::ReadOptions& options);

/// --strict alone.
CLI::Option* add_strict_option(CLI::App& command, bool& strict);

}  // namespace app
