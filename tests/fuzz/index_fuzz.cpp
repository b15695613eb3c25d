// The index beside a file of vectors.
//
// Input: a byte of choices, then changes of a right index, four bytes each: section (from 1; 0 is header and table),
// place in it (16 bits, the lower byte first), new value.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "../section_bytes.hpp"
#include "fuzz.hpp"
#include "w2v/index/index_writer.hpp"
#include "w2v/query/similarity.hpp"
#include "w2v/query/top_k.hpp"
#include "w2v/vectors/load_vectors.hpp"

namespace w2v::fuzz {
namespace {

constexpr std::size_t rows = 40;
constexpr std::size_t dim = 5;
constexpr unsigned reduced = 3;  // ReducedRows, 3 as 0
constexpr unsigned no_newlines = 4;
constexpr unsigned sealed = 8;  // all parts get their right hashes again
constexpr unsigned cut = 16;    // a byte is missing at the end
constexpr unsigned lengthened = 32;

/// `repeated`: a row in the middle has the first one's word, and its values.
std::string vectors_file(bool newlines, bool repeated) {
  std::string bytes = std::to_string(rows + (repeated ? 1 : 0)) + " " + std::to_string(dim) + "\n";
  for (std::size_t i = 0; i < rows; ++i) {
    std::array<float, dim> values{};
    for (std::size_t j = 0; j < dim && i != 3; ++j) values[j] = std::sin(static_cast<float>(7 * i * i + 3 * j));
    bytes += "w" + std::to_string(i * i) + " ";
    bytes.append(reinterpret_cast<const char*>(values.data()), sizeof values);
    if (newlines) bytes += '\n';
    if (repeated && i == rows / 2)
      bytes += bytes.substr(bytes.find('\n') + 1, std::string_view("w0 ").size() + sizeof values + (newlines ? 1 : 0));
  }
  return bytes;
}

/// A file of vectors, what it says without an index, and its index.
struct Subject {
  Subject(bool newlines, ReducedRows kind, bool repeated = false)
      : path(Folder::get().write("v" + std::to_string(2 * static_cast<int>(kind) + (newlines ? 1 : 0)),
                                 vectors_file(newlines, repeated))),
        alone(load_vectors(path).vectors) {
    write_index(map_to_index(path), kind, 1);
    index = Folder::get().read(VectorIndex::path_for(path));
  }

  std::string path;
  WordVectors alone;
  std::string index;
};

const Subject& subject(unsigned choices) {
  static const std::array<Subject, 6> all{
      Subject(false, ReducedRows::none),       Subject(true, ReducedRows::none),
      Subject(false, ReducedRows::float16),    Subject(true, ReducedRows::float16),
      Subject(false, ReducedRows::int8, true), Subject(true, ReducedRows::int8, true)};
  return all[2 * (choices & reduced) % 6 + ((choices & no_newlines) != 0 ? 0 : 1)];
}

std::string changed(const Subject& subject, unsigned choices, std::string_view changes) {
  const std::string& right = subject.index;
  std::string index = right;
  for (; changes.size() >= 4; changes.remove_prefix(4)) {
    const auto byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(changes[i])); };
    const std::size_t part = byte(0) % (1 + test::section_count(right));
    const std::uint64_t begin = part == 0 ? 0 : test::section_begin(right, part - 1);
    const std::uint64_t size = part == 0 ? test::front_bytes(right) : test::section_length(right, part - 1);
    if (size > 0) index[begin + (byte(1) | byte(2) << 8U) % size] = changes[3];
  }
  if ((choices & sealed) != 0) test::seal(index, right);
  if ((choices & cut) != 0) index.pop_back();
  if ((choices & lengthened) != 0) index += '\0';
  return index;
}

std::vector<Match> search(const WordVectors& vectors, std::vector<float> point, std::uint32_t excluded) {
  SearchOptions options;
  options.k = 5;
  options.threads = 1;
  return top_k(vectors, std::vector{SearchQuery{std::move(point), {excluded}}}, options)[0];
}

/// With the index as it was made, or with one that is refused.
void check_same(const WordVectors& vectors, const WordVectors& alone) {
  require(vectors.size() == alone.size() && vectors.dim() == alone.dim(), "the file's size");
  for (std::uint32_t i = 0; i < rows; ++i) {
    require(vectors.word(i) == alone.word(i), "the file's words");
    require(vectors.row(i) == alone.row(i), "the file's rows");
    require(vectors.find(alone.word(i)) == i, "a word is found");
  }
  require(!vectors.find("w") && !vectors.find("w2") && !vectors.find("x"), "no other word is found");
  for (const std::uint32_t word : {0U, 3U, 17U}) {
    require(search(vectors, alone.row(word), word) == search(alone, alone.row(word), word), "the same answer");
  }
}

/// With any index at all.
void check_sane(const WordVectors& vectors, const WordVectors& alone) {
  for (std::uint32_t i = 0; i < std::min<std::size_t>(vectors.size(), 2 * rows); ++i) {
    accepted([&] { require(!vectors.word(i).empty(), "no word is empty"); });
    accepted([&] {
      const std::vector<float> row = vectors.row(i);
      require(std::ranges::all_of(row, [](float value) { return std::isfinite(value); }), "values are finite");
    });
  }
  for (std::size_t i = 0; i < rows; ++i) {
    accepted([&] {
      const auto found = vectors.find(alone.word(i));
      require(!found || vectors.word(*found) == alone.word(i), "what is found is the word");
    });
  }
  accepted([&] {
    std::vector<float> point(vectors.dim(), 0.5F);
    point[0] = -1;
    const std::vector<Match> found = search(vectors, point, 1);
    require(found.size() <= 5, "no more answers than asked for");
    for (const Match& match : found) {
      require(match.word < vectors.size() && match.word != 1, "an answer is a row");
      require(match.similarity == similarity(point, vectors.row(match.word)), "its similarity is the row's");
    }
  });
}

/// True if bytes are changed that are compared with their hash when an index is opened.
bool verified_part_changed(const std::string& index, const std::string& right) {
  if (index.compare(0, test::front_bytes(right), right, 0, test::front_bytes(right)) != 0) return true;
  for (const char* name : {"source", "facts", "repeated"}) {
    const std::size_t section = test::section_number(right, name);
    const std::uint64_t begin = test::section_begin(right, section);
    const std::uint64_t size = test::section_length(right, section);
    if (index.compare(begin, size, right, begin, size) != 0) return true;
  }
  return false;
}

void check(Input input) {
  const unsigned choices = input.choice();
  const Subject& tried = subject(choices);
  const std::string index = changed(tried, choices, input.rest());
  Folder::get().write(VectorIndex::path_for(tried.path).substr(Folder::get().path("").size()), index);
  const bool must_be_refused =
      index.size() != tried.index.size() || ((choices & sealed) == 0 && verified_part_changed(index, tried.index));
  for (const bool lazy : {false, true}) {
    const LoadedVectors loaded = load_vectors(tried.path, {.lazy = lazy});
    const bool used = loaded.vectors.index() != nullptr;
    if (index == tried.index) require(used && loaded.index_warning.empty(), "a right index is used");
    if (must_be_refused)
      require(!used && !loaded.index_warning.empty(),
              "an index that is cut, or damaged where it is checked, is not used");
    if (!used || index == tried.index) {
      check_same(loaded.vectors, tried.alone);
    } else {
      check_sane(loaded.vectors, tried.alone);
    }
  }
}

}  // namespace
}  // namespace w2v::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  w2v::fuzz::check({data, size});
  return 0;
}
