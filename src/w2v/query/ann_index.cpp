#include "w2v/query/ann_index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <utility>

#include "w2v/base/error.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/query/similarity.hpp"

namespace w2v {

AnnIndex::AnnIndex(AnnFile file) : file_(std::move(file)) {}

AnnIndex AnnIndex::open(const std::string& path, const WordVectors& vectors) {
  if (vectors.mapped() == nullptr) {
    throw Error(fmt::format(
        "{}: has no approximate index: expected a plain word2vec binary file; w2v convert makes one", path));
  }
  return AnnIndex(AnnFile::open(*vectors.mapped()));
}

std::vector<std::vector<Match>> AnnIndex::top_k(const WordVectors& vectors, std::span<const SearchQuery> queries,
                                                const SearchOptions& options, std::size_t ef) const {
  if (options.among || !options.center.empty()) {
    throw UsageError("an approximate index has all rows as they are: expected no list of words and no centre");
  }
  for (const SearchQuery& query : queries) {
    if (query.point.size() != vectors.dim()) {
      throw Error(
          fmt::format("query of another length: expected {} values, found {}", vectors.dim(), query.point.size()));
    }
  }
  const auto answer = [&](const SearchQuery& query) {
    const std::size_t k = std::min(options.k, vectors.size());
    const std::size_t wanted = std::min(k + query.excluded.size(), vectors.size());
    std::vector<std::uint32_t> near = file_.search(unit(query.point), std::max(wanted, ef));
    near.resize(std::min(near.size(), wanted));
    std::vector<Match> matches;
    for (const std::uint32_t word : near) {
      if (std::ranges::find(query.excluded, word) != query.excluded.end()) continue;
      const float cosine = similarity(query.point, vectors.row(word));
      if (cosine >= options.min_similarity) matches.push_back({word, cosine});
    }
    std::ranges::sort(matches, [](const Match& a, const Match& b) {
      return a.similarity != b.similarity ? a.similarity > b.similarity : a.word < b.word;
    });
    matches.resize(std::min(matches.size(), k));
    return matches;
  };
  std::vector<std::vector<Match>> answers(queries.size());
  if (options.k == 0) return answers;
  std::atomic<std::size_t> next{0};
  const auto most = static_cast<int>(std::clamp<std::size_t>(queries.size(), 1, 4096));
  parallel(std::min(thread_count(options.threads), most), [&](const Worker& worker) {
    for (std::size_t q = next++; q < queries.size() && !worker.failed; q = next++) answers[q] = answer(queries[q]);
  });
  return answers;
}

void write_ann_index(const WordVectors& vectors, const HnswConfig& config, const Observer& observer) {
  if (vectors.mapped() == nullptr) throw Error("vectors in memory cannot be indexed: expected a mapped file");
  write_ann_file(*vectors.mapped(), config, observer);
}

}  // namespace w2v
