// Comma- and tab-separated rows, the projector's pair, decimal commas.

#include <array>

#include "../vectors/vector_files.hpp"
#include "w2v/formats/csv_format.hpp"

namespace w2v::test {
namespace {

using Words = std::vector<std::string>;
using Values = std::vector<float>;

Values row(const LoadedVectors& loaded, std::size_t i) {
  return row_of(loaded.vectors, i);
}

TEST_CASE("rows parted by commas or tabs, with and without a heading, are read", "[formats]") {
  for (const char separator : {',', '\t'}) {
    for (const std::string_view heading :
         {"", "word,x,y,z\n", "\"\",\"V1\",\"V2\",\"V3\"\r\n", ",0,1,2\n", "index,0,1,2\n", "\n\nword,a,b,c\n"}) {
      for (const std::string_view end : {"\n", "\r\n"}) {
        for (const bool open : {false, true}) {
          std::string bytes(heading);
          for (const std::string_view line : {"the,1,2.5,-3", "new york, 4 ,5e-1,\"6\"", "2000,7,8,9"})
            bytes += std::string(line) + std::string(end);
          if (open) bytes.resize(bytes.size() - end.size());
          std::ranges::replace(bytes, ',', separator);
          CAPTURE(bytes);
          const LoadedVectors loaded = load(bytes);
          REQUIRE(loaded.facts.format == VectorFormat::csv);
          REQUIRE(loaded.facts.separator == separator);
          REQUIRE(loaded.facts.has_heading == !heading.empty());
          REQUIRE(words_of(loaded.vectors) == Words{"the", "new york", "2000"});
          REQUIRE(row(loaded, 0) == Values{1, 2.5, -3});
          REQUIRE(row(loaded, 1) == Values{4, 0.5, 6});
        }
      }
    }
  }
}

TEST_CASE("what convert writes as CSV is read back bit for bit", "[formats]") {
  const Words words{"plain",
                    ",",
                    "\"",
                    "\"\"",
                    "\"a\",\"b\"",
                    "a\nb",
                    "\r",
                    "a\r\n\"",
                    " b",
                    "c ",
                    "\t",
                    "\xEF\xBB\xBF"
                    "d",
                    "3",
                    "nan",
                    "1,5",
                    "\x01",
                    "\x80\xFF",
                    "2 2",
                    "#"};
  for (std::size_t first = 0; first < words.size(); ++first) {
    WordSet set;
    for (std::size_t i = 0; i < words.size(); ++i) set.add(words[(first + i) % words.size()]);
    const WordVectors values = random_vectors(words.size(), 5, first);
    const TemporaryFolder folder;
    VectorWriter writer(AtomicFile(folder.path("v")), VectorFormat::csv, std::nullopt, 5);
    for (std::size_t i = 0; i < words.size(); ++i) writer.write(set.words()[i], values.row(i));
    writer.commit();
    const LoadedVectors loaded = load_vectors(folder.path("v"), {.strict = true});
    CAPTURE(first);
    REQUIRE(loaded.facts.format == VectorFormat::csv);
    REQUIRE(loaded.vectors.size() == words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
      REQUIRE(loaded.vectors.word(i) == set.words()[i]);
      REQUIRE(bits(loaded.vectors.row(i)) == bits(values.row(i)));
    }
  }
  const TemporaryFolder folder;
  VectorWriter writer(AtomicFile(folder.path("v")), VectorFormat::csv, std::nullopt, 3);
  writer.write("word", Values{0, 1, 2});
  writer.write("king", Values{-0.0F, 1, 2});
  writer.commit();
  REQUIRE(folder.read("v") == "\"word\",0,1,2\n\"king\",-0,1,2\n");
  REQUIRE(load_vectors(folder.path("v")).vectors.size() == 2);
  for (const std::string_view numbers : {"\"1\",2\n\"3\",4\n", "a,1\nb,2\n"}) {
    REQUIRE(load(numbers).vectors.size() == 2);  // one number a row, whole ones
  }
}

TEST_CASE("a CSV word with line ends may be longer than what is read at once", "[formats]") {
  std::string word;
  while (word.size() < 900'000) word += "a \"quoted\" word,\nof many lines\r\n";
  const TemporaryFolder folder;
  VectorWriter writer(AtomicFile(folder.path("v")), VectorFormat::csv, std::nullopt, 2);
  writer.write("first", Values{1, 2});
  writer.write(word, Values{3, 4});
  writer.write("last", Values{5, 6});
  writer.commit();
  const LoadedVectors loaded = load_vectors(folder.path("v"));
  REQUIRE(words_of(loaded.vectors) == Words{"first", word, "last"});
}

TEST_CASE("tab-separated rows that quote nothing keep their quotes", "[formats]") {
  const LoadedVectors loaded =
      load("\"\t1\t2\n\"\"\t3\t4\n6\"\t5\t6\n\"a\"b\"\t7\t8\n\"a\"\t9\t1\n\"say \"\"b\"\"\"\t2\t3\n");
  REQUIRE(words_of(loaded.vectors) == Words{"\"", "\"\"", "6\"", "\"a\"b\"", "a", "say \"b\""});
}

TEST_CASE("CSV: every fault is told with its row, byte, expected and found", "[formats]") {
  const auto [bytes, message] = GENERATE(table<std::string_view, std::string_view>({
      {"a,1,2\nb,3\n", "v: row 2 (byte 6): too few numbers: expected a word and 2 numbers, found 1"},
      {"a,1,2\nb,3,4,5\nc,6,7\n", "v: row 2 (byte 6): too many numbers: expected a word and 2 numbers, found 3"},
      {"word,x,y\na,1,2\nb,3,x\n", "v: row 2 (byte 19): not a number: expected a number as value 2 of 2, found 'x'"},
      {"a,1,2\nb,3,inf\n", "v: row 2 (byte 10): not finite: expected a finite number as value 2 of 2, found 'inf'"},
      {"a,1,2\n,3,4\n", "v: row 2 (byte 6): empty word: expected a word before 2 numbers, found none"},
      {"a,1,2\n\"b,3,4\nc,5,6\n",
       "v: row 2 (byte 6): quotes without an end: expected a closing quote before a separator or line end"},
      {"a,1,2\n\"b\"c,3,4\nd,1,2\n",
       "v: row 2 (byte 6): quotes without an end: expected a closing quote before a separator or line end"},
      {"a,\"0,1\",\"0,2\"\nb,\"0,3\",\"0,4\"\n",
       "v: row 1 (byte 2): not a number: expected a number as value 1 of 2, found '0,1' with a decimal comma"},
      {"a\t0,1\t0,2\nb\t0,3\t0,4\n",
       "v: row 1 (byte 2): not a number: expected a number as value 1 of 2, found '0,1' with a decimal comma"},
  }));
  CAPTURE(bytes);
  REQUIRE(load_message(bytes) == message);
}

TEST_CASE("lenient CSV: an open quote costs its line", "[formats]") {
  const LoadedVectors loaded = load("a,1,2\n\"b,3,4\nc,5,6\nd,x,1\na,7,8\n", {.lenient = true});
  REQUIRE(words_of(loaded.vectors) == Words{"a", "c"});
  REQUIRE(loaded.left_out.rows == 3);
}

TEST_CASE("what looks like CSV and is none", "[formats]") {
  REQUIRE_THAT(load_message("0.1,0.2\n0.3,0.4\n"), contains("not word vectors"));
  REQUIRE_THAT(load_message("the\t50\nof\t20\n"), contains("vocabulary"));
  REQUIRE_THAT(load_message("king;0.1;0.2\nqueen;0.3;0.4\n"), contains("not word vectors"));
  REQUIRE_THAT(load_message("a,b\nc,d\n"), contains("not word vectors"));
  REQUIRE(load("a, 1 2\nb, 3 4\n").facts.format == VectorFormat::text);
}

TEST_CASE("decimal commas are no numbers, with and without a header", "[formats]") {
  for (const std::string_view rows :
       {"king 0,1 0,2\nqueen 0,3 0,4\n", "king\t0,1\t0,2\nqueen\t0,3\t0,4\n", "k\x01ng 0,1 0,2\nqueen 0,3 0,4\n"}) {
    for (const std::string_view head : {"2 2\n", ""}) {
      const std::string bytes = std::string(head) + std::string(rows);
      CAPTURE(bytes);
      REQUIRE(load_message(bytes) ==
              "v: row 1 (byte " + std::to_string(bytes.find("0,1")) +
                  "): not a number: expected a number as value 1 of 2, found '0,1' with a decimal comma");
    }
  }
  REQUIRE_THAT(load_message("king 0,1 1\nqueen 0,3 0\n"),
               contains("row 1 (byte 5): not a number") && contains("found '0,1'"));
  REQUIRE_THAT(load_message("2 1\nking 0,12\nqueen 0,34\n"), contains("found '0,12'"));
  REQUIRE_THAT(load_message("king 0,1\nqueen 0,3\n"), contains("found '0,1'"));
  // Words with commas are right.
  REQUIRE(load("1,000 0.1 0.2\n$ 1,000 0.3 0.4\n").facts.dim == 2);
}

TEST_CASE("lines of text behind a header are not taken for binary rows", "[formats]") {
  for (const std::string_view bytes : {"2 2\nking abc def\nqueen ghi jkl\n", "2 2\nking 0.1,0.2\nqueen 0.3,0.4\n",
                                       "2 2\nking;0.1;0.2\nqueen;0.3;0.4\n", "2 2\nking 1/2 1/3\nqueen 1/4 1/5\n"}) {
    CAPTURE(bytes);
    REQUIRE_THAT(load_message(bytes), Catch::Matchers::StartsWith("v: row 1 (byte "));
  }
  const LoadedVectors binary = load("2 1\nking " + raw({0.7654321F}) + "\nqueen " + raw({-0.1234567F}) + "\n");
  REQUIRE(binary.facts.format == VectorFormat::binary);
}

TEST_CASE("the projector's pair is read back bit for bit", "[formats]") {
  const TemporaryFolder folder;
  const WordVectors vectors = random_vectors(40, 3, 5);
  VectorWriter writer(AtomicFile(folder.path("v.tsv")), VectorFormat::projector, std::nullopt, 3,
                      AtomicFile(folder.path("v_metadata.tsv")));
  for (std::size_t i = 0; i < vectors.size(); ++i) writer.write(vectors.word(i), vectors.row(i));
  writer.commit();
  const LoadedVectors loaded = load_vectors(folder.path("v.tsv"));
  REQUIRE(loaded.facts.format == VectorFormat::projector);
  REQUIRE(words_of(loaded.vectors) == words_of(vectors));
  for (std::size_t i = 0; i < vectors.size(); ++i) REQUIRE(bits(loaded.vectors.row(i)) == bits(vectors.row(i)));

  const auto fault = [&](const std::string& numbers, const std::string& words) {
    folder.write("v.tsv", numbers);
    folder.write("v_metadata.tsv", words);
    return message_of([&] { load_vectors(folder.path("v.tsv")); });
  };
  REQUIRE(fault("3\t4\n5\t6\n", "a\nb\n") == "nothing was thrown");  // no header
  REQUIRE(fault("3\n4\n", "a\nb\n") == "nothing was thrown");
  REQUIRE_THAT(fault("3\t4\n5\t6\n", "a\n"), contains("v_metadata.tsv: fewer words"));
  REQUIRE_THAT(fault("3\t4\n5\t6\n", "a\nb\nc\n"), contains("v_metadata.tsv: line 3: more words"));
  REQUIRE_THAT(fault("3\t4\n0,5\t6\n", "a\nb\n"), contains("v.tsv: row 2 (byte 4): not a number") && contains("'0,5'"));
  std::filesystem::remove(folder.path("v_metadata.tsv"));
  REQUIRE_THAT(message_of([&] { load_vectors(folder.path("v.tsv")); }),
               contains("without a word") || contains("vectors"));
}

}  // namespace
}  // namespace w2v::test
