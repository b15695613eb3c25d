#include "w2v/eval/eval_set.hpp"

#include <fmt/format.h>

#include "w2v/base/text.hpp"

namespace w2v {
namespace {

/// What to say of a line with more or fewer fields than a pair has.
std::string found_fields(const std::vector<std::string_view>& fields, const SimilarityColumns& columns) {
  if (fits_pair(fields, columns)) return "";
  const bool score_may_follow = columns.score == 0 && fields.size() > 3;
  return fmt::format(", found {} field{}{}", fields.size(), fields.size() == 1 ? "" : "s",
                     score_may_follow ? " (--score-column N tells which is the number)" : "");
}

}  // namespace

EvalSet read_eval_set(const std::string& path, const SimilarityColumns& columns) {
  const SetLines file = read_lines(path);
  bool heading = false;
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    const std::vector<std::string_view> words = split(file.lines[i], separators);
    if (words.empty() || words[0].starts_with('#')) continue;
    const std::vector<std::string_view> fields = split_fields(file.lines[i]);
    // ": part 1" is a section, ":\tcolon\t1" a pair.
    if (words.size() > 1 && words[0] == ":" && words[0].data()[1] == ' ') return parse_analogies(file);
    if (is_rated_pair(fields, columns)) return parse_similarities(file, columns);
    if (words[0].starts_with(':')) return parse_analogies(file);
    if (fits_pair(fields, columns) && !heading) {
      heading = true;  // as it seems: the next line will tell
    } else if (words.size() == 4) {
      return parse_analogies(file);
    } else {
      throw file.error(i, fmt::format("no question: expected ': section', four words, or two words and a number{}",
                                      found_fields(fields, columns)));
    }
  }
  throw Error(file.name + ": no question in it: expected lines of four words, or of two words and a number");
}

}  // namespace w2v
