// Lines of every vector format that is text end with \n, \r\n or \r.

#include "../vectors/vector_files.hpp"
#include "w2v/base/text.hpp"

namespace w2v::test {
namespace {

using Words = std::vector<std::string>;
using Values = std::vector<float>;

std::string with_ends(std::string_view text, std::string_view end) {
  std::string out;
  for (const char c : text) c == '\n' ? out += end : out += c;
  return out;
}

/// The rows of a file, one by one.
Words read_words(const std::string& path) {
  RowReader reader = open_vectors(path);
  Words words;
  while (const auto row = reader.next()) words.emplace_back(row->word);
  return words;
}

struct Written {
  const char* name;
  std::string_view numbers;
  std::string_view words;  ///< of the file beside it, if there is one
  VectorFormat format;
};

TEST_CASE("a return ends a line in every format", "[formats]") {
  const Written file = GENERATE(Written{"v", "2 3\nfoo 1 2 3\nb a 4 5 6\n", "", VectorFormat::text},
                                Written{"v", "foo 1 2 3\nb a 4 5 6\n", "", VectorFormat::text},
                                Written{"v", "2 3\n\n\nfoo 1 2 3\n \nb a 4 5 6\n\n", "", VectorFormat::text},
                                Written{"v", "foo,1,2,3\nb a,4,5,6\n", "", VectorFormat::csv},
                                Written{"v", "word,x,y,z\nfoo,1,2,3\nb a,4,5,6\n", "", VectorFormat::csv},
                                Written{"v", "\nfoo,1,2,3\n\n\"b a\",4,5,\"6\"\n\n", "", VectorFormat::csv},
                                Written{"v", "foo\t1\t2\t3\n\"b a\"\t4\t5\t6\n", "", VectorFormat::csv},
                                Written{"v.tsv", "1\t2\t3\n4\t5\t6\n", "foo\nb a\n", VectorFormat::projector},
                                Written{"v.tsv", "1\t2\t3\n4\t5\t6\n\n\n", "foo\nb a\n", VectorFormat::projector});
  const std::string_view end = GENERATE("\n", "\r\n", "\r");
  const bool open = GENERATE(false, true);
  std::string bytes = with_ends(file.numbers, end);
  if (open) bytes.resize(bytes.size() - end.size());
  const TemporaryFolder folder;
  const std::string path = folder.write(file.name, bytes);
  if (!file.words.empty()) folder.write("v_metadata.tsv", with_ends(file.words, end));
  CAPTURE(bytes);
  const LoadedVectors loaded = load_vectors(path);
  REQUIRE(loaded.facts.format == file.format);
  REQUIRE(words_of(loaded.vectors) == Words{"foo", "b a"});
  REQUIRE(row_of(loaded.vectors, 0) == Values{1, 2, 3});
  REQUIRE(row_of(loaded.vectors, 1) == Values{4, 5, 6});
  REQUIRE(read_words(path) == Words{"foo", "b a"});
}

TEST_CASE("line ends may be mixed", "[formats]") {
  REQUIRE(words_of(load("3 1\ra 1\nb 2\r\nc 3\r").vectors) == Words{"a", "b", "c"});
  REQUIRE(words_of(load("a,1\rb,2\nc,3\r\nd,4").vectors) == Words{"a", "b", "c", "d"});
}

TEST_CASE("within quotes a return is a byte of the word", "[formats]") {
  REQUIRE(words_of(load("\"a\rb\",1,2\r\"\r\",3,4\r\"c\r\nd\",5,6\r").vectors) == Words{"a\rb", "\r", "c\r\nd"});
}

TEST_CASE("a word of a text row cannot hold a return, and the message tells why", "[formats]") {
  REQUIRE(load_message("2 2\na\rb 1 2\nc 3 4\n") ==
          "v: row 1 (byte 4): too few numbers: expected a word and 2 numbers, found 0 before a carriage return, which "
          "ends a line");
  REQUIRE(load_message("a 1 2\rb 3\rc 4 5\r") ==
          "v: row 2 (byte 6): too few numbers: expected a word and 2 numbers, found 1 before a carriage return, which "
          "ends a line");
  REQUIRE(load_message("a 1 2\rb x 3\rc 4 5\r") ==
          "v: row 2 (byte 8): not a number: expected a number as value 1 of 2, found 'x'");
}

TEST_CASE("words beside numbers hold a return where their lines end with a newline", "[formats]") {
  const TemporaryFolder folder;
  folder.write("v.tsv", "1\t2\n3\t4\n");
  folder.write("v_metadata.tsv", "a\rb\nc\n");
  REQUIRE(words_of(load_vectors(folder.path("v.tsv")).vectors) == Words{"a\rb", "c"});
  folder.write("v_metadata.tsv", "a\rb\r\r");
  REQUIRE_THAT(message_of([&] { load_vectors(folder.path("v.tsv")); }), contains("v_metadata.tsv: line 3: more words"));
}

TEST_CASE("line ends where a buffer or a block ends", "[formats]") {
  constexpr std::size_t buffer = std::size_t{1} << 18;
  constexpr std::size_t block = std::size_t{4} << 20;
  const std::string_view end = GENERATE("\n", "\r\n", "\r");
  const std::string_view separator = GENERATE(" ", ",");
  const TemporaryFolder folder;
  const std::string row = std::string(separator) + "1" + std::string(separator) + "2" + std::string(end);
  for (const std::size_t border : {buffer, block}) {
    for (std::size_t shift = 0; shift < 4; ++shift) {
      std::string bytes;
      std::size_t rows = 0;
      while (bytes.size() + 100 < border) bytes += "w" + std::to_string(rows++) + row;
      // The border falls on a byte of this line's end, or just beside it.
      bytes += std::string(border + shift - bytes.size() - row.size(), 'x') + row + "last" + row;
      const std::string path = folder.write("v", bytes);
      CAPTURE(border, shift, end, separator);
      const LoadedVectors loaded = load_vectors(path);
      const Words words = read_words(path);
      REQUIRE(words.size() == rows + 2);
      REQUIRE(words.back() == "last");
      REQUIRE(words_of(loaded.vectors) == words);
    }
  }
}

}  // namespace
}  // namespace w2v::test
