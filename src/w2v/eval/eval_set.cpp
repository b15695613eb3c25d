#include "w2v/eval/eval_set.hpp"

namespace w2v {

EvalSet read_eval_set(const std::string& path) {
  const SetLines file = read_lines(path);
  bool heading = false;
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    const std::vector<std::string_view> words = split_at_blanks(file.lines[i]);
    if (words.empty() || words[0].starts_with('#')) continue;
    const std::vector<std::string_view> fields = split_fields(file.lines[i]);
    if (is_rated_pair(fields)) return parse_similarities(file);
    if (words[0].starts_with(':')) return parse_analogies(file);
    if (fields.size() == 3 && !heading) {
      heading = true;  // as it seems: the next line will tell
    } else if (words.size() == 4) {
      return parse_analogies(file);
    } else {
      throw file.error(i, "no question: expected ': section', four words, or two words and a number");
    }
  }
  throw Error(file.name + ": no question in it: expected lines of four words, or of two words and a number");
}

}  // namespace w2v
