#include "query/query_options.hpp"

#include <CLI/CLI.hpp>

#include "command_line/numbers.hpp"

namespace app {

void add_model_option(CLI::App& command, std::string& model) {
  command
      .add_option("-m,--model", model,
                  "vectors in any form that w2v convert reads [$W2V_MODEL, else vectors.bin, else vectors.txt]")
      ->type_name("FILE");
}

void add_query_options(CLI::App& command, QueryOptions& options) {
  add_model_option(command, options.model);
  command
      .add_option("--format", options.format,
                  "table, tsv or json [table on a terminal, else tsv]. In tsv a tab, line feed, carriage "
                  "return or backslash "
                  "of a word is \\t, \\n, \\r or \\\\")
      ->check(CLI::IsMember({"table", "tsv", "json"}));
  add_read_options(command, options.read);
  add_no_subwords_option(command, options.read);
}

void add_no_subwords_option(CLI::App& command, w2v::ReadOptions& options) {
  command.add_flag("--no-subwords", options.no_ngrams,
                   "do not make vectors of unknown words from their n-grams, which a fastText model has");
}

void add_search_options(CLI::App& command, QueryOptions& options) {
  options.k = 10;
  command.add_option("-k", options.k, "answers for each query")->transform(whole_number(1))->capture_default_str();
  command.add_option("-t,--threads", options.threads, "threads [the cores that may be used, fewer for a small model]")
      ->transform(whole_number(1, 4096));
}

void add_read_options(CLI::App& command, w2v::ReadOptions& options, const std::string& also) {
  command.add_option("--member", options.member, "the file to read in an archive (zip, tar, 7z) of several files")
      ->type_name("NAME");
  command.add_option("--limit", options.limit, "use the first N vectors only")->transform(whole_number(1));
  CLI::Option* lenient = command.add_flag("--lenient", options.lenient,
                                          "leave out the rows that are damaged instead of refusing the file" + also);
  add_strict_option(command, options.strict)->excludes(lenient);
}

CLI::Option* add_strict_option(CLI::App& command, bool& strict) {
  return command.add_flag(
      "--strict", strict,
      "refuse a file in which a word has several rows; without it the first row counts, with a warning");
}

}  // namespace app
