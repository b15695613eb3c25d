#pragma once

#include <vector>

#include "w2v/formats/binary_format.hpp"
#include "w2v/formats/row_encoder.hpp"

namespace w2v {

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
