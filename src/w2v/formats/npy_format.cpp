#include "w2v/formats/npy_format.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstring>
#include <utility>

#include "w2v/base/half.hpp"
#include "w2v/base/text.hpp"

namespace w2v {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t longest_header = std::size_t{1} << 20;

/// What stands behind `'key':` in a Python dictionary's text, up to `end`; empty if it is not there.
std::string_view entry(std::string_view dictionary, std::string_view key, char end) {
  const std::size_t place = dictionary.find(fmt::format("'{}':", key));
  if (place == std::string_view::npos) return {};
  std::string_view value = dictionary.substr(place + key.size() + 3);
  value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
  const std::size_t stop = value.find(end);
  return stop == std::string_view::npos ? std::string_view{} : value.substr(0, stop);
}

/// The two numbers of `(rows, dim`; nothing if it is another shape.
std::optional<std::pair<std::uint64_t, std::uint64_t>> parse_shape(std::string_view shape) {
  const std::size_t comma = shape.find(',');
  if (!shape.starts_with('(') || comma == std::string_view::npos) return std::nullopt;
  std::string_view columns = shape.substr(comma + 1);
  while (columns.starts_with(' ')) columns.remove_prefix(1);
  const auto rows = parse_integer(shape.substr(1, comma - 1));
  const auto dim = parse_integer(columns);
  if (!rows || !dim) return std::nullopt;
  return std::pair(*rows, *dim);
}

std::size_t value_bytes_of(std::string_view type) {
  constexpr std::array<std::pair<std::string_view, std::size_t>, 3> types{{{"'<f2'", 2}, {"'<f4'", 4}, {"'<f8'", 8}}};
  for (const auto& [name, bytes] : types) {
    if (type == name) return bytes;
  }
  return 0;
}

}  // namespace

bool is_npy(std::string_view bytes) {
  return bytes.starts_with(magic);
}

VectorFacts read_npy_header(BufferedReader& in) {
  const auto refuse = [&](std::string_view what, std::string_view found) {
    return Error(fmt::format("{}: header (byte 0): {}, found {}", in.name(), what, printable(found)));
  };
  const std::string_view start = in.peek(12);
  if (start.size() < 12) throw refuse("cut array file: expected a header", "the end of the file");
  const auto byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(start[i])); };
  const std::size_t version = byte(6);
  if (version < 1 || version > 3) {
    throw refuse("unknown array file: expected version 1 to 3", std::to_string(version));
  }
  const std::size_t begin = version == 1 ? 10 : 12;
  std::size_t length = byte(8) | byte(9) << 8;
  if (version > 1) length |= byte(10) << 16 | byte(11) << 24;
  if (length > longest_header) throw refuse("damaged array file: expected a short header", format_bytes(length));
  const std::string_view all = in.peek(begin + length);
  if (all.size() < begin + length) throw refuse("cut array file: expected a whole header", "the end of the file");
  const std::string_view dictionary = all.substr(begin, length);

  const std::string_view type = entry(dictionary, "descr", ',');
  const std::size_t value_bytes = value_bytes_of(type);
  if (value_bytes == 0) throw refuse("unknown type of numbers: expected '<f2', '<f4' or '<f8'", type);
  const std::string_view order = entry(dictionary, "fortran_order", ',');
  if (order != "False") throw refuse("array in Fortran order: expected 'fortran_order': False", order);
  const std::string_view shape = entry(dictionary, "shape", ')');
  const auto size = parse_shape(shape);
  if (!size) throw refuse("array of another shape: expected (rows, values)", std::string(shape) + ")");
  const auto [rows, dim] = *size;
  if (dim == 0 || dim > largest_dim) {
    throw refuse(fmt::format("impossible number of values a row: expected 1 to {}", largest_dim), std::to_string(dim));
  }
  in.consume(begin + length);
  return {VectorFormat::npy, true, rows, static_cast<std::size_t>(dim), value_bytes};
}

std::string npy_header(std::uint64_t rows, std::size_t dim) {
  constexpr std::size_t begin = 10;  // magic, version, length of the rest
  std::string dictionary = fmt::format("{{'descr': '<f4', 'fortran_order': False, 'shape': ({}, {}), }}", rows, dim);
  // NumPy leaves room for the number of rows to grow to 21 digits in place.
  dictionary.append(21 - std::to_string(rows).size(), ' ');
  dictionary.append(63 - (begin + dictionary.size()) % 64, ' ');
  dictionary += '\n';
  std::string header(magic);
  header += {'\x01', '\0', static_cast<char>(dictionary.size() & 0xFF), static_cast<char>(dictionary.size() >> 8)};
  return header + dictionary;
}

bool NpyRows::at_end() {
  if (!in_.peek(1).empty()) return false;
  words_.require_end(rows());
  return true;
}

float NpyRows::value(const char* bytes) const {
  if (value_bytes_ == sizeof(std::uint16_t)) {
    std::uint16_t half = 0;
    std::memcpy(&half, bytes, sizeof half);
    return half_to_float(half);
  }
  if (value_bytes_ == sizeof(float)) {
    float single = 0;
    std::memcpy(&single, bytes, sizeof single);
    return single;
  }
  double wide = 0;
  std::memcpy(&wide, bytes, sizeof wide);
  return static_cast<float>(wide);
}

Row NpyRows::read() {
  begin_row();
  const std::size_t dim = values_.size();
  const std::size_t bytes = dim * value_bytes_;
  const std::string_view row = in_.peek(bytes);
  if (row.size() < bytes) {
    throw Error(
        fmt::format("{}: cut in the middle of a row: expected {} bytes of numbers, found {} and the end of the file",
                    place(), bytes, row.size()));
  }
  for (std::size_t i = 0; i < dim; ++i) values_[i] = value(row.data() + i * value_bytes_);
  in_.consume(bytes);
  const std::string_view word = words_.next(name(), rows());
  for (std::size_t i = 0; i < dim; ++i) {
    if (!std::isfinite(values_[i])) {
      throw BadRow(place(row_start_ + i * value_bytes_), "not finite",
                   fmt::format("expected a finite number as value {} of {}, found {}", i + 1, dim, values_[i]));
    }
  }
  return {word, values_};
}

void NpyEncoder::append(std::string_view word, std::span<const float> values, EncodedRows& out) {
  out.rows.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  out.words += word;
  out.words += '\n';
}

}  // namespace w2v
