// The approximate index beside a file of vectors.
//
// Input: a byte of choices, then changes of a right index, four bytes each: part, place in it (16 bits, the
// lower byte first), new value.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "../section_bytes.hpp"
#include "fuzz.hpp"
#include "w2v/query/ann_index.hpp"
#include "w2v/query/similarity.hpp"
#include "w2v/vectors/load_vectors.hpp"

namespace w2v::fuzz {
namespace {

constexpr std::size_t rows = 50;
constexpr std::size_t dim = 3;
constexpr unsigned sealed = 1;        // all but the graph gets its right hash again
constexpr unsigned sealed_graph = 2;  // and the graph, too
constexpr unsigned cut = 4;           // a byte is missing at the end; of the graph, if that is sealed
constexpr unsigned lengthened = 8;

/// A file of vectors and its index.
struct Subject {
  Subject() {
    std::string bytes = std::to_string(rows) + " " + std::to_string(dim) + "\n";
    for (std::size_t i = 0; i < rows; ++i) {
      std::array<float, dim> values{};
      for (std::size_t j = 0; j < dim && i != 3; ++j) values[j] = std::sin(static_cast<float>(7 * i * i + 3 * j));
      bytes += "w" + std::to_string(i) + " ";
      bytes.append(reinterpret_cast<const char*>(values.data()), sizeof values);
      bytes += '\n';
    }
    path = Folder::get().write("v", bytes);
    vectors = load_vectors(path).vectors;
    write_ann_index(vectors, {.m = 2, .ef_construction = 10}, Observer());
    index = Folder::get().read("v.hnsw");
  }

  std::string path;
  WordVectors vectors;
  std::string index;
};

constexpr std::size_t source_section = 0;
constexpr std::size_t graph_section = 1;

std::string changed(const Subject& subject, unsigned choices, std::string_view changes) {
  // What is in front of the graph, the begin of the graph, the elements, the lists of the upper layers.
  const std::size_t graph = test::section_begin(subject.index, graph_section);
  const std::size_t elements = graph + 96;
  constexpr std::size_t element = sizeof(std::uint32_t) * 5 + sizeof(float) * dim + 8;
  const std::array<std::size_t, 5> parts{0, graph, elements, elements + rows * element, subject.index.size()};
  std::string index = subject.index;
  for (; changes.size() >= 4; changes.remove_prefix(4)) {
    const auto byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(changes[i])); };
    const std::size_t part = byte(0) % 4;
    index[parts[part] + (byte(1) | byte(2) << 8U) % (parts[part + 1] - parts[part])] = changes[3];
  }
  if ((choices & (sealed | sealed_graph)) != 0) {
    test::seal_section(index, source_section, subject.index);
    if ((choices & sealed_graph) != 0) test::seal_section(index, graph_section, subject.index);
    test::seal_front(index, subject.index);
  }
  if ((choices & (cut | lengthened)) == 0) return index;
  const bool shorter = (choices & cut) != 0;
  if ((choices & sealed_graph) != 0) {
    std::string content = index.substr(graph, test::section_length(subject.index, graph_section));
    content.resize(content.size() + (shorter ? -1 : 1));
    test::replace_last_section(index, content, subject.index);
  } else {
    index.resize(index.size() + (shorter ? -1 : 1));
  }
  return index;
}

void check(Input input) {
  static const Subject subject;
  const unsigned choices = input.choice();
  const std::string index = changed(subject, choices, input.rest());
  Folder::get().write("v.hnsw", index);
  const WordVectors& vectors = subject.vectors;
  const bool used = accepted([&] {
    const AnnIndex ann = AnnIndex::open(subject.path, vectors);
    std::vector<SearchQuery> queries{{vectors.row(5), {5}}, {{1, -2, 0.5F}, {}}, {{0, 0, 0}, {1}}};
    SearchOptions options;
    options.k = 6;
    options.threads = 1;
    for (const std::size_t ef : {std::size_t{1}, rows}) {
      const auto answers = ann.top_k(vectors, queries, options, ef);
      for (std::size_t q = 0; q < queries.size(); ++q) {
        require(answers[q].size() <= options.k, "no more answers than asked for");
        for (const Match& match : answers[q]) {
          require(match.word < rows, "an answer is a row");
          require(std::ranges::find(queries[q].excluded, match.word) == queries[q].excluded.end(),
                  "no word of the query");
          require(match.similarity == similarity(queries[q].point, vectors.row(match.word)),
                  "its similarity is the row's");
        }
      }
      if (index == subject.index && ef == rows) {
        require(answers[0][0] == top_k(vectors, {queries.data(), 1}, options)[0][0], "the nearest of all candidates");
      }
    }
  });
  if (index == subject.index) require(used, "a right index is used");
  if (index != subject.index && (choices & (sealed | sealed_graph)) == 0) require(!used, "a changed index is refused");
  const std::size_t graph = test::section_begin(subject.index, graph_section);
  if (index.compare(graph, index.npos, subject.index, graph, subject.index.npos) != 0 && (choices & sealed_graph) == 0)
    require(!used, "a changed graph is refused");
}

}  // namespace
}  // namespace w2v::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  w2v::fuzz::check({data, size});
  return 0;
}
