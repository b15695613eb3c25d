#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "w2v/base/text.hpp"
#include "w2v/formats/detect.hpp"

namespace w2v {

/// The bytes of rows: of the file itself, and of the file of words where the format has one.
struct EncodedRows {
  std::string rows;
  std::string words;
};

/// What rows lose when they are stored with fewer bits. The relative error of a row is |stored - row| / |row|,
/// Euclidean lengths; rows of zeros are stored exactly and do not count.
struct StorageLoss {
  std::uint64_t rows = 0;
  double mean_error = 0;
  double largest_error = 0;
  double mean_cosine = 1;  ///< between row and stored row
};

/// How one format puts rows into bytes. Knows nothing of files and of other rows.
class RowEncoder {
 public:
  virtual ~RowEncoder() = default;

  /// What stands before the rows; nothing where the format has no head.
  [[nodiscard]] virtual std::optional<std::string> head(std::uint64_t /*rows*/) const { return std::nullopt; }
  /// The bytes that a word may not hold.
  [[nodiscard]] virtual std::string_view forbidden() const = 0;
  /// The largest absolute value that can be stored.
  [[nodiscard]] virtual float largest_value() const { return std::numeric_limits<float>::max(); }
  /// Appends a row that fits. Bytes for words come from formats with a companion_path() only.
  virtual void append(std::string_view word, std::span<const float> values, EncodedRows& out) = 0;
  /// What storing has cost so far, where values change by it.
  [[nodiscard]] virtual std::optional<StorageLoss> loss() const { return std::nullopt; }
};

std::unique_ptr<RowEncoder> make_encoder(VectorFormat format, std::size_t dim);

}  // namespace w2v
