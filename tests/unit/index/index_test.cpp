#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "../../section_bytes.hpp"
#include "../vectors/vector_files.hpp"
#include "w2v/index/index_writer.hpp"
#include "w2v/query/indexed_search.hpp"
#include "w2v/query/similarity.hpp"

namespace w2v::test {
namespace {

/// Vectors of middling size and no order, in a file of the folder.
WordVectors write_normal(const std::string& path, std::size_t rows, std::size_t dim, bool newlines = true) {
  std::mt19937_64 random(rows + dim);
  std::normal_distribution<float> normal;
  WordSet words;
  Matrix<float> values(rows, dim, "a test");
  std::string bytes = std::to_string(rows) + " " + std::to_string(dim) + "\n";
  for (std::size_t i = 0; i < rows; ++i) {
    const std::string word = "word" + std::to_string(i * 7919 % rows);
    REQUIRE(words.add(word));
    std::vector<float> row(dim);
    for (float& value : row) value = normal(random) * (i % 3 == 0 ? 1e-3F : 50.0F);
    if (i == 5) std::ranges::fill(row, 0.0F);
    std::ranges::copy(row, values.row(i));
    bytes += word + " " + raw(row) + (newlines ? "\n" : "");
  }
  std::ofstream(path, std::ios::binary) << bytes;
  return {std::move(words), std::move(values)};
}

constexpr std::array kinds{ReducedRows::none, ReducedRows::float16, ReducedRows::int8};

std::vector<Match> search(const WordVectors& vectors, const std::vector<float>& point, std::size_t k,
                          const std::vector<std::uint32_t>& excluded = {}, int threads = 1) {
  SearchOptions options;
  options.k = k;
  options.threads = threads;
  return top_k(vectors, std::vector{SearchQuery{point, excluded}}, options)[0];
}

/// The nearest rows, by definition.
std::vector<Match> nearest(const WordVectors& vectors, const std::vector<float>& query, std::uint32_t excluded,
                           std::size_t k) {
  std::vector<Match> all;
  for (std::uint32_t i = 0; i < vectors.size(); ++i) {
    if (i != excluded) all.push_back({i, similarity(query, vectors.row(i))});
  }
  std::ranges::stable_sort(all, [](const Match& a, const Match& b) { return a.similarity > b.similarity; });
  all.resize(std::min(k, all.size()));
  return all;
}

TEST_CASE("with an index words and rows are the file's, and the nearest are exact", "[index]") {
  for (const bool newlines : {true, false}) {
    for (const std::size_t dim : {3, 40, 300}) {
      const TemporaryFolder folder;
      const std::string path = folder.path("v");
      const WordVectors expected = write_normal(path, 700, dim, newlines);
      for (const ReducedRows kind : kinds) {
        CAPTURE(newlines, dim, kind);
        write_index(map_to_index(path), kind, 2);
        const LoadedVectors loaded = load_vectors(path);
        REQUIRE(loaded.index_warning.empty());
        const WordVectors& vectors = loaded.vectors;
        REQUIRE(vectors.index() != nullptr);
        REQUIRE(vectors.index()->reduced() == kind);
        REQUIRE(has_reduced_rows(vectors) == (kind != ReducedRows::none));
        REQUIRE(words_of(vectors) == words_of(expected));
        for (std::uint32_t i = 0; i < vectors.size(); ++i) {
          if (bits(vectors.row(i)) != bits(expected.row(i))) FAIL("row " << i);
          if (vectors.find(expected.word(i)) != i) FAIL("word " << i);
          double squares = 0;
          for (const float value : expected.row(i)) squares += double{value} * value;
          if (std::abs(vectors.index()->norms()[i] - std::sqrt(squares)) > 1e-6 * std::sqrt(squares))
            FAIL("norm " << i);
        }
        for (const char* unknown : {"", "wor", "word", "word700", "z", "a"}) REQUIRE(!vectors.find(unknown));
        for (std::uint32_t word = 0; word < 40; ++word) {
          const std::vector<float> query = expected.row(word);
          const std::vector<Match> right = nearest(expected, query, word, 10);
          const std::vector<Match> found = search(vectors, query, 10, {word}, 1 + static_cast<int>(word % 10 == 0));
          REQUIRE(found == search(expected, query, 10, {word}));
          REQUIRE(found.size() == right.size());
          for (std::size_t i = 0; i < found.size(); ++i) {
            REQUIRE(std::abs(found[i].similarity - right[i].similarity) < 1e-6F);
            REQUIRE(std::abs(similarity(query, expected.row(found[i].word)) - right[i].similarity) < 1e-6F);
          }
        }
        REQUIRE(search(vectors, expected.row(0), 5000, {0, 1}).size() == 698);
      }
    }
  }
}

TEST_CASE("reduced rows are no farther off than the index says", "[index]") {
  const TemporaryFolder folder;
  const std::string path = folder.path("v");
  const WordVectors expected = write_normal(path, 300, 50);
  for (const ReducedRows kind : {ReducedRows::float16, ReducedRows::int8}) {
    write_index(map_to_index(path), kind, 1);
    const WordVectors vectors = load_vectors(path).vectors;
    const float most = vectors.index()->largest_error();
    REQUIRE(most > 0);
    REQUIRE(most < (kind == ReducedRows::float16 ? 1e-3F : 2e-2F));
    float largest = 0;
    for (std::size_t q = 0; q < 300; ++q) {
      const std::vector<float> direction = unit(expected.row(q));
      const std::vector<float> cosines = reduced_cosines(vectors, direction, 1);
      for (std::size_t i = 0; i < 300; ++i) {
        largest = std::max(largest, std::abs(cosines[i] - similarity(direction, expected.row(i))));
      }
    }
    REQUIRE(largest < most + 1e-5F);
    REQUIRE(largest > most / 100);  // it is an approximation, and the bound is not idle
  }
}

TEST_CASE("a limit holds with an index, too", "[index]") {
  const TemporaryFolder folder;
  const std::string path = folder.path("v");
  const WordVectors expected = write_normal(path, 300, 5);
  write_index(map_to_index(path), ReducedRows::int8, 1);
  const WordVectors vectors = load_vectors(path, {.limit = 10}).vectors;
  REQUIRE(vectors.size() == 10);
  REQUIRE(vectors.index() != nullptr);
  REQUIRE(vectors.find(expected.word(9)) == 9);
  REQUIRE(!vectors.find(expected.word(10)));
  for (const Match& match : search(vectors, expected.row(0), 100)) REQUIRE(match.word < 10);
}

TEST_CASE("an index that is damaged where it is checked, cut or longer is refused with a way out", "[index]") {
  const TemporaryFolder folder;
  const std::string path = folder.path("v");
  const WordVectors expected = write_normal(path, 30, 4);
  write_index(map_to_index(path), ReducedRows::float16, 1);
  const std::string index_path = VectorIndex::path_for(path);
  const std::string right = folder.read("v.w2vx");
  const auto require_refused = [&](const std::string& bytes) {
    folder.write("v.w2vx", bytes);
    const LoadedVectors loaded = load_vectors(path);
    REQUIRE_THAT(loaded.index_warning, Catch::Matchers::StartsWith(index_path) &&
                                           Catch::Matchers::EndsWith("; w2v index " + path + " makes a new one"));
    REQUIRE(loaded.vectors.index() == nullptr);
    REQUIRE(words_of(loaded.vectors) == words_of(expected));
  };
  for (std::size_t i = 0; i < front_bytes(right); ++i) {
    for (const int change : {1, 0x80, 0xFF}) {
      std::string bytes = right;
      bytes[i] = static_cast<char>(bytes[i] ^ change);
      CAPTURE(i, change);
      require_refused(bytes);
    }
  }
  for (const std::string_view name : {"source", "facts", "repeated"}) {
    const std::size_t section = section_number(right, name);
    const std::size_t end = section + 1 < section_count(right) ? section_begin(right, section + 1) : right.size();
    for (std::size_t i = section_begin(right, section); i < end; ++i) {
      std::string bytes = right;
      bytes[i] = static_cast<char>(bytes[i] ^ 4);
      CAPTURE(name, i);
      require_refused(bytes);
    }
  }
  for (std::size_t size = 0; size < right.size(); size += size < 800 ? 1 : 97) {
    CAPTURE(size);
    require_refused(right.substr(0, size));
  }
  require_refused(right + "x");
  require_refused(std::string(right.size(), '\0'));
  folder.write("v.w2vx", right);
  REQUIRE(load_vectors(path).vectors.index() != nullptr);
}

TEST_CASE("an index of an older version is refused by name", "[index]") {
  const TemporaryFolder folder;
  const std::string path = folder.path("v");
  const WordVectors expected = write_normal(path, 30, 4);
  for (const std::uint32_t version : {1U, 2U}) {
    // They had a header of 88 bytes with its hash at the end.
    std::string old = "w2vindex"s + std::string(8192, '\0');
    set_value(old, 8, version);
    set_value(old, 80, XXH3_64bits(old.data(), 80));
    folder.write("v.w2vx", old);
    const LoadedVectors loaded = load_vectors(path);
    REQUIRE(loaded.index_warning == path + ".w2vx: byte 8: an index of another version: expected 3, found " +
                                        std::to_string(version) + "; w2v index " + path + " makes a new one");
    REQUIRE(words_of(loaded.vectors) == words_of(expected));
  }
}

TEST_CASE("numbers that no index has are refused, with right hashes, too", "[index]") {
  const TemporaryFolder folder;
  const std::string path = folder.path("v");
  write_normal(path, 30, 4);
  write_index(map_to_index(path), ReducedRows::int8, 1);
  const std::string right = folder.read("v.w2vx");
  const auto warning_with = [&](std::string_view section, std::size_t place, auto value) {
    std::string bytes = right;
    set_value(bytes, section_begin(bytes, section_number(bytes, section)) + place, value);
    seal(bytes);
    folder.write("v.w2vx", bytes);
    return load_vectors(path).index_warning;
  };
  const std::uint64_t huge = std::uint64_t{1} << 40;
  REQUIRE_THAT(warning_with("source", 24, huge), contains("section 'source': damaged: impossible numbers"));
  REQUIRE_THAT(warning_with("source", 32, huge), contains("section 'source': damaged: impossible numbers"));
  REQUIRE_THAT(warning_with("source", 32, std::uint64_t{0}), contains("impossible numbers"));
  REQUIRE_THAT(warning_with("source", 24, std::uint64_t{31}),
               contains("section 'starts': expected 256 bytes, found 248"));
  REQUIRE_THAT(warning_with("source", 32, std::uint64_t{5}), contains("section 'rows': expected 150 bytes, found 120"));
  REQUIRE_THAT(warning_with("facts", 0, std::uint64_t{2}), contains("section 'facts': damaged: impossible numbers"));
  REQUIRE_THAT(warning_with("facts", 8, std::uint64_t{3}), contains("section 'facts': damaged: impossible numbers"));
  REQUIRE_THAT(warning_with("facts", 8, std::uint64_t{1}), contains("section 'scales': expected 0 bytes, found 120"));
  for (const double error : {-1.0, 1e39, HUGE_VAL, std::nan("")})
    REQUIRE_THAT(warning_with("facts", 16, error), contains("section 'facts': damaged: impossible numbers"));
  REQUIRE(warning_with("facts", 16, 0.5).empty());
}

TEST_CASE("damage behind the header ends in an Error or the right rows, never outside the file", "[index]") {
  const TemporaryFolder folder;
  const std::string path = folder.path("v");
  const WordVectors expected = write_normal(path, 30, 4);
  write_index(map_to_index(path), ReducedRows::int8, 1);
  const std::string right = folder.read("v.w2vx");
  for (std::size_t i = front_bytes(right); i < right.size(); ++i) {
    std::string bytes = right;
    bytes[i] = static_cast<char>(bytes[i] ^ 0xFF);
    folder.write("v.w2vx", bytes);
    const WordVectors vectors = load_vectors(path).vectors;
    for (std::uint32_t word = 0; word < 30; ++word) {
      try {
        const auto found = vectors.find(expected.word(word));
        if (found && vectors.word(*found) != expected.word(word)) FAIL("another word than asked");
        static_cast<void>(vectors.row(word));
        static_cast<void>(search(vectors, expected.row(word), 3));
      } catch (const Error&) {
      }
    }
  }
}

TEST_CASE("an index is refused after its file has changed, and beside another file", "[index]") {
  const TemporaryFolder folder;
  const std::string path = folder.path("v");
  write_normal(path, 30, 4);
  write_index(map_to_index(path), ReducedRows::none, 1);
  REQUIRE(load_vectors(path).vectors.index() != nullptr);
  std::filesystem::copy_file(path, folder.path("copy"));
  std::filesystem::copy_file(path + ".w2vx", folder.path("copy.w2vx"));
  REQUIRE_THAT(load_vectors(folder.path("copy")).index_warning, contains("is not of " + folder.path("copy")));
  const auto time = std::filesystem::last_write_time(path);
  std::string bytes = folder.read("v");
  bytes[bytes.size() - 3] = static_cast<char>(bytes[bytes.size() - 3] ^ 1);
  folder.write("v", bytes);
  std::filesystem::last_write_time(path, time);  // as old and as long as before: the first bytes tell
  REQUIRE_THAT(load_vectors(path).index_warning, contains("as it is now"));
}

TEST_CASE("making an index can be interrupted, and leaves nothing", "[index]") {
  struct Stopping : Observer {
    [[nodiscard]] bool stop_requested() const override { return true; }
  };
  const TemporaryFolder folder;
  const std::string path = folder.path("v");
  write_normal(path, 30, 4);
  REQUIRE_THROWS_AS(write_index(map_to_index(path), ReducedRows::int8, 2, Stopping()), Interrupted);
  REQUIRE(folder.files() == 1);
}

TEST_CASE("what has faults or is no plain binary file gets no index", "[index]") {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& bytes) {
    const std::string path = folder.write("v", bytes);
    const std::string message = message_of([&] { write_index(map_to_index(path), ReducedRows::int8, 2); });
    REQUIRE(!std::filesystem::exists(path + ".w2vx"));
    return message;
  };
  REQUIRE_THAT(refused("2 1\na 1\nb 2\n"), contains("expected a plain word2vec binary file"));
  REQUIRE_THAT(refused("2 1\na " + raw({1}) + "\nb " + raw({INFINITY}) + "\n"),
               contains("row 2 (byte 13): not finite"));
  REQUIRE_THAT(refused("3 1\na " + raw({1}) + "\nb " + raw({2}) + "\n"), contains("fewer rows"));
}

}  // namespace
}  // namespace w2v::test
