#include "commands/query_options.hpp"

#include <CLI/CLI.hpp>

namespace commands {

void add_query_options(CLI::App& command, QueryOptions& options) {
  command.add_option("-m,--model", options.model, "vectors [$W2V_MODEL, else vectors.bin, else vectors.txt]");
  command
      .add_option("--format", options.format,
                  "table, tsv or json [table on a terminal, else tsv]. In tsv a tab, line feed, carriage "
                  "return or backslash "
                  "of a word is \\t, \\n, \\r or \\\\")
      ->check(CLI::IsMember({"table", "tsv", "json"}));
  add_read_options(command, options.read);
}

void add_search_options(CLI::App& command, QueryOptions& options) {
  options.k = 10;
  command.add_option("-k", options.k, "answers for each query")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command
      .add_option("-t,--threads", options.threads,
                  "threads [the cores that may be used, fewer for a small model]")
      ->check(CLI::Range(1, 4096));
}

void add_read_options(CLI::App& command, w2v::ReadOptions& options) {
  command.add_option("--limit", options.limit, "use the first N vectors only")->check(CLI::PositiveNumber);
  command.add_flag("--lenient", options.lenient, "leave out the rows that are damaged instead of refusing the file; convert: also those that the format cannot hold");
}

}  // namespace commands
