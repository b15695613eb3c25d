// Words that stand in several rows: the first counts, in every format and by every way to read it.

#include <filesystem>
#include <map>
#include <random>
#include <set>

#include "../../section_bytes.hpp"
#include "vector_files.hpp"
#include "w2v/index/index_writer.hpp"
#include "w2v/query/ann_index.hpp"
#include "w2v/query/similarity.hpp"
#include "w2v/query/top_k.hpp"
#include "w2v/vectors/repeated_words.hpp"

namespace w2v::test {
namespace {

using Words = std::vector<std::string>;

TEST_CASE("repeated words are found by 32-bit hashes, whatever these are", "[vectors]") {
  std::mt19937 random(1);
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, std::size_t{50}, std::size_t{3000}, std::size_t{100'000}}) {
    for (const unsigned different : {1U, 7U, 5000U, 4'000'000'000U}) {
      for (const std::uint32_t mask : {0xFFFFFFFFU, 0xFFU, 0U}) {
        if (mask != 0xFFFFFFFFU && size * std::min<std::size_t>(size, different) > 3'000'000)
          continue;  // all are compared
        std::vector<std::uint32_t> words(size);
        std::vector<std::uint32_t> hashes;
        for (std::uint32_t& word : words) {
          word = random() % different;
          hashes.push_back(word * 2654435761U & mask);
        }
        std::set<std::uint32_t> seen;
        std::vector<std::uint32_t> expected;
        for (std::size_t i = 0; i < size; ++i) {
          if (!seen.insert(words[i]).second) expected.push_back(static_cast<std::uint32_t>(i));
        }
        CAPTURE(size, different, mask);
        REQUIRE(repeated_words(hashes, [&](std::uint32_t a, std::uint32_t b) { return words[a] == words[b]; }) ==
                expected);
      }
    }
  }
}

/// Writes rows as the encoders do, which check nothing of other rows.
void write(const TemporaryFolder& folder, const std::string& name, VectorFormat format, const Words& words) {
  std::optional<AtomicFile> companion;
  if (const auto path = companion_path(folder.path(name), format)) companion.emplace(*path);
  VectorWriter writer(AtomicFile(folder.path(name)), format, words.size(), 2, std::move(companion));
  for (std::size_t i = 0; i < words.size(); ++i) {
    writer.write(words[i], std::vector<float>{static_cast<float>(i + 1), 1});
  }
  writer.commit();
}

const std::map<std::string, VectorFormat> all_formats{
    {"v.txt", VectorFormat::text},    {"v.bin", VectorFormat::binary},   {"v.glove", VectorFormat::glove},
    {"v.f16", VectorFormat::float16}, {"v.i8", VectorFormat::int8},      {"v.npy", VectorFormat::npy},
    {"v.csv", VectorFormat::csv},     {"v.tsv", VectorFormat::projector}};

TEST_CASE("of rows with one word the first counts, in every format and by every way to read it", "[vectors]") {
  const TemporaryFolder folder;
  const Words words{"a", "b", "a", "c", "b", "a", "d", "b"};  // rows 3, 5, 6 and 8 are repeated
  for (const auto& [name, format] : all_formats) {
    write(folder, name, format, words);
    const std::string path = folder.path(name);
    for (const bool lazy : {false, true}) {
      for (const bool lenient : {false, true}) {
        for (const std::uint64_t limit :
             {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{4}, std::uint64_t{100}}) {
          CAPTURE(name, lazy, lenient, limit);
          const LoadedVectors loaded = load_vectors(path, {.lenient = lenient, .limit = limit, .lazy = lazy});
          const WordVectors& vectors = loaded.vectors;
          const Words expected{"a", "b", "c", "d"};
          REQUIRE(words_of(vectors) ==
                  Words(expected.begin(),
                        expected.begin() + static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(limit, 4))));
          const std::vector<float> firsts{1, 2, 4, 7};
          for (int round = 0; round < 4; ++round) {  // by scanning, and by a table
            for (std::uint32_t i = 0; i < vectors.size(); ++i) {
              REQUIRE(vectors.find(expected[i]) == i);
              REQUIRE(std::abs(vectors.row(i)[0] - firsts[i]) < 0.05F);
              REQUIRE(vectors.row_data(i)[0] == vectors.row(i)[0]);
            }
          }
          REQUIRE(!vectors.find("e"));
          const std::map<std::uint64_t, std::uint64_t> repeated{{1, 0}, {2, 0}, {3, 1}, {4, 3}, {100, 4}};
          REQUIRE(loaded.left_out.rows == repeated.at(limit));
          REQUIRE(loaded.left_out.missing == 0);
          if (limit < 3) continue;
          REQUIRE(loaded.left_out.reasons ==
                  std::map<std::string, std::uint64_t>{{"duplicate word", repeated.at(limit)}});
          RowReader reader = open_vectors(path, {.limit = limit});
          while (reader.next()) {
          }
          REQUIRE(loaded.left_out.first == reader.left_out().first);
          REQUIRE_THAT(loaded.left_out.first,
                       contains("row 3 (byte ") && contains("duplicate word: expected a new word, found 'a' again"));
        }
      }
      for (const std::uint64_t limit : {std::uint64_t{3}, std::uint64_t{100}}) {
        REQUIRE_THAT(message_of([&] { load_vectors(path, {.strict = true, .limit = limit, .lazy = lazy}); }),
                     contains("row 3 (byte ") && contains("duplicate word"));
      }
      REQUIRE(load_vectors(path, {.strict = true, .limit = 2, .lazy = lazy}).vectors.size() == 2);
    }
  }
}

TEST_CASE("a limit of words is reached behind repeated ones, and nothing behind it matters", "[vectors]") {
  const TemporaryFolder folder;
  write(folder, "v.bin", VectorFormat::binary, {"a", "b", "a", "b", "c", "d"});
  const std::string bytes = folder.read("v.bin");
  const std::size_t five_rows = 4 + 5 * 11;
  for (const std::string& tail : {std::string(), std::string("x"), std::string(100, '\0')}) {
    folder.write("v.bin", bytes.substr(0, five_rows) + tail);
    REQUIRE(words_of(load_vectors(folder.path("v.bin"), {.limit = 3, .lazy = true}).vectors) == Words{"a", "b", "c"});
    REQUIRE_THAT(message_of([&] { load_vectors(folder.path("v.bin"), {.limit = 4, .lazy = true}); }),
                 contains("row 6"));
  }
}

std::vector<Match> nearest(const WordVectors& vectors, std::uint32_t word) {
  return top_k(vectors, std::vector{SearchQuery{vectors.row(word), {word}}}, {})[0];
}

TEST_CASE("an index of a file with repeated words gives what the file gives", "[vectors]") {
  const TemporaryFolder folder;
  Words words;
  for (int i = 0; i < 300; ++i) words.push_back("w" + std::to_string(i % 7 == 3 ? i / 2 : i));
  words.push_back("w0");
  write(folder, "v.bin", VectorFormat::binary, words);
  const std::string path = folder.path("v.bin");
  const WordVectors alone = load_vectors(path).vectors;
  REQUIRE(alone.size() < words.size() - 20);
  REQUIRE(alone.index() == nullptr);
  for (const ReducedRows kind : {ReducedRows::none, ReducedRows::float16, ReducedRows::int8}) {
    write_index(map_to_index(path), kind, 2);
    const LoadedVectors loaded = load_vectors(path);
    const WordVectors& vectors = loaded.vectors;
    REQUIRE(loaded.index_warning.empty());
    REQUIRE(vectors.index() != nullptr);
    REQUIRE(loaded.left_out.rows == words.size() - alone.size());
    REQUIRE(words_of(vectors) == words_of(alone));
    for (std::uint32_t i = 0; i < alone.size(); ++i) {
      REQUIRE(vectors.find(alone.word(i)) == i);
      REQUIRE(vectors.row(i) == alone.row(i));
      const auto near = nearest(vectors, i);
      const auto expected = nearest(alone, i);
      REQUIRE(near.size() == expected.size());
      for (std::size_t j = 0; j < near.size(); ++j) REQUIRE(near[j].word == expected[j].word);
    }
    REQUIRE_THAT(message_of([&] { load_vectors(path, {.strict = true}); }), contains("duplicate word"));
    REQUIRE_THAT(message_of([&] { map_to_index(path, true); }), contains("duplicate word"));
    REQUIRE(load_vectors(path, {.limit = 20}).left_out.rows == 3);  // rows 4, 11 and 18
    REQUIRE(words_of(load_vectors(path, {.limit = 20}).vectors).back() == "w22");
  }
  const WordVectors vectors = load_vectors(path).vectors;
  write_ann_index(vectors, {}, {});
  const AnnIndex ann = AnnIndex::open(path, vectors);
  const auto near = ann.top_k(vectors, std::vector{SearchQuery{vectors.row(5), {5}}}, {.k = 1000}, 1000)[0];
  REQUIRE(near.size() == vectors.size() - 1);
  for (const Match& match : near) {
    REQUIRE(vectors.find(vectors.word(match.word)) == match.word);
  }

  std::string index = folder.read("v.bin.w2vx");
  const std::string right = index;
  const std::size_t repeated = section_number(right, "repeated");
  REQUIRE(section_length(right, repeated) == 4 * (words.size() - alone.size()));
  for (const std::size_t last : {std::size_t{1}, std::size_t{5}}) {  // of the repeated rows, whose order is checked
    for (const bool sealed : {false, true}) {
      index = right;
      index[section_begin(index, repeated) + section_length(index, repeated) - 4 * last + 3] = '\x7F';
      if (sealed) seal(index);
      folder.write("v.bin.w2vx", index);
      const LoadedVectors loaded = load_vectors(path);
      REQUIRE_THAT(loaded.index_warning,
                   contains("section 'repeated': damaged: ") && contains(sealed ? "impossible row" : "hash"));
      REQUIRE(words_of(loaded.vectors) == words_of(alone));
    }
  }
}

TEST_CASE("words of a set are different and found after a move", "[vectors]") {
  WordSet words;
  for (int i = 0; i < 5000; ++i) REQUIRE(words.add(std::to_string(i)));
  REQUIRE(!words.add("77"));
  REQUIRE(words.size() == 5000);
  const WordSet moved = std::move(words);
  for (std::uint32_t i = 0; i < 5000; ++i) REQUIRE(moved.find(std::to_string(i)) == i);
  REQUIRE(!moved.find("5000"));
  WordList twice;
  twice.add("a");
  twice.add("a");
  REQUIRE_THROWS_AS(WordSet(twice), Error);
  REQUIRE_THROWS_AS(WordVectors(WordSet(), Matrix<float>(1, 1, "a test")), Error);
}

}  // namespace
}  // namespace w2v::test
