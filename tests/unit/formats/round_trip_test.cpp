#include <array>
#include <limits>

#include "../vectors/vector_files.hpp"

namespace w2v::test {
namespace {

void require_equal(const WordVectors& a, const WordVectors& b) {
  REQUIRE(words_of(a) == words_of(b));
  REQUIRE(a.dim() == b.dim());
  for (std::size_t i = 0; i < a.size(); ++i) REQUIRE(bits(a.row(i)) == bits(b.row(i)));
}

WordVectors make(const std::vector<std::string>& words, const std::vector<std::vector<float>>& rows) {
  WordSet set;
  Matrix<float> values(rows.size(), rows.at(0).size(), "a test");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    REQUIRE(set.add(words.at(i)));
    std::ranges::copy(rows[i], values.row(i));
  }
  return {std::move(set), std::move(values)};
}

constexpr std::array formats{VectorFormat::text, VectorFormat::binary};

TEST_CASE("the two formats are written byte by byte as the C tool does", "[formats]") {
  const TemporaryFolder folder;
  const WordVectors vectors = make({"foo", "b\xFF"}, {{1, -0.5F, 0.1F}, {0, 1e-45F, -3e38F}});
  save_vectors(AtomicFile(folder.path("t")), vectors, VectorFormat::text);
  REQUIRE(folder.read("t") == "2 3\nfoo 1 -0.5 0.1\nb\xFF 0 1e-45 -3e+38\n");
  save_vectors(AtomicFile(folder.path("b")), vectors, VectorFormat::binary);
  REQUIRE(folder.read("b") == "2 3\nfoo " + raw({1, -0.5F, 0.1F}) + "\nb\xFF " + raw({0, 1e-45F, -3e38F}) + "\n");
}

TEST_CASE("extreme values survive both formats bit by bit", "[formats]") {
  using limits = std::numeric_limits<float>;
  const WordVectors vectors =
      make({"extreme"}, {{0.0F, -0.0F, limits::denorm_min(), -limits::denorm_min(), limits::min(), limits::max(),
                          limits::lowest(), 0.1F, 1.0F / 3, 16777217.0F}});
  for (const VectorFormat format : formats) {
    const TemporaryFolder folder;
    save_vectors(AtomicFile(folder.path("v")), vectors, format);
    require_equal(load_vectors(folder.path("v")).vectors, vectors);
  }
}

TEST_CASE("random bits of any shape survive both formats and are recognised", "[formats]") {
  for (const std::size_t dim : {1, 2, 3, 16, 17, 100}) {
    for (const std::size_t rows : {1, 2, 3, 40, 1000}) {
      const WordVectors vectors = random_vectors(rows, dim, 1000 * dim + rows);
      for (const VectorFormat format : formats) {
        CAPTURE(dim, rows, format);
        const TemporaryFolder folder;
        save_vectors(AtomicFile(folder.path("v")), vectors, format);
        const LoadedVectors loaded = load_vectors(folder.path("v"));
        REQUIRE(loaded.facts.format == format);
        REQUIRE(loaded.facts.has_header);
        REQUIRE(loaded.facts.header_rows == rows);
        require_equal(loaded.vectors, vectors);
      }
    }
  }
}

TEST_CASE("words of any bytes but separators survive both formats", "[formats]") {
  const std::vector<std::string> words{"\x80\xFF",
                                       "\xC2\xA0",
                                       "a\xC2\xA0"
                                       "b",
                                       "5",
                                       "-1e5",
                                       "nan",
                                       "\x01",
                                       "\"'\\,;",
                                       std::string(100000, 'x'),
                                       "\xEF\xBB\xBF"
                                       "bom",
                                       "</s>",
                                       "3",
                                       "\xE2\x80\xA8"};
  std::vector<std::vector<float>> rows;
  for (std::size_t i = 0; i < words.size(); ++i) rows.push_back({static_cast<float>(i), 0.25F, -7});
  const WordVectors vectors = make(words, rows);
  for (const VectorFormat format : formats) {
    const TemporaryFolder folder;
    save_vectors(AtomicFile(folder.path("v")), vectors, format);
    require_equal(load_vectors(folder.path("v")).vectors, vectors);
  }
}

TEST_CASE("a writer that does not know the number of rows writes the same bytes", "[formats]") {
  const WordVectors vectors = random_vectors(3000, 100, 5);  // more than a buffer
  for (const VectorFormat format : formats) {
    const TemporaryFolder folder;
    save_vectors(AtomicFile(folder.path("known")), vectors, format);
    VectorWriter writer(AtomicFile(folder.path("counted")), format, std::nullopt, vectors.dim());
    for (std::size_t i = 0; i < vectors.size(); ++i) writer.write(vectors.word(i), vectors.row(i));
    writer.commit();
    REQUIRE(folder.read("counted") == folder.read("known"));
  }
}

TEST_CASE("rows stream from one format to the other", "[formats]") {
  const TemporaryFolder folder;
  const WordVectors vectors = random_vectors(50, 7, 9);
  save_vectors(AtomicFile(folder.path("a.bin")), vectors, VectorFormat::binary);
  RowReader reader = open_vectors(folder.path("a.bin"), {.limit = 20});
  VectorWriter writer(AtomicFile(folder.path("a.txt")), format_for("a.txt"), 20, reader.facts().dim);
  while (const auto row = reader.next()) writer.write(row->word, row->values);
  writer.commit();
  const WordVectors copy = load_vectors(folder.path("a.txt")).vectors;
  REQUIRE(copy.size() == 20);
  for (std::size_t i = 0; i < 20; ++i) REQUIRE(bits(copy.row(i)) == bits(vectors.row(i)));
}

TEST_CASE("the writer refuses words that could not be read back, by name, and leaves no file", "[formats]") {
  const TemporaryFolder folder;
  for (const VectorFormat format : formats) {
    for (const std::string_view word : {"new york"sv, "a\tb"sv, "a\n"sv, "\r"sv, "a\vb"sv, "\fb"sv, "a\0b"sv}) {
      const std::string message = message_of([&] {
        VectorWriter writer(AtomicFile(folder.path("v")), format, 1, 1);
        writer.write(word, std::vector{1.0F});
      });
      REQUIRE_THAT(message, contains("v: cannot write row 1: the word holds a separator"));
    }
    const std::string message = message_of([&] {
      VectorWriter writer(AtomicFile(folder.path("v")), format, 1, 1);
      writer.write("", std::vector{1.0F});
    });
    REQUIRE_THAT(message, contains("the word is empty"));
  }
  REQUIRE(folder.files() == 0);
}

TEST_CASE("the writer refuses rows of another length and another number of rows", "[formats]") {
  const TemporaryFolder folder;
  const std::string old = folder.write("v", "old");
  VectorWriter writer(AtomicFile(old), VectorFormat::text, 2, 2);
  REQUIRE_THAT(message_of([&] { writer.write("a", std::vector{1.0F}); }), contains("expected 2 values, found 1"));
  writer.write("a", std::vector{1.0F, 2.0F});
  REQUIRE(message_of([&] { writer.commit(); }) == old + ": wrong number of rows: expected 2, found 1");
  REQUIRE(folder.read("v") == "old");
}

TEST_CASE("a full disk is an error of both writers", "[formats]") {
  for (const std::optional<std::uint64_t> rows : {std::optional<std::uint64_t>(1), std::optional<std::uint64_t>()}) {
    VectorWriter writer(AtomicFile("/dev/full"), VectorFormat::binary, rows, 1);
    writer.write("a", std::vector{1.0F});
    REQUIRE_THAT(message_of([&] { writer.commit(); }), contains("/dev/full: cannot write"));
  }
}

TEST_CASE("the ending tells the format to write", "[formats]") {
  REQUIRE(format_for("a/b.txt") == VectorFormat::text);
  REQUIRE(format_for("b.vec") == VectorFormat::text);
  REQUIRE(format_for("b.bin") == VectorFormat::binary);
  REQUIRE(format_for("b.npy") == VectorFormat::npy);
  REQUIRE(format_for("b.tsv") == VectorFormat::projector);
  REQUIRE(format_for("b.csv") == VectorFormat::csv);
  REQUIRE(format_for("b.jsonl") == VectorFormat::jsonl);
  REQUIRE(format_for("b.f16") == VectorFormat::float16);
  REQUIRE(format_for("b.i8") == VectorFormat::int8);
  REQUIRE(format_for("txt") == VectorFormat::binary);
  REQUIRE(format_for("-") == VectorFormat::binary);
  REQUIRE(format_for("a.txt/b") == VectorFormat::binary);
  for (const char* path : {"b.json", "b.TXT", "b.txt.gz", "b.1"}) REQUIRE_THROWS_AS(format_for(path), UsageError);
  for (const char* path : {"b.gz", "b.bin.bz2", "b.xz", "b.zst"})
    REQUIRE_THROWS_AS(refuse_compression(path), UsageError);
  refuse_compression("gz/b.bin");
}

}  // namespace
}  // namespace w2v::test
