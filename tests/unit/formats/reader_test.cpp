#include "../packed.hpp"
#include "../vectors/vector_files.hpp"

namespace w2v::test {
namespace {

using Words = std::vector<std::string>;
using Values = std::vector<float>;

TEST_CASE("text: blanks from the right, trailing blanks, CRLF, no final newline", "[formats]") {
  for (const std::string_view bytes : {
           "2 3\nfoo 1 2 3\nbar 4 5 6\n"sv,
           "2 3\nfoo 1 2 3\nbar 4 5 6"sv,
           "2 3 \nfoo 1 2 3 \nbar 4 5 6 \n"sv,
           "2 3\r\nfoo 1 2 3\r\nbar 4 5 6\r\n"sv,
           "2\t3\nfoo\t1\t2\t3\nbar\t4\t5\t6\t\n"sv,
           "2 3\n\nfoo  1  2  3\n \r\nbar +4 5e0 6.0\n\n\n"sv,
       }) {
    CAPTURE(bytes);
    const LoadedVectors loaded = load(bytes);
    REQUIRE(loaded.facts.format == VectorFormat::text);
    REQUIRE(loaded.facts.has_header);
    REQUIRE(words_of(loaded.vectors) == Words{"foo", "bar"});
    REQUIRE(row_of(loaded.vectors, 0) == Values{1, 2, 3});
    REQUIRE(row_of(loaded.vectors, 1) == Values{4, 5, 6});
    REQUIRE(loaded.vectors.find("bar") == 1);
    REQUIRE(!loaded.vectors.find("baz"));
  }
}

TEST_CASE("text: a word may hold blanks, be a number or any bytes", "[formats]") {
  const LoadedVectors loaded = load("6 2\nnew york 1 2\n. . . 3 4\n2000 5 6\n\x80\xFF 7 8\nroute 66 9 10\nnan 11 12\n");
  REQUIRE(words_of(loaded.vectors) == Words{"new york", ". . .", "2000", "\x80\xFF", "route 66", "nan"});
  REQUIRE(row_of(loaded.vectors, 4) == Values{9, 10});
}

TEST_CASE("text without header is known by its shape, and its dim by most of the first rows", "[formats]") {
  const LoadedVectors plain = load("the 1 2 3\nof 4 5 6\n");
  REQUIRE(!plain.facts.has_header);
  REQUIRE(plain.facts.dim == 3);
  REQUIRE(words_of(plain.vectors) == Words{"the", "of"});

  const LoadedVectors odd = load("2000 1 2 3\nroute 66 1 2 3\n. . 1 2 3\nof 4 5 6\n");
  REQUIRE(odd.facts.dim == 3);
  REQUIRE(words_of(odd.vectors) == Words{"2000", "route 66", ". .", "of"});

  REQUIRE(load("the 1 2 3").facts.dim == 3);  // one row, no newline
}

TEST_CASE("lines of numbers and lines of words with counts are no vectors", "[formats]") {
  const auto fault = [](std::string_view text) { return message_of([&] { load(std::string(text)); }); };
  REQUIRE_THAT(fault("0.1\t0.2\t0.3\n-1\t2\t3e5\n"), contains("lines of numbers without a word"));
  REQUIRE_THAT(fault("the 50\nof 20\n1999 3\n"), contains("looks like a vocabulary of 'word count' lines"));
  REQUIRE_THAT(fault("7 3\n5 2\n"), contains("looks like a vocabulary"));
  REQUIRE(load("the 50\nof 2.5\n").facts.dim == 1);
  REQUIRE(load("7 0.1 0.2\nseven 1 2\n").facts.dim == 2);
}

TEST_CASE("two integers on the first line are a header only if the next row fits", "[formats]") {
  const LoadedVectors numbers = load("5 3\n7 2\nnine 1.5\n");
  REQUIRE(!numbers.facts.has_header);
  REQUIRE(words_of(numbers.vectors) == Words{"5", "7", "nine"});
  REQUIRE(row_of(numbers.vectors, 0) == Values{3});

  const LoadedVectors header = load("2 1\n7 2\n9 1\n");
  REQUIRE(header.facts.has_header);
  REQUIRE(words_of(header.vectors) == Words{"7", "9"});

  const LoadedVectors three = load("3 4 5\nsix 7 8\n");  // three integers are a row
  REQUIRE(!three.facts.has_header);
  REQUIRE(words_of(three.vectors) == Words{"3", "six"});

  const LoadedVectors none = load("0 3\n");
  REQUIRE(none.vectors.size() == 0);
  REQUIRE(none.facts.dim == 3);
}

TEST_CASE("binary rows with and without a newline give the same", "[formats]") {
  const Values a{1, -0.25F, 1e-3F};
  const Values b{2.5F, 3, 1e10F};
  for (const std::string& bytes :
       {"2 3\nfoo " + raw(a) + "\nbar " + raw(b) + "\n", "2 3\nfoo " + raw(a) + "\nbar " + raw(b),
        "2 3\nfoo " + raw(a) + "bar " + raw(b), "2 3 \r\nfoo " + raw(a) + "bar " + raw(b)}) {
    CAPTURE(bytes);
    const LoadedVectors loaded = load(bytes);
    REQUIRE(loaded.facts.format == VectorFormat::binary);
    REQUIRE(words_of(loaded.vectors) == Words{"foo", "bar"});
    REQUIRE(row_of(loaded.vectors, 0) == a);
    REQUIRE(row_of(loaded.vectors, 1) == b);
  }
}

TEST_CASE("binary values whose bytes are newlines and blanks shift nothing", "[formats]") {
  float blank = 0;
  std::memcpy(&blank, " \n \n", 4);
  float line = 0;
  std::memcpy(&line, "\n\n\n\n", 4);
  const Values a{blank, line};
  const Values b{line, blank};
  for (const std::string end : {"", "\n"}) {
    const LoadedVectors loaded = load("2 2\nfoo " + raw(a) + end + "bar " + raw(b) + end);
    REQUIRE(words_of(loaded.vectors) == Words{"foo", "bar"});
    REQUIRE(bits(loaded.vectors.row(0)) == bits(a));
    REQUIRE(bits(loaded.vectors.row(1)) == bits(b));
  }
}

TEST_CASE("many rows cross the reader's buffer", "[formats]") {
  const WordVectors vectors = random_vectors(20000, 30, 3);
  for (const VectorFormat format : {VectorFormat::text, VectorFormat::binary}) {
    const TemporaryFolder folder;
    save_vectors(AtomicFile(folder.path("v")), vectors, format);
    const WordVectors loaded = load_vectors(folder.path("v")).vectors;
    REQUIRE(loaded.size() == vectors.size());
    REQUIRE(words_of(loaded) == words_of(vectors));
    for (std::size_t i = 0; i < loaded.size(); ++i) {
      if (bits(loaded.row(i)) != bits(vectors.row(i))) FAIL("row " << i);
    }
    REQUIRE(loaded.find("word19999") == 19999);
  }
}

TEST_CASE("rows of a hundred thousand values are found and read in every format", "[formats]") {
  const std::size_t dim = 100000;
  std::string text;
  for (std::size_t i = 0; i < dim; ++i) text += " -1.2345678e-05";
  const std::string rows = "a" + text + "\nb" + text + "\n";
  REQUIRE(load(rows).facts.dim == dim);
  REQUIRE(load("2 100000\n" + rows).vectors.size() == 2);
  const std::string floats = raw(Values(dim, 0.5F));
  REQUIRE(load("2 100000\na " + floats + "b " + floats).vectors.row(1)[dim - 1] == 0.5F);
}

TEST_CASE("a header's row count is never believed in memory", "[formats]") {
  REQUIRE_THAT(load_message("1000000000000000000 3\nfoo 1 2 3\n"),
               Catch::Matchers::Equals("v: row 2 (byte 32): fewer rows than the header says: expected "
                                       "1000000000000000000, found 1"));
  REQUIRE(load("1000000000000000000 3\nfoo 1 2 3\n", {.limit = 1}).vectors.size() == 1);
  REQUIRE_THAT(load_message("1000000000000000000 3\nfoo " + raw({1, 2, 3})), contains("found 1"));
  REQUIRE_THAT(load_message("2 1000000000000000000\nfoo bar\n"),
               contains("impossible number of values a row: expected 1 to 1000000, found 1000000"));
}

TEST_CASE("a limit reads the first rows and nothing behind them", "[formats]") {
  for (const std::string_view tail : {""sv, "broken"sv, "\nfoo x"sv, "\nbar nan nan\n"sv}) {
    const std::string text = "9 2\nfoo 1 2\nbar 3 4" + std::string(tail);
    REQUIRE(words_of(load("9 2\nfoo 1 2\nbar 3 4\n" + std::string(tail), {.limit = 2}).vectors) == Words{"foo", "bar"});
    const std::string binary = "9 2\nfoo " + raw({1, 2}) + "\nbar " + raw({3, 4}) + std::string(tail);
    REQUIRE(words_of(load(binary, {.limit = 2}).vectors) == Words{"foo", "bar"});
  }
  REQUIRE(load("9 2\nfoo 1 2\n", {.limit = 0}).vectors.size() == 0);
  REQUIRE(load("2 2\nfoo 1 2\nbar 1 2\n", {.limit = 5}).vectors.size() == 2);
  REQUIRE_THAT(load_message("9 2\nfoo 1 2\n", {.limit = 5}), contains("fewer rows"));
}

TEST_CASE("compressed vectors are unpacked, and offsets are those of the unpacked bytes", "[formats]") {
  const std::string whole = "2 3\nfoo " + raw({1, 2, 3}) + "\nbar " + raw({4, 5, 6}) + "\n";
  REQUIRE(words_of(load(gzip(whole)).vectors) == Words{"foo", "bar"});
  REQUIRE_THAT(load_message(gzip(whole.substr(0, 30))), contains("v: row 2 (byte 21): cut in the middle of a row"));
}

TEST_CASE("a compressed file that is cut is an error, and leniently the rows before the cut", "[formats]") {
  const TemporaryFolder folder;
  save_vectors(AtomicFile(folder.path("v")), random_vectors(20000, 30, 8), VectorFormat::binary);
  const std::string packed = gzip(folder.read("v"));
  const std::string cut = packed.substr(0, packed.size() / 2);
  REQUIRE_THAT(load_message(cut), contains("v: cannot unpack after compressed byte "));
  const LoadedVectors loaded = load(cut, {.lenient = true});
  REQUIRE(loaded.vectors.size() > 5000);
  REQUIRE(loaded.vectors.size() + loaded.left_out.missing == 20000);
  REQUIRE_THAT(loaded.left_out.stopped, contains("cannot unpack"));
  REQUIRE(load(cut, {.limit = 5000}).vectors.size() == 5000);
}

TEST_CASE("a row stays valid until the next is asked for", "[formats]") {
  const TemporaryFolder folder;
  RowReader reader = open_vectors(folder.write("v", "foo 1 2\nbar 3 4\n"));
  const auto first = reader.next();
  REQUIRE(first->word == "foo");
  REQUIRE(first->values[1] == 2);
  REQUIRE(reader.next()->word == "bar");
  REQUIRE(!reader.next());
  REQUIRE(!reader.next());
  REQUIRE(!reader.left_out().any());
}

}  // namespace
}  // namespace w2v::test
