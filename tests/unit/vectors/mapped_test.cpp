#include <atomic>
#include <limits>

#include "../packed.hpp"
#include "vector_files.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/query/top_k.hpp"

namespace w2v::test {
namespace {

/// A word2vec binary file, as the format's definition has it.
std::string binary_file(const WordVectors& vectors, bool newlines) {
  std::string bytes = std::to_string(vectors.size()) + " " + std::to_string(vectors.dim()) + "\n";
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    bytes += std::string(vectors.word(i)) + " " + raw(vectors.row(i)) + (newlines ? "\n" : "");
  }
  return bytes;
}

WordVectors named(const std::vector<std::string>& words, std::size_t dim) {
  WordSet set;
  for (const std::string& word : words) REQUIRE(set.add(word));
  Matrix<float> rows(words.size(), dim, "a test");
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (std::size_t j = 0; j < dim; ++j) rows.row(i)[j] = static_cast<float>(i * 10 + j) + 0.5F;
  }
  return {std::move(set), std::move(rows)};
}

void require_same(const WordVectors& mapped, const WordVectors& expected, std::size_t rows) {
  REQUIRE(mapped.is_mapped());
  REQUIRE(mapped.size() == rows);
  REQUIRE(mapped.dim() == expected.dim());
  for (std::size_t i = 0; i < rows; ++i) {
    if (mapped.word(i) != expected.word(i)) FAIL("word " << i);
    if (bits(mapped.row(i)) != bits(expected.row(i))) FAIL("row " << i);
    if (std::memcmp(mapped.row_data(i), expected.row_data(i), expected.dim() * sizeof(float)) != 0) FAIL("row " << i);
  }
}

std::vector<Match> nearest(const WordVectors& vectors, const std::vector<float>& point) {
  SearchOptions options;
  options.k = 1;
  return top_k(vectors, std::vector{SearchQuery{point, {}}}, options)[0];
}

TEST_CASE("mapped rows are the file's to the bit, with and without newlines and at any limit", "[vectors]") {
  for (const std::size_t rows : {1, 2, 3, 70, 5000}) {
    for (const std::size_t dim : {1, 2, 17, 100}) {
      const WordVectors expected = random_vectors(rows, dim, rows * 1000 + dim);
      for (const bool newlines : {true, false}) {
        CAPTURE(rows, dim, newlines);
        const std::string bytes = binary_file(expected, newlines);
        require_same(load(bytes).vectors, expected, rows);
        require_same(load(bytes, {.lazy = true}).vectors, expected, rows);
        if (newlines) require_same(load(bytes.substr(0, bytes.size() - 1)).vectors, expected, rows);
        for (const std::size_t limit : {rows / 2 + 1, rows, rows + 1}) {
          require_same(load(bytes, {.limit = limit}).vectors, expected, std::min(limit, rows));
        }
      }
    }
  }
}

TEST_CASE("a file of many blocks is walked by several threads", "[vectors]") {
  const WordVectors expected = random_vectors(40'000, 500, 4);
  const TemporaryFolder folder;
  save_vectors(AtomicFile(folder.path("v")), expected, VectorFormat::binary);
  require_same(load_vectors(folder.path("v")).vectors, expected, expected.size());
  require_same(load_vectors(folder.path("v"), {.limit = 39'999}).vectors, expected, 39'999);
}

TEST_CASE("words of any bytes are found in a mapped file, by scanning and by the table", "[vectors]") {
  const std::vector<std::string> words{
      "a", "b", "\x80\xFF", "tab\there", "c\r", std::string("nul\0l", 5), "ab", "ba", std::string(70'000, 'x')};
  for (const bool newlines : {true, false}) {
    const WordVectors vectors = load(binary_file(named(words, 3), newlines), {.lazy = true}).vectors;
    REQUIRE(vectors.is_mapped());
    for (int round = 0; round < 5; ++round) {  // more look-ups than are done by scanning
      for (std::size_t i = 0; i < words.size(); ++i) REQUIRE(vectors.find(words[i]) == i);
      REQUIRE(!vectors.find(""));
      REQUIRE(!vectors.find("c"));
      REQUIRE(!vectors.find("zz"));
    }
  }
}

TEST_CASE("many threads look words up in one mapped file, which may have moved", "[vectors]") {
  WordVectors loaded = load(binary_file(random_vectors(3000, 4, 1), true), {.lazy = true}).vectors;
  REQUIRE(loaded.find("word7") == 7);
  const WordVectors vectors = std::move(loaded);
  std::atomic<int> wrong{0};
  parallel(4, [&](const Worker&) {
    for (std::uint32_t i = 0; i < 3000; ++i) {
      if (vectors.find("word" + std::to_string(i)) != i) ++wrong;
    }
  });
  REQUIRE(wrong == 0);
}

TEST_CASE("only plain binary files are mapped, and not leniently", "[vectors]") {
  const std::string bytes = binary_file(named({"foo", "bar"}, 3), true);
  REQUIRE(load(bytes).vectors.is_mapped());
  REQUIRE(!load(bytes, {.lenient = true}).vectors.is_mapped());
  REQUIRE(!load(gzip(bytes)).vectors.is_mapped());
  REQUIRE(!load("2 3\nfoo 1 2 3\nbar 4 5 6\n").vectors.is_mapped());
}

TEST_CASE("a value that is not finite is told when its row is taken or scored", "[vectors]") {
  const float infinity = std::numeric_limits<float>::infinity();
  const float nan = -std::numeric_limits<float>::quiet_NaN();
  const TemporaryFolder folder;
  const std::string bytes = "3 2\nfoo " + raw({1, 2}) + "\nbar " + raw({3, infinity}) + "\nbaz " + raw({nan, 1}) + "\n";
  const std::string path = folder.write("v", bytes);
  const WordVectors vectors = load_vectors(path, {.lazy = true}).vectors;
  REQUIRE(vectors.row(0) == std::vector<float>{1, 2});
  REQUIRE(message_of([&] { static_cast<void>(vectors.row(1)); }) ==
          path + ": row 2 (byte 25): not finite: expected a finite number as value 2 of 2, found inf");
  REQUIRE(message_of([&] { static_cast<void>(vectors.row(2)); }) ==
          path + ": row 3 (byte 34): not finite: expected a finite number as value 1 of 2, found -nan");
  REQUIRE_THAT(message_of([&] { static_cast<void>(nearest(vectors, {1, 0})); }), contains("not finite"));
  const WordVectors first = load_vectors(path, {.limit = 1, .lazy = true}).vectors;
  REQUIRE(nearest(first, {1, 2})[0].similarity == 1);
}

TEST_CASE("unless lazily, a mapped file is refused as the reader refuses it: by its first fault", "[vectors]") {
  const float infinity = std::numeric_limits<float>::infinity();
  for (const bool strict : {false, true}) {
    const std::string row = strict ? "foo " + raw({1, 2}) : "bar " + raw({1, infinity});
    const std::string bytes = "3 2\nfoo " + raw({1, 2}) + "\n" + row + "\nbaz " + raw({infinity, 2}) + "\n";
    const TemporaryFolder folder;
    const std::string path = folder.write("v", bytes);
    const std::string expected = message_of([&] {
      RowReader reader = open_vectors(path, {.strict = strict});
      while (reader.next()) {
      }
    });
    REQUIRE_THAT(expected, contains("row 2 (byte "));
    REQUIRE(message_of([&] { load_vectors(path, {.strict = strict}); }) == expected);
    REQUIRE(load_vectors(path, {.limit = 1}).vectors.size() == 1);
  }
}

TEST_CASE("what cannot be mapped: nothing, an empty file, standard input", "[io]") {
  const TemporaryFolder folder;
  REQUIRE(!MappedFile::open(folder.write("empty", "")));
  REQUIRE(!MappedFile::open("-"));
  REQUIRE(!MappedFile::open("/dev/null"));
  REQUIRE_THAT(message_of([&] { MappedFile::open(folder.path("none")); }), contains("cannot open"));
  const std::string path = folder.write("v", "some bytes");
  std::optional<MappedFile> file = MappedFile::open(path);
  const MappedFile moved = std::move(*file);
  REQUIRE(moved.bytes() == "some bytes");
  REQUIRE(moved.name() == path);
  moved.populate(0, 1'000'000);
  moved.populate(1'000'000, 1);
  REQUIRE(moved.bytes() == "some bytes");
}

TEST_CASE("an address tells the mapped file it is in, as long as that is mapped", "[io]") {
  const TemporaryFolder folder;
  std::vector<MappedFile> files;
  for (const char* name : {"a", "b", "c"})
    files.push_back(*MappedFile::open(folder.write(name, std::string(10'000, 'x'))));
  for (const MappedFile& file : files) {
    const char* begin = file.bytes().data();
    REQUIRE(mapping_name(begin) == file.name());
    REQUIRE(mapping_name(begin + 9'999) == file.name());
    REQUIRE((mapping_name(begin - 1) == nullptr || mapping_name(begin - 1) != file.name()));
  }
  const char* gone = files[1].bytes().data();
  files.erase(files.begin() + 1);
  REQUIRE(mapping_name(gone) == nullptr);
  REQUIRE(mapping_name(files[1].bytes().data()) == folder.path("c"));
  REQUIRE(mapping_name(&gone) == nullptr);
  // More than there is room to remember: the others stay known, and nothing breaks.
  for (int i = 0; i < 100; ++i) files.push_back(*MappedFile::open(folder.path("a")));
  REQUIRE(mapping_name(files[0].bytes().data()) == folder.path("a"));
  files.clear();
  const MappedFile again = *MappedFile::open(folder.path("b"));
  REQUIRE(mapping_name(again.bytes().data()) == folder.path("b"));
}

}  // namespace
}  // namespace w2v::test
