#include <limits>
#include <map>

#include "../vectors/vector_files.hpp"

namespace w2v::test {
namespace {

using Words = std::vector<std::string>;

TEST_CASE("text: every fault is told with its row, byte, expected and found", "[formats]") {
  // Bytes: the header takes 0 to 3, "foo 1 2 3\n" 4 to 13.
  const auto [bytes, message] = GENERATE(table<std::string_view, std::string_view>({
      {"", "v: the file is empty: expected word vectors"},
      {"2 3\nfoo 1 2 3\n", "v: row 2 (byte 14): fewer rows than the header says: expected 2, found 1"},
      {"2 3\n", "v: row 1 (byte 4): fewer rows than the header says: expected 2, found 0"},
      {"1 3\nfoo 1 2 3\nbar 4 5 6\n", "v: row 2 (byte 14): more rows than the header says: expected 1, found another"},
      {"2 3\nfoo 1 2 3\nbar 4 5.x 6\n",
       "v: row 2 (byte 20): not a number: expected a number as value 2 of 3, found '5.x'"},
      {"2 3\nfoo 1 2 3\nbar 4 5 -",
       "v: row 2 (byte 22): not a number: expected a number as value 3 of 3, found '-' at the end of the "
       "file"},
      {"2 3\nfoo 1 2 3\nbar 4 5\n", "v: row 2 (byte 14): too few numbers: expected a word and 3 numbers, found 2"},
      {"2 3\nfoo 1 2 3\nba",
       "v: row 2 (byte 14): too few numbers: expected a word and 3 numbers, found 0 at the end of the file"},
      {"2 3\nfoo 1 2 3\n7 8 9\n", "v: row 2 (byte 14): too few numbers: expected a word and 3 numbers, found 2"},
      {"2 3\nfoo 1 2 3\nbar 4 nan 6\n",
       "v: row 2 (byte 20): not finite: expected a finite number as value 2 of 3, found 'nan'"},
      {"2 3\nfoo 1 2 3\nbar -inf 5 6\n",
       "v: row 2 (byte 18): not finite: expected a finite number as value 1 of 3, found '-inf'"},
      {"2 3\nfoo 1 2 3\nbar 1e39 5 6\n",
       "v: row 2 (byte 18): not finite: expected a finite number as value 1 of 3, found '1e39'"},
      {"2 3\nfoo 1 2 3\n 4 5 6\n", "v: row 2 (byte 14): empty word: expected a word before 3 numbers, found none"},
      {"foo 1 2 3\nbar 4 5\n", "v: row 2 (byte 10): too few numbers: expected a word and 3 numbers, found 2"},
      {"\nfoo 1 2\nbar 4 5\nbaz 6\n", "v: row 3 (byte 17): too few numbers: expected a word and 2 numbers, found 1"},
      {"2 3\nfoo 1\nbar 1 2 3\n", "v: row 1 (byte 4): too few numbers: expected a word and 3 numbers, found 1"},
      {"1 3\nfoo 1",
       "v: row 1 (byte 4): too few numbers: expected a word and 3 numbers, found 1 at the end of the file"},
      {"{\"a\": [1, 2]}\n",
       "v: row 1 (byte 0): not word vectors: expected a line 'rows dim', or a word and its numbers, found "
       "'{\"a\": [1, 2]}'"},
      {"2 0\nfoo\n", "v: header (byte 0): impossible number of values a row: expected 1 to 1000000, found 0"},
  }));
  CAPTURE(bytes);
  REQUIRE(load_message(bytes) == message);
}

TEST_CASE("binary: every fault is told with its row, byte, expected and found", "[formats]") {
  const std::string head = "3 2\nfoo " + raw({1, 2}) + "\n";  // row 2 begins at byte 17
  const std::string bar = "bar " + raw({3, 4}) + "\n";
  const auto refused = [&](const std::string& tail) { return load_message(head + tail); };
  const float infinity = std::numeric_limits<float>::infinity();

  CHECK(refused("") == "v: row 2 (byte 17): fewer rows than the header says: expected 3, found 1");
  CHECK(refused(bar) == "v: row 3 (byte 30): fewer rows than the header says: expected 3, found 2");
  CHECK(refused(bar + "baz " + raw({3, 4}) + "\nbee") ==
        "v: row 4 (byte 43): more rows than the header says: expected 3, found another");
  CHECK(refused("ba") ==
        "v: row 2 (byte 17): cut in the middle of a word: expected a word, a blank and 8 bytes of "
        "numbers, found 2 bytes and the end of the file");
  CHECK(refused("bar " + raw({3}) + "\1") ==
        "v: row 2 (byte 17): cut in the middle of a row: expected a word, a blank and 8 bytes of numbers, "
        "found 5 and "
        "the end of the file");
  CHECK(refused("bar " + raw({3, infinity}) + "\n") ==
        "v: row 2 (byte 25): not finite: expected a finite number as value 2 of 2, found inf");
  CHECK(refused("bar " + raw({-std::numeric_limits<float>::quiet_NaN(), 1}) + "\n") ==
        "v: row 2 (byte 21): not finite: expected a finite number as value 1 of 2, found -nan");
  CHECK(refused(" " + raw({3, 4}) + "\n") ==
        "v: row 2 (byte 17): empty word: expected a word before 2 numbers, found none");
  CHECK(refused("bar " + raw({3, 4}) + "baz " + raw({3, 4})) ==
        "v: row 2 (byte 29): damaged row: expected a newline behind it as behind the rows before, found 'b'");
  CHECK(refused("b\nr " + raw({3, 4})) ==
        "v: row 2 (byte 17): damaged row: expected a word, a blank and 8 bytes of "
        "numbers, found a newline in the word 'b\\x0ar'");
  CHECK(refused(std::string(2'000'000, 'x') + " ") ==
        "v: row 2 (byte 17): damaged row: expected a word, a blank and 8 bytes of numbers, found no blank in "
        "1.0 MB");
}

TEST_CASE("a binary file cut at any byte is an error, and leniently its whole rows", "[formats]") {
  const std::string whole = "3 2\nfoo " + raw({1, 2}) + "\nbar " + raw({3, 4}) + "\nbaz " + raw({5, 6}) + "\n";
  for (std::size_t size = 17; size + 1 < whole.size(); ++size) {  // the last newline may be missing
    CAPTURE(size);
    const std::string cut = whole.substr(0, size);
    REQUIRE_THAT(load_message(cut), Catch::Matchers::StartsWith("v: row "));
    const LoadedVectors loaded = load(cut, {.lenient = true});
    const std::size_t rows = (size - 4 + 1) / 13;
    REQUIRE(loaded.vectors.size() == rows);
    REQUIRE(loaded.left_out.missing == 3 - rows);
    REQUIRE(loaded.left_out.any());
  }
}

TEST_CASE("lenient text: right rows are taken, the others counted by reason", "[formats]") {
  const LoadedVectors loaded =
      load("9 2\nfoo 1 2\nfoo 3 4\nbar x 2\nbaz 1 2\n 1 2\nnan nan 1\nbee 1\nbar 5 6\nfoo 0 0\n", {.lenient = true});
  REQUIRE(words_of(loaded.vectors) == Words{"foo", "baz", "bar"});
  REQUIRE(row_of(loaded.vectors, 2) == std::vector<float>{5, 6});
  REQUIRE(loaded.left_out.rows == 6);
  REQUIRE(
      loaded.left_out.reasons ==
      std::map<std::string, std::uint64_t>{
          {"duplicate word", 2}, {"empty word", 1}, {"not a number", 1}, {"not finite", 1}, {"too few numbers", 1}});
  REQUIRE_THAT(loaded.left_out.first, Catch::Matchers::EndsWith("row 2 (byte 12): duplicate word: expected a new word, "
                                                                "found 'foo' again"));
  REQUIRE(loaded.left_out.missing == 0);
  REQUIRE(loaded.left_out.stopped.empty());
}

TEST_CASE("lenient: other row counts than the header's are taken", "[formats]") {
  const LoadedVectors fewer = load("5 2\nfoo 1 2\nbar 1 2\n", {.lenient = true});
  REQUIRE(fewer.vectors.size() == 2);
  REQUIRE(fewer.left_out.missing == 3);
  const LoadedVectors more = load("1 2\nfoo 1 2\nbar 1 2\n", {.lenient = true});
  REQUIRE(more.vectors.size() == 2);
  REQUIRE(!more.left_out.any());
}

TEST_CASE("lenient binary: a bad value costs its row, a lost place the rest", "[formats]") {
  const float infinity = std::numeric_limits<float>::infinity();
  const LoadedVectors loaded =
      load("4 2\nfoo " + raw({1, 2}) + "\nbar " + raw({infinity, 1}) + "\nbaz " + raw({3, 4}) + "\nbee " + raw({3}),
           {.lenient = true});
  REQUIRE(words_of(loaded.vectors) == Words{"foo", "baz"});
  REQUIRE(loaded.left_out.rows == 1);
  REQUIRE(loaded.left_out.reasons.at("not finite") == 1);
  REQUIRE_THAT(loaded.left_out.stopped, contains("row 4 (byte 43): cut in the middle of a row"));
  REQUIRE(loaded.left_out.missing == 1);
}

TEST_CASE("a file that is not there, or a folder, is refused by name", "[formats]") {
  const TemporaryFolder folder;
  REQUIRE_THAT(message_of([&] { load_vectors(folder.path("none")); }), contains("none: cannot open: No such file"));
  REQUIRE_THAT(message_of([&] { load_vectors(folder.path("")); }), contains("is a folder"));
}

}  // namespace
}  // namespace w2v::test
