#include "w2v/eval/analogy_set.hpp"

#include <fmt/format.h>

#include "w2v/base/utf8.hpp"

namespace w2v {
namespace {

std::string section_name(std::string_view heading) {
  const std::vector<std::string_view> words = split_at_blanks(heading.substr(1));
  if (words.empty()) return {};
  return {words.front().data(), words.back().data() + words.back().size()};
}

}  // namespace

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
    const std::vector<std::string_view> words = split_at_blanks(file.lines[i]);
    if (words.empty()) continue;
    if (words[0].starts_with(':')) {
      set.sections.push_back(
          {section_name({words[0].data(), words.back().data() + words.back().size()}), {}});
      if (set.sections.back().name.empty()) throw file.error(i, "section without a name: expected ': name'");
      continue;
    }
    if (words.size() != 4) {
      throw file.error(i, fmt::format("no analogy: expected four words or ': section', found {} word{}",
                                      words.size(), words.size() == 1 ? "" : "s"));
    }
    if (set.sections.empty()) set.sections.emplace_back();
    set.sections.back().questions.push_back(
        {position(words[0]), position(words[1]), position(words[2]), position(words[3])});
  }
  if (set.questions() == 0)
    throw Error(fmt::format("{}: no question in it: expected lines of four words", file.name));
  return set;
}

}  // namespace w2v
