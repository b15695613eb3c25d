#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "w2v/formats/detect.hpp"

namespace w2v {

/// The names of all formats, as options take them: "text", "binary", ...
std::vector<std::string> format_names();

/// A format's name, as options take it.
const char* name_of(VectorFormat format);

/// Throws UsageError for a name that no format has.
VectorFormat format_named(std::string_view name);

/// The ending of a compressed file at the end of a path: .gz, .bz2, .xz or .zst; empty if there is none.
std::string_view compression_of(std::string_view path);

/// Throws UsageError for a path to write that ends as a compressed file does: vectors are written plain.
void refuse_compression(std::string_view path);

/// The format that a path's ending asks for: .txt and .vec text, .f16 float16, .i8 int8, .npy, .tsv projector, .csv and
/// .jsonl as they are called; binary .bin or none. Throws UsageError for any other ending.
VectorFormat format_for(std::string_view path);

/// The file of words that belongs to a file of a format with two: v.words beside v.npy, v_metadata.tsv beside v.tsv.
/// Nothing for the other formats. Throws UsageError for "-": two files are no stream.
std::optional<std::string> companion_path(const std::string& path, VectorFormat format);

}  // namespace w2v
