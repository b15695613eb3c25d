#include "w2v/eval/analogy_set.hpp"

#include <fmt/format.h>

#include "w2v/base/letter_case.hpp"
#include "w2v/base/text.hpp"

namespace w2v {
bool AnalogySection::syntactic() const {
  return lower_case(name).starts_with("gram");
}

std::size_t AnalogySet::questions() const {
  std::size_t count = 0;
  for (const AnalogySection& section : sections) count += section.questions.size();
  return count;
}

AnalogySet parse_analogies(const SetLines& file) {
  AnalogySet set{file.name, {}, {}};
  const auto position = [&](std::string_view word) {
    set.words.add(word);
    return *set.words.find(word);
  };
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    const std::vector<std::string_view> words = split(file.lines[i], separators);
    if (words.empty() || words[0].starts_with('#')) continue;
    if (words[0].starts_with(':')) {
      const std::string_view heading = trimmed(file.lines[i], separators);
      set.sections.push_back({std::string(trimmed(heading.substr(1), separators)), {}});
      if (set.sections.back().name.empty()) throw file.error(i, "section without a name: expected ': name'");
      continue;
    }
    if (words.size() != 4) {
      throw file.error(i, fmt::format("no analogy: expected four words or ': section', found {} word{}", words.size(),
                                      words.size() == 1 ? "" : "s"));
    }
    if (set.sections.empty()) set.sections.emplace_back();
    set.sections.back().questions.push_back(
        {position(words[0]), position(words[1]), position(words[2]), position(words[3])});
  }
  if (set.questions() == 0) throw Error(fmt::format("{}: no question in it: expected lines of four words", file.name));
  return set;
}

}  // namespace w2v
