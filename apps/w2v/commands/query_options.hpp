#pragma once

#include "query_session.hpp"

namespace CLI {
class App;
}

namespace commands {

/// The options of every command that asks a model.
void add_query_options(CLI::App& command, QueryOptions& options);

/// -k and --threads, for those that search it.
void add_search_options(CLI::App& command, QueryOptions& options);

/// --lenient and --limit, for every command that reads vectors.
void add_read_options(CLI::App& command, w2v::ReadOptions& options);

}  // namespace commands
