#include "query/find_word.hpp"

#include "w2v/text/normal_form.hpp"

std::optional<std::uint32_t> find_word(const w2v::WordVectors& vectors, std::string_view word) {
  if (const auto found = vectors.find(word)) return found;
  for (const w2v::NormalForm form : {w2v::NormalForm::nfc, w2v::NormalForm::nfd}) {
    if (const std::string other = w2v::normalized(word, form); other != word) {
      if (const auto found = vectors.find(other)) return found;
    }
  }
  return std::nullopt;
}
