#include "w2v/cluster/kmeans.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <span>

#include "w2v/base/error.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/base/random.hpp"
#include "w2v/base/text.hpp"
#include "w2v/base/unit.hpp"
#include "w2v/simd/dot_products.hpp"
#include "w2v/simd/packed_rows.hpp"

namespace w2v {
namespace {

/// Rows that a thread takes at a time. A multiple of 6, which products() likes.
constexpr std::size_t block_rows = 96;

std::size_t blocks_of(std::size_t rows) {
  return (rows + block_rows - 1) / block_rows;
}

/// The largest of the scores, the first of equal ones.
std::uint32_t first_of_largest(std::span<const float> scores) {
  constexpr std::size_t lanes = 16;
  std::array<float, lanes> most;
  most.fill(scores[0]);
  std::size_t i = 0;
  for (; i + lanes <= scores.size(); i += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      most[lane] = most[lane] < scores[i + lane] ? scores[i + lane] : most[lane];
    }
  }
  for (; i < scores.size(); ++i) most[0] = std::max(most[0], scores[i]);
  const float largest = *std::ranges::max_element(most);
  return static_cast<std::uint32_t>(std::ranges::find(scores, largest) - scores.begin());
}

class KMeans {
 public:
  KMeans(const WordVectors& vectors, const ClusterConfig& config, const Observer& observer);
  Clustering run();

 private:
  template <class Body>
  void for_blocks(std::size_t blocks, Body&& body) const;
  [[nodiscard]] std::span<const float* const> pointers(std::size_t block) const;
  void draw_centres();
  void approach(const float* centre, std::vector<double>& distances, std::vector<double>& sums) const;
  std::size_t draw(const std::vector<double>& distances, const std::vector<double>& sums, Random& random);
  void set_centre(std::size_t c, std::size_t row);
  void assign();
  void fill_empty_classes();
  void move_centres();
  [[nodiscard]] double mean_cosine() const;

  const ClusterConfig& config_;
  const Observer& observer_;
  std::size_t rows_;
  std::size_t dim_;
  Matrix<float> units_;
  std::vector<const float*> pointers_;  // to the rows of units_
  std::vector<bool> is_zero_;
  std::vector<bool> drawn_;
  std::vector<float> cosines_;  // of each row and the centre of its class
  Clustering result_;
};

KMeans::KMeans(const WordVectors& vectors, const ClusterConfig& config, const Observer& observer)
    : config_(config),
      observer_(observer),
      rows_(vectors.size()),
      dim_(vectors.dim()),
      units_(rows_, dim_, "the unit rows", Matrix<float>::fewer_vectors),
      pointers_(rows_),
      is_zero_(rows_),
      drawn_(rows_),
      cosines_(rows_) {
  for (std::size_t i = 0; i < rows_; ++i) {
    const std::vector<float> row = vectors.row(i);
    is_zero_[i] = !scale_to_unit(std::span<const float>(row), units_.row(i));
    pointers_[i] = units_.row(i);
    result_.zero_rows += is_zero_[i] ? 1 : 0;
  }
  const std::uint64_t usable = rows_ - result_.zero_rows;
  if (config.classes == 0 || config.classes > usable) {
    throw UsageError(
        fmt::format("impossible number of classes: expected 1 to {}, the vectors that are not zeros, found {}", usable,
                    config.classes));
  }
  result_.classes.assign(rows_, 0);
  result_.centres = Matrix<float>(config.classes, dim_, "the centres", "lower --classes");
}

/// body(block) for each block, by all threads.
template <class Body>
void KMeans::for_blocks(std::size_t blocks, Body&& body) const {
  if (observer_.stop_requested()) throw Interrupted();
  std::atomic<std::size_t> next{0};
  parallel(config_.threads, [&](const Worker& worker) {
    auto work = body();
    for (std::size_t block = next++; block < blocks && !worker.failed; block = next++) work(block);
  });
}

std::span<const float* const> KMeans::pointers(std::size_t block) const {
  const std::size_t first = block * block_rows;
  return {pointers_.data() + first, std::min(block_rows, rows_ - first)};
}

/// Lowers each row's distance to that from a new centre, where it is nearer; sums: of each block's distances.
void KMeans::approach(const float* centre, std::vector<double>& distances, std::vector<double>& sums) const {
  for_blocks(sums.size(), [&] {
    return [&](std::size_t block) {
      std::array<float, block_rows> dots;
      std::array<float, block_rows> ignored;
      const auto rows = pointers(block);
      simd::score_rows(centre, rows, dim_, dots.data(), ignored.data());
      double sum = 0;
      for (std::size_t r = 0; r < rows.size(); ++r) {
        double& distance = distances[block * block_rows + r];
        distance = std::min(distance, std::max(0.0, 1 - double{dots[r]}));
        sum += distance;
      }
      sums[block] = sum;
    };
  });
}

/// A row in proportion to its distance; where all are 0, the first that was not drawn yet.
std::size_t KMeans::draw(const std::vector<double>& distances, const std::vector<double>& sums, Random& random) {
  double total = 0;
  for (const double sum : sums) total += sum;
  double left = static_cast<double>(random.next() >> 11) * 0x1p-53 * total;
  std::size_t block = 0;
  while (block + 1 < sums.size() && left >= sums[block]) left -= sums[block++];
  std::size_t found = rows_;
  for (std::size_t i = block * block_rows; i < rows_ && total > 0; ++i) {
    if (distances[i] <= 0 || drawn_[i]) continue;
    found = i;
    left -= distances[i];
    if (left < 0) break;
  }
  for (std::size_t i = 0; found == rows_; ++i) {
    if (!drawn_[i] && !is_zero_[i]) found = i;
  }
  drawn_[found] = true;
  return found;
}

void KMeans::set_centre(std::size_t c, std::size_t row) {
  std::copy_n(units_.row(row), dim_, result_.centres.row(c));
}

void KMeans::draw_centres() {
  Random random(config_.seed);
  // At first every row is as far from the centres as any other; rows of zeros are never drawn.
  std::vector<double> distances(rows_, 2.0);
  std::vector<double> sums(blocks_of(rows_), 0.0);
  for (std::size_t i = 0; i < rows_; ++i) {
    if (is_zero_[i]) distances[i] = 0;
    sums[i / block_rows] += distances[i];
  }
  for (std::size_t c = 0; c < config_.classes; ++c) {
    set_centre(c, draw(distances, sums, random));
    approach(result_.centres.row(c), distances, sums);
  }
}

void KMeans::assign() {
  std::vector<const float*> centre_rows(config_.classes);
  for (std::size_t c = 0; c < config_.classes; ++c) centre_rows[c] = result_.centres.row(c);
  simd::PackedRows centres(config_.classes, dim_);
  centres.pack(centre_rows);
  const std::size_t stride = centres.padded_size();
  for_blocks(blocks_of(rows_), [&] {
    return [&, scores = std::vector<float>(block_rows * stride)](std::size_t block) mutable {
      const auto rows = pointers(block);
      simd::products(rows, centres, scores.data(), stride);
      for (std::size_t r = 0; r < rows.size(); ++r) {
        const std::span<const float> of_row(scores.data() + r * stride, config_.classes);
        const std::uint32_t nearest = first_of_largest(of_row);
        result_.classes[block * block_rows + r] = nearest;
        cosines_[block * block_rows + r] = of_row[nearest];
      }
    };
  });
}

void KMeans::fill_empty_classes() {
  std::vector<std::size_t> members(config_.classes);
  for (std::size_t i = 0; i < rows_; ++i) members[result_.classes[i]] += is_zero_[i] ? 0 : 1;
  for (std::uint32_t c = 0; c < config_.classes; ++c) {
    if (members[c] > 0) continue;
    std::size_t furthest = rows_;
    for (std::size_t i = 0; i < rows_; ++i) {
      if (is_zero_[i] || members[result_.classes[i]] < 2) continue;
      if (furthest == rows_ || cosines_[i] < cosines_[furthest]) furthest = i;
    }
    --members[result_.classes[furthest]];
    ++members[c];
    result_.classes[furthest] = c;
    cosines_[furthest] = 1;
    set_centre(c, furthest);
  }
}

/// Each centre by one thread, its rows in order: the sums do not depend on the threads.
void KMeans::move_centres() {
  std::vector<std::size_t> ends(config_.classes + 1);
  for (const std::uint32_t c : result_.classes) ++ends[c + 1];
  for (std::size_t c = 0; c < config_.classes; ++c) ends[c + 1] += ends[c];
  std::vector<std::uint32_t> members(rows_);
  std::vector<std::size_t> next(ends.begin(), ends.end() - 1);
  for (std::uint32_t i = 0; i < rows_; ++i) members[next[result_.classes[i]]++] = i;
  for_blocks(config_.classes, [&] {
    return [&, sum = std::vector<double>(dim_), unit = std::vector<float>(dim_)](std::size_t c) mutable {
      std::ranges::fill(sum, 0.0);
      for (std::size_t m = ends[c]; m < ends[c + 1]; ++m) {
        const float* row = units_.row(members[m]);
        for (std::size_t j = 0; j < dim_; ++j) sum[j] += row[j];
      }
      // Rows that cancel out leave the centre where it is.
      if (scale_to_unit(std::span<const double>(sum), unit.data())) std::ranges::copy(unit, result_.centres.row(c));
    };
  });
}

double KMeans::mean_cosine() const {
  double sum = 0;
  for (std::size_t i = 0; i < rows_; ++i) sum += is_zero_[i] ? 0.0F : cosines_[i];
  return sum / static_cast<double>(rows_ - result_.zero_rows);
}

Clustering KMeans::run() {
  draw_centres();
  std::vector<std::uint32_t> before;
  for (int iteration = 1; iteration <= config_.iterations; ++iteration) {
    if (iteration > 1) move_centres();
    before = result_.classes;
    assign();
    fill_empty_classes();
    result_.mean_cosines.push_back(mean_cosine());
    if (iteration > 1 && result_.classes == before) {
      result_.converged = true;
      break;
    }
  }
  return std::move(result_);
}

}  // namespace

Clustering cluster(const WordVectors& vectors, const ClusterConfig& config, const Observer& observer) {
  return KMeans(vectors, config, observer).run();
}

}  // namespace w2v
