#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

namespace w2v {

/// What rows lose when they are stored with fewer bits. The relative error of a row is |stored - row| / |row|,
/// Euclidean lengths; rows of zeros are stored exactly and do not count.
struct StorageLoss {
  std::uint64_t rows = 0;
  double mean_error = 0;
  double largest_error = 0;
  double mean_cosine = 1;  ///< between row and stored row
};

/// Measures a StorageLoss row by row, in double.
class LossMeter {
 public:
  void add(std::span<const float> row, std::span<const float> stored) {
    double squares = 0;
    double stored_squares = 0;
    double product = 0;
    double off = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const double a = row[i];
      const double b = stored[i];
      squares += a * a;
      stored_squares += b * b;
      product += a * b;
      off += (a - b) * (a - b);
    }
    if (squares == 0) return;
    const double error = std::sqrt(off / squares);
    ++rows_;
    errors_ += error;
    largest_ = std::max(largest_, error);
    if (stored_squares > 0) cosines_ += std::min(1.0, product / (std::sqrt(squares) * std::sqrt(stored_squares)));
  }

  [[nodiscard]] StorageLoss loss() const {
    if (rows_ == 0) return {};
    const auto rows = static_cast<double>(rows_);
    return {rows_, errors_ / rows, largest_, cosines_ / rows};
  }

 private:
  std::uint64_t rows_ = 0;
  double errors_ = 0;
  double largest_ = 0;
  double cosines_ = 0;
};

}  // namespace w2v
