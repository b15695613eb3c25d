#include "w2v/vectors/vector_format.hpp"

#include <fmt/format.h>

#include <array>

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
    Named{VectorFormat::text, "text", ".txt"},       Named{VectorFormat::binary, "binary", ".bin"},
    Named{VectorFormat::glove, "glove", ""},         Named{VectorFormat::float16, "float16", ".f16"},
    Named{VectorFormat::int8, "int8", ".i8"},        Named{VectorFormat::npy, "npy", ".npy"},
    Named{VectorFormat::projector, "projector", ".tsv"}, Named{VectorFormat::csv, "csv", ".csv"},
    Named{VectorFormat::jsonl, "jsonl", ".jsonl"},
};

}  // namespace

std::string format_names() {
  std::string names;
  for (const Named& known : formats) names += fmt::format("{}{}", names.empty() ? "" : ", ", known.name);
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
  throw UsageError(fmt::format("'{}' is no format of vectors: expected one of {}", printable(name), format_names()));
}

VectorFormat format_for(std::string_view path) {
  if (path.ends_with(".vec")) return VectorFormat::text;
  for (const Named& known : formats) {
    if (!known.ending.empty() && path.ends_with(known.ending)) return known.format;
  }
  return VectorFormat::binary;
}

std::optional<std::string> companion_path(const std::string& path, VectorFormat format) {
  if (format != VectorFormat::npy && format != VectorFormat::projector) return std::nullopt;
  if (path == "-") {
    throw UsageError(fmt::format("vectors in the format {} are two files: expected the name of the first, not -", name_of(format)));
  }
  const bool npy = format == VectorFormat::npy;
  const std::string_view ending = npy ? ".npy" : ".tsv";
  const std::string stem = path.ends_with(ending) ? path.substr(0, path.size() - ending.size()) : path;
  return stem + (npy ? ".vocab" : "_metadata.tsv");
}

}  // namespace w2v
