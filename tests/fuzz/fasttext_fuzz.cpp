// fastText's model files: the input is the file.

#include <algorithm>
#include <vector>

#include "fuzz.hpp"
#include "w2v/formats/fasttext_model.hpp"

namespace w2v::fuzz {
namespace {

void check(const FastTextModel& model) {
  std::vector<float> values(model.dim());
  const std::size_t words = std::min<std::size_t>(model.size(), 50);
  for (std::size_t i = 0; i < words; ++i) {
    model.vector_of(i, values);
    model.own_row(i, values);
    require(model.word(i).find('\0') == std::string_view::npos, "a word ends at its zero byte");
    model.compose(model.word(i), values);
  }
  for (const std::string_view word : {"", "a", "where", "</s>", "\xFF\x80"}) model.compose(word, values);
}

}  // namespace
}  // namespace w2v::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace w2v;
  fuzz::accepted([&] {
    const FastTextModel model(std::string(reinterpret_cast<const char*>(data), size), "model");
    fuzz::check(model);
  });
  return 0;
}
