#include "w2v/formats/vector_format.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <filesystem>

#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"

namespace w2v {
namespace {

struct Named {
  VectorFormat format;
  const char* name;
  std::string_view ending;
};

constexpr std::array formats{
    Named{VectorFormat::text, "text", ".txt"},
    Named{VectorFormat::binary, "binary", ".bin"},
    Named{VectorFormat::glove, "glove", ""},
    Named{VectorFormat::float16, "float16", ".f16"},
    Named{VectorFormat::int8, "int8", ".i8"},
    Named{VectorFormat::npy, "npy", ".npy"},
    Named{VectorFormat::projector, "projector", ".tsv"},
    Named{VectorFormat::csv, "csv", ".csv"},
    Named{VectorFormat::jsonl, "jsonl", ".jsonl"},
    Named{VectorFormat::fasttext, "fasttext", ""},
};

}  // namespace

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const Named& known : formats) names.emplace_back(known.name);
  return names;
}

const char* name_of(VectorFormat format) {
  for (const Named& known : formats) {
    if (known.format == format) return known.name;
  }
  return "";
}

VectorFormat format_named(std::string_view name) {
  for (const Named& known : formats) {
    if (known.name == name) return known.format;
  }
  throw UsageError(fmt::format("'{}' is no format of vectors: expected one of {}", printable(name),
                               fmt::join(format_names(), ", ")));
}

void refuse_compression(std::string_view path) {
  if (compression_of(path).empty()) return;
  throw UsageError(
      fmt::format("{}: vectors are not compressed: expected -, and a pipe to gzip or the like", printable(path)));
}

VectorFormat format_for(std::string_view path) {
  const std::string ending = std::filesystem::path(path).extension();
  if (ending.empty()) return VectorFormat::binary;
  if (ending == ".vec") return VectorFormat::text;
  for (const Named& known : formats) {
    if (ending == known.ending) return known.format;
  }
  throw UsageError(fmt::format("{}: the ending '{}' tells no format: expected --format, or another ending",
                               printable(path), printable(ending)));
}

std::string_view compression_of(std::string_view path) {
  for (const std::string_view ending : {".gz", ".bz2", ".xz", ".zst"}) {
    if (path.ends_with(ending)) return ending;
  }
  return {};
}

std::optional<std::string> companion_path(const std::string& path, VectorFormat format) {
  if (format != VectorFormat::npy && format != VectorFormat::projector) return std::nullopt;
  if (path == "-") {
    throw UsageError(
        fmt::format("vectors in the format {} are two files: expected the name of the first, not -", name_of(format)));
  }
  const bool npy = format == VectorFormat::npy;
  const std::string_view ending = npy ? ".npy" : ".tsv";
  const std::string stem = path.ends_with(ending) ? path.substr(0, path.size() - ending.size()) : path;
  return stem + (npy ? ".words" : "_metadata.tsv");
}

}  // namespace w2v
