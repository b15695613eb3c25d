#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "w2v/formats/binary_format.hpp"
#include "w2v/formats/row_encoder.hpp"

namespace w2v {

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

/// word2vec's binary format with a third field in its header, `rows dim float16`, and dim half-precision numbers a row.
class Float16Rows : public BinaryRows {
 public:
  using BinaryRows::BinaryRows;

 private:
  [[nodiscard]] std::size_t value_place(std::size_t i) const override { return 2 * i; }
  void decode(const char* bytes, std::span<float> values) const override;
};

/// word2vec's binary format with the header `rows dim int8`. A row has a float32 scale and dim signed bytes: value i is
/// scale times byte i.
class Int8Rows : public BinaryRows {
 public:
  using BinaryRows::BinaryRows;

 private:
  [[nodiscard]] std::size_t value_place(std::size_t i) const override { return sizeof(float) + i; }
  void decode(const char* bytes, std::span<float> values) const override;
};

/// Rounds to the nearest half, the even one of two.
class Float16Encoder : public RowEncoder {
 public:
  explicit Float16Encoder(std::size_t dim) : stored_(dim) {}
  [[nodiscard]] std::optional<std::string> head(std::uint64_t rows) const override;
  [[nodiscard]] std::string_view forbidden() const override { return separators; }
  [[nodiscard]] float largest_value() const override;
  void append(std::string_view word, std::span<const float> values, EncodedRows& out) override;
  [[nodiscard]] std::optional<StorageLoss> loss() const override { return meter_.loss(); }

 private:
  std::vector<float> stored_;
  LossMeter meter_;
};

/// Scales a row so that its largest absolute value is 127, and rounds to the nearest integer: every value is off by
/// half the scale at most.
class Int8Encoder : public RowEncoder {
 public:
  explicit Int8Encoder(std::size_t dim) : stored_(dim) {}
  [[nodiscard]] std::optional<std::string> head(std::uint64_t rows) const override;
  [[nodiscard]] std::string_view forbidden() const override { return separators; }
  void append(std::string_view word, std::span<const float> values, EncodedRows& out) override;
  [[nodiscard]] std::optional<StorageLoss> loss() const override { return meter_.loss(); }

 private:
  std::vector<float> stored_;
  LossMeter meter_;
};

}  // namespace w2v
