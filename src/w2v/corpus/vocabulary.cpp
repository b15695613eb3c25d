#include "w2v/corpus/vocabulary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>

#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"
#include "w2v/io/buffered_reader.hpp"

namespace w2v {
namespace {

Error fault(const std::string& name, std::size_t line, std::string_view what, std::string_view found) {
  return Error(fmt::format("{}:{}: {}, found '{}'", name, line, what, printable(found)));
}

}  // namespace

Vocabulary read_vocabulary(const std::string& path) {
  BufferedReader reader(open_source(path));
  WordList words;
  std::vector<std::uint64_t> counts;
  std::vector<std::size_t> lines;
  std::uint64_t total = 0;
  for (std::size_t line_number = 1; const std::optional<std::string_view> line = reader.line(); ++line_number) {
    std::string_view text = line_number == 1 ? without_byte_order_mark(*line) : *line;
    while (!text.empty() && is_separator(text.back())) text.remove_suffix(1);
    if (text.empty()) continue;
    const std::size_t blank = text.find_last_of(" \t");
    if (blank == std::string_view::npos) {
      throw fault(reader.name(), line_number, "not a line of a vocabulary: expected 'word count'", text);
    }
    const std::string_view word = text.substr(0, blank);
    const std::optional<std::uint64_t> count = parse_integer(text.substr(blank + 1));
    if (word == sentence_end_word && count) continue;  // the original writes it first, with 0 where no line ends
    if (!count || *count == 0) {
      throw fault(reader.name(), line_number, "wrong count: expected a whole number from 1", text.substr(blank + 1));
    }
    if (word.empty() || std::any_of(word.begin(), word.end(), is_separator)) {
      throw fault(reader.name(), line_number, "wrong word: expected one without blanks", word);
    }
    if (*count > std::numeric_limits<std::uint64_t>::max() - total) {
      throw fault(reader.name(), line_number, "counts too large: expected a sum below 2^64", text.substr(blank + 1));
    }
    total += *count;
    words.add(word);
    counts.push_back(*count);
    lines.push_back(line_number);
  }
  if (words.size() == 0)
    throw Error(fmt::format("{}: no words: expected lines of the form 'word count'", reader.name()));

  std::vector<std::size_t> order(words.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return counts[a] != counts[b] ? counts[a] > counts[b] : words[a] < words[b];
  });
  const WordIndex index(words);
  Vocabulary vocabulary;
  for (const std::size_t i : order) {
    if (*index.find(words[i]) != i) {
      throw fault(reader.name(), lines[i],
                  fmt::format("word of line {} again: expected every word once", lines[*index.find(words[i])]),
                  words[i]);
    }
    vocabulary.add(words[i], counts[i]);
  }
  return vocabulary;
}

void write_vocabulary(const Vocabulary& vocabulary, AtomicFile file) {
  for (std::size_t i = 0; i < vocabulary.size(); ++i) {
    file.write(vocabulary.words()[i]);
    file.write(fmt::format(" {}\n", vocabulary.counts()[i]));
  }
  file.commit();
}

}  // namespace w2v
