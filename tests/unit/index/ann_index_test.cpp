#include "w2v/query/ann_index.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>

#define NO_MANUAL_VECTORIZATION  // as in the library: one definition of each of its classes
#include <hnswlib/hnswlib.h>

#include "../../section_bytes.hpp"
#include "../query/vectors.hpp"
#include "../support.hpp"
#include "w2v/query/similarity.hpp"
#include "w2v/vectors/load_vectors.hpp"

namespace w2v::test {
namespace {

constexpr std::size_t count = 3000;
constexpr std::size_t dim = 24;

/// Rows around some centres, of many lengths; row 7 is zeros, row 9 is row 8 again.
Rows clustered_rows(std::uint64_t seed = 1) {
  const Rows centres = random_rows(60, dim, seed);
  Rows rows = random_rows(count, dim, seed + 1);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < dim; ++j)
      rows[i][j] = (0.6F * rows[i][j] + centres[i % centres.size()][j]) * (i % 2 == 0 ? 0.01F : 3.0F);
  }
  std::ranges::fill(rows[7], 0.0F);
  rows[9] = rows[8];
  return rows;
}

std::string binary_file(const Rows& rows) {
  std::string bytes = std::to_string(rows.size()) + " " + std::to_string(rows[0].size()) + "\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    bytes += "w" + std::to_string(i) + " ";
    bytes.append(reinterpret_cast<const char*>(rows[i].data()), rows[i].size() * sizeof(float));
    bytes += '\n';
  }
  return bytes;
}

/// A file of vectors with an approximate index.
struct Indexed {
  explicit Indexed(const Rows& rows, const HnswConfig& config = {})
      : path(folder.write("v", binary_file(rows))), vectors(load_vectors(path).vectors) {
    write_ann_index(vectors, config, Observer());
  }
  [[nodiscard]] AnnIndex open() const { return AnnIndex::open(path, vectors); }
  [[nodiscard]] std::string bytes() const { return folder.read("v.hnsw"); }
  [[nodiscard]] std::string graph() const { return std::string(section_bytes(bytes(), "graph")); }

  TemporaryFolder folder;
  std::string path;
  WordVectors vectors;
};

std::vector<SearchQuery> some_queries(const WordVectors& vectors) {
  std::vector<SearchQuery> queries;
  for (std::uint32_t i = 0; i < 300; ++i) {
    if (i != 7) queries.push_back({vectors.row(i), {i, i + 1}});
  }
  for (const std::vector<float>& point : random_rows(20, dim, 5)) queries.push_back({point, {}});
  return queries;
}

TEST_CASE("an approximate search finds nearly all of the nearest, with exact scores and in their order", "[index]") {
  for (const int threads : {1, 3}) {
    const Indexed indexed(clustered_rows(), {.threads = threads});
    const AnnIndex index = indexed.open();
    const std::vector<SearchQuery> queries = some_queries(indexed.vectors);
    SearchOptions options;
    options.threads = threads;
    const auto exact = top_k(indexed.vectors, queries, options);
    const auto near = index.top_k(indexed.vectors, queries, options, 100);
    REQUIRE(near.size() == queries.size());
    std::size_t found = 0;
    for (std::size_t q = 0; q < queries.size(); ++q) {
      CAPTURE(threads, q);
      REQUIRE(near[q].size() == options.k);
      for (std::size_t i = 0; i < near[q].size(); ++i) {
        const Match& match = near[q][i];
        REQUIRE(match.similarity == similarity(queries[q].point, indexed.vectors.row(match.word)));
        REQUIRE(std::ranges::find(queries[q].excluded, match.word) == queries[q].excluded.end());
        if (i > 0) {
          const Match& before = near[q][i - 1];
          REQUIRE((before.similarity > match.similarity ||
                   (before.similarity == match.similarity && before.word < match.word)));
        }
        found += std::ranges::find(exact[q], match) != exact[q].end() ? 1 : 0;
      }
    }
    CAPTURE(found);
    REQUIRE(static_cast<double>(found) >= 0.98 * static_cast<double>(options.k * queries.size()));

    // More candidates miss less: all rows as candidates miss none.
    const auto all = index.top_k(indexed.vectors, queries, options, count);
    std::size_t equal = 0;
    for (std::size_t q = 0; q < queries.size(); ++q) equal += all[q] == exact[q] ? 1 : 0;
    REQUIRE(equal >= queries.size() - 3);
  }
}

TEST_CASE("an approximate search keeps to its options", "[index]") {
  const Indexed indexed(clustered_rows());
  const AnnIndex index = indexed.open();
  const std::vector<SearchQuery> one{{indexed.vectors.row(20), {20}}};
  SearchOptions options;
  options.min_similarity = 0.8F;
  const auto alike = index.top_k(indexed.vectors, one, options, 50)[0];
  REQUIRE(!alike.empty());
  REQUIRE(std::ranges::all_of(alike, [](const Match& match) { return match.similarity >= 0.8F; }));
  options.min_similarity = 2;
  REQUIRE(index.top_k(indexed.vectors, one, options, 50)[0].empty());
  options = {};
  options.k = 0;
  REQUIRE(index.top_k(indexed.vectors, one, options, 50)[0].empty());
  options.k = std::numeric_limits<std::size_t>::max();
  REQUIRE(index.top_k(indexed.vectors, one, options, 1)[0].size() >= count - 20);
  options.k = 3;
  REQUIRE(index.top_k(indexed.vectors, {}, options, 1).empty());
  REQUIRE(index.top_k(indexed.vectors, std::vector<SearchQuery>{{std::vector<float>(dim), {}}}, options, 1)[0].size() ==
          3);
  REQUIRE_THROWS_AS(index.top_k(indexed.vectors, std::vector<SearchQuery>{{{1, 2}, {}}}, options, 1), Error);
  options.center = std::vector<float>(dim, 1.0F);
  REQUIRE_THROWS_AS(index.top_k(indexed.vectors, one, options, 1), UsageError);
  options = {};
  options.among = std::vector<std::uint32_t>{1};
  REQUIRE_THROWS_AS(index.top_k(indexed.vectors, one, options, 1), UsageError);
}

TEST_CASE("one thread and one seed make one graph, another seed another", "[index]") {
  const Rows rows = clustered_rows();
  const auto graph = [&](std::uint64_t seed, std::uint32_t m) { return Indexed(rows, {.m = m, .seed = seed}).graph(); };
  REQUIRE(graph(1, 16) == graph(1, 16));
  REQUIRE(graph(1, 16) != graph(2, 16));
  REQUIRE(graph(1, 8).size() < graph(1, 16).size());
}

TEST_CASE("the smallest graphs", "[index]") {
  for (const std::size_t rows : {1, 2, 3}) {
    const Indexed indexed(random_rows(rows, dim, rows), {.m = 2, .ef_construction = 1});
    const AnnIndex index = indexed.open();
    const auto found = index.top_k(indexed.vectors, std::vector<SearchQuery>{{indexed.vectors.row(0), {0}}}, {}, 10)[0];
    REQUIRE(found.size() == rows - 1);
  }
}

TEST_CASE("what is saved is hnswlib's own format", "[index]") {
  const Indexed indexed(clustered_rows());
  indexed.folder.write("graph", indexed.graph());
  hnswlib::InnerProductSpace space(dim);
  hnswlib::HierarchicalNSW<float> theirs(&space, indexed.folder.path("graph"));
  REQUIRE(theirs.cur_element_count == count);
  std::size_t equal = 0;
  for (std::uint32_t i = 0; i < 200; ++i) {
    if (i == 7) continue;
    const std::vector<float> direction = unit(indexed.vectors.row(i));
    auto found = theirs.searchKnn(direction.data(), 50);
    while (found.size() > 1) found.pop();
    const std::size_t nearest = found.top().second;
    equal += nearest == i || indexed.vectors.row(nearest) == indexed.vectors.row(i) ? 1 : 0;
  }
  REQUIRE(equal >= 197);
}

void refuses(const Indexed& indexed, std::string_view why) {
  const std::string message = message_of([&] { static_cast<void>(indexed.open()); });
  CAPTURE(message, why);
  REQUIRE(message.starts_with(indexed.path + ".hnsw: "));
  REQUIRE(message.find(why) != std::string::npos);
  REQUIRE(message.ends_with("w2v index " + indexed.path + " --ann makes a new one"));
}

TEST_CASE("a damaged approximate index is refused, whichever byte it is", "[index]") {
  const Indexed indexed(random_rows(60, 3, 4), {.m = 2, .ef_construction = 10});
  const std::string whole = indexed.bytes();
  for (std::size_t size = 0; size < whole.size(); size += size < 300 ? 1 : 97) {
    indexed.folder.write("v.hnsw", whole.substr(0, size));
    refuses(indexed, size == 0 ? "is empty" : size < 8 ? "byte 0: not an approximate index" : "the file is cut");
  }
  indexed.folder.write("v.hnsw", whole + '\0');
  refuses(indexed, "the file is too long");
  const std::size_t front = front_bytes(whole);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string changed = whole;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    indexed.folder.write("v.hnsw", changed);
    refuses(indexed, i < 8            ? "not an approximate index"
                     : i < front      ? "expected"
                     : i < front + 64 ? "section 'source': damaged: expected"
                                      : "section 'graph': damaged: expected");
  }
  indexed.folder.write("v.hnsw", whole);
  static_cast<void>(indexed.open());
}

TEST_CASE("an approximate index of an older version is refused by name", "[index]") {
  const Indexed indexed(random_rows(60, 3, 4), {.m = 2, .ef_construction = 10});
  // Version 1 had a header of 80 bytes with its hash at the end, and the graph behind it.
  std::string old = "w2v-hnsw"s + std::string(72, '\0') + indexed.graph();
  set_value(old, 8, std::uint32_t{1});
  set_value(old, 72, XXH3_64bits(old.data(), 72));
  indexed.folder.write("v.hnsw", old);
  refuses(indexed, "byte 8: an approximate index of another version: expected 2, found 1; ");
}

TEST_CASE("a graph with right checksums that is no graph is refused, or searched without harm", "[index]") {
  const Indexed indexed(random_rows(60, 3, 4), {.m = 2, .ef_construction = 10});
  const std::string whole = indexed.bytes();
  const std::string graph = indexed.graph();
  std::size_t refused = 0;
  for (std::size_t i = 0; i < graph.size(); ++i) {
    for (const char value : {'\0', '\x02', '\x7f', '\xff'}) {
      std::string changed = graph;
      changed[i] = value;
      std::string forged = whole;
      replace_last_section(forged, changed, whole);
      indexed.folder.write("v.hnsw", forged);
      try {
        const AnnIndex index = indexed.open();
        const SearchQuery query{indexed.vectors.row(i % 60), {3}};
        const auto found = index.top_k(indexed.vectors, std::vector{query}, {}, 30)[0];
        for (const Match& match : found) {
          if (match.word >= 60 || match.word == 3) FAIL("byte " << i);
          if (match.similarity != similarity(query.point, indexed.vectors.row(match.word))) FAIL("byte " << i);
        }
      } catch (const Error&) {
        ++refused;
      }
    }
  }
  REQUIRE(refused > 1000);
  for (std::size_t size = 0; size < graph.size(); size += 7) {
    std::string forged = whole;
    replace_last_section(forged, graph.substr(0, size), whole);
    indexed.folder.write("v.hnsw", forged);
    refuses(indexed, "damaged graph");
  }
}

TEST_CASE("an approximate index is refused with other vectors, and where there can be none", "[index]") {
  const Indexed indexed(random_rows(60, 3, 4));
  const auto open = [&](const ReadOptions& options) {
    return message_of([&] { AnnIndex::open(indexed.path, load_vectors(indexed.path, options).vectors); });
  };
  REQUIRE(open({}) == "nothing was thrown");
  REQUIRE(open({.limit = 59}).find("60 rows of 3 values: expected 59 of 3") != std::string::npos);
  REQUIRE(open({.lenient = true}).find("expected a plain word2vec binary file") != std::string::npos);
  indexed.folder.write("v", binary_file(random_rows(60, 3, 5)));
  REQUIRE(open({}).find("is not of " + indexed.path + " as it is now") != std::string::npos);
  std::filesystem::remove(indexed.path + ".hnsw");
  REQUIRE(open({}).find("no such approximate index") != std::string::npos);
  REQUIRE_THROWS_AS(write_ann_index(make(random_rows(4, 3, 1)), {}, Observer()), Error);
}

TEST_CASE("an approximate index is not made of what is not finite, nor when it is to stop", "[index]") {
  class Stop : public Observer {
   public:
    [[nodiscard]] bool stop_requested() const override { return true; }
  };
  const TemporaryFolder folder;
  Rows rows = random_rows(50, 4, 1);
  const WordVectors right = load_vectors(folder.write("v", binary_file(rows))).vectors;
  REQUIRE_THROWS_AS(write_ann_index(right, {.threads = 2}, Stop()), Interrupted);
  rows[30][2] = std::numeric_limits<float>::infinity();
  const WordVectors wrong = load_vectors(folder.write("w", binary_file(rows)), {.lazy = true}).vectors;
  REQUIRE_THROWS_AS(write_ann_index(wrong, {.threads = 2}, Observer()), Error);
  REQUIRE(folder.files() == 2);
}

}  // namespace
}  // namespace w2v::test
