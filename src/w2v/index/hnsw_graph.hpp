#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "w2v/base/observer.hpp"
#include "w2v/index/indexed_rows.hpp"

namespace w2v {

struct HnswConfig {
  std::uint32_t m = 16;                 ///< neighbours of a row in each layer, twice as many in the lowest
  std::uint32_t ef_construction = 200;  ///< candidates among which they are chosen
  std::uint64_t seed = 1;               ///< of the layers of the rows
  int threads = 1;

  static constexpr std::uint32_t most_m = 512;
  static constexpr std::uint32_t most_ef_construction = 100'000;
};

/// A hierarchical navigable small world graph (Malkov and Yashunin 2016, arXiv:1603.09320) of rows scaled to
/// length 1, by inner product: hnswlib's. Finds near rows without a look at most others, and may miss some.
/// Movable; many threads may search one at the same time.
class HnswGraph {
 public:
  /// Of all rows of the vectors. The same with the same seed and instruction set on one thread; on several it
  /// depends on which row comes first. Throws Error if there is no row, too many or a value is not finite,
  /// Interrupted.
  static HnswGraph build(const IndexedRows& vectors, const HnswConfig& config, const Observer& observer);

  /// The one that was saved as these bytes, which must begin at a multiple of 8 and outlive it: it lies where
  /// they are. Throws Error if they are no graph of `rows` rows of `dim` values; whatever they are, a search
  /// stays inside them.
  static HnswGraph over(std::string_view saved, std::uint64_t rows, std::size_t dim);

  HnswGraph(HnswGraph&&) noexcept;
  HnswGraph& operator=(HnswGraph&&) noexcept;
  ~HnswGraph();

  /// The bytes that hnswlib's saveIndex() writes, piece by piece.
  void save(const std::function<void(std::string_view piece)>& write) const;

  /// Up to `ef` rows, the nearest first as far as single precision tells, found among `ef` candidates: with
  /// more of them fewer are missed. `direction`: dim values.
  [[nodiscard]] std::vector<std::uint32_t> search(std::span<const float> direction, std::size_t ef) const;

 private:
  class Graph;
  explicit HnswGraph(std::unique_ptr<Graph> graph);

  std::unique_ptr<Graph> graph_;
};

}  // namespace w2v
