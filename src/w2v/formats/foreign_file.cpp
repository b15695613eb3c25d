#include "w2v/formats/foreign_file.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "w2v/base/error.hpp"

namespace w2v {
namespace {

struct ForeignFile {
  std::string_view begin;  ///< the first bytes
  std::string_view what;
  std::string_view expected;
};

constexpr std::string_view pickle = "a Python pickle, as gensim's save() writes";
constexpr std::string_view no_pickle = "word vectors, such as gensim's save_word2vec_format() writes";

constexpr std::array foreign_files{
    // 793712314 as a little-endian int32; the version, 11 or 12, follows.
    ForeignFile{"\xBA\x16\x4F\x2F", "a fastText model",
                "word vectors, such as the .vec file that fastText writes beside it"},
    ForeignFile{"w2v ckpt", "a checkpoint of w2v train",
                "word vectors, such as train --output writes; w2v train --resume continues from a checkpoint"},
    ForeignFile{"w2vindex", "an index that w2v index wrote", "the vectors that it belongs to: the name without .w2vx"},
    ForeignFile{"w2v-hnsw", "an index that w2v index --ann wrote",
                "the vectors that it belongs to: the name without .hnsw"},
    ForeignFile{"\x80\2c", pickle, no_pickle},  // protocols 2 to 5
    ForeignFile{"\x80\3c", pickle, no_pickle},
    ForeignFile{"\x80\4\x95", pickle, no_pickle},
    ForeignFile{"\x80\5\x95", pickle, no_pickle},
};

}  // namespace

void refuse_foreign_file(BufferedReader& in) {
  const std::string_view bytes = in.peek(8);
  for (const ForeignFile& file : foreign_files) {
    if (!bytes.starts_with(file.begin)) continue;
    throw Error(fmt::format("{}: not word vectors but {}: expected {}", in.name(), file.what, file.expected));
  }
}

}  // namespace w2v
