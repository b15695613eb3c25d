// Files of other kinds that are given as vectors are named.

#include "../packed.hpp"
#include "../vectors/vector_files.hpp"

namespace w2v::test {
namespace {

using namespace std::string_literals;

TEST_CASE("models and indexes that are no word vectors are named", "[formats]") {
  const auto [bytes, what] = GENERATE(table<std::string, std::string>({
      {"w2v ckpt\1\0\0\0\x0A\0\0\0"s, "a checkpoint of w2v train"},
      {"w2vindex\1\0\0\0\0\0\0\0"s, "an index that w2v index wrote"},
      {"w2v-hnsw\1\0\0\0\0\0\0\0"s, "an index that w2v index --ann wrote"},
      {"\x80\4\x95\x10\0\0\0\0"s, "a Python pickle"},
      {"\x80\2cgensim.models.keyedvectors\n"s, "a Python pickle"},
  }));
  const std::string file = bytes + std::string(100, '\0');
  for (const std::string& given : {bytes, file, gzip(file)}) {
    CAPTURE(what);
    REQUIRE_THAT(load_message(given),
                 Catch::Matchers::StartsWith("v: not word vectors but " + what) && contains("expected "));
    REQUIRE_THAT(load_message(given, {.lenient = true}), contains(what));
  }
}

}  // namespace
}  // namespace w2v::test
