#include "command_line/vector_files.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "command_line/console.hpp"
#include "command_line/standard_streams.hpp"
#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"

namespace app {
namespace {

/// What $W2V_MODEL names; see without_stream_name().
std::string in_environment(const std::string& path) {
  try {
    return without_stream_name(path, StreamUse::input);
  } catch (const w2v::UsageError& e) {
    throw w2v::UsageError(std::string("$W2V_MODEL: ") + e.what());
  }
}

}  // namespace

NamedFile model_input(const std::string& named) {
  if (!named.empty()) return {"--model", named};
  if (const char* variable = std::getenv("W2V_MODEL"); variable != nullptr && *variable != '\0')
    return {"$W2V_MODEL", in_environment(variable)};
  for (const char* usual : {"vectors.bin", "vectors.txt"}) {
    if (std::filesystem::exists(usual)) return {"the model", usual};
  }
  return {};
}

std::string model_path(const std::string& named) {
  if (std::string path = model_input(named).path; !path.empty()) return path;
  throw w2v::Error(
      "no model: expected --model FILE, $W2V_MODEL, or vectors.bin or vectors.txt in this folder; "
      "w2v train CORPUS makes one");
}

w2v::LoadedVectors load_model(const std::string& path, const w2v::ReadOptions& options) {
  w2v::LoadedVectors loaded = w2v::load_vectors(path, options);
  report_left_out(path, loaded.left_out);
  if (!loaded.index_warning.empty()) console::warning(loaded.index_warning);
  return loaded;
}

void report_left_out(const std::string& path, const std::map<std::string, std::uint64_t>& reasons,
                     const std::string& first) {
  for (const auto& [reason, rows] : reasons) {
    const bool repeated = reason == w2v::duplicate_word;
    console::warning(fmt::format("{}: {} left out ({}){}", path, w2v::count_of(rows, "row was", "rows were"), reason,
                                 repeated ? "; the first row of a word is used" : ""));
  }
  if (!first.empty()) console::warning(first + " (this is the first row that was left out)");
}

void report_left_out(const std::string& path, const w2v::LeftOut& left_out) {
  report_left_out(path, left_out.reasons, left_out.first);
  if (!left_out.stopped.empty()) console::warning(left_out.stopped + " (reading stopped at this place)");
  if (left_out.missing > 0) {
    console::warning(fmt::format("{}: the file has {} fewer than its header says", path,
                                 w2v::count_of(left_out.missing, "row", "rows")));
  }
}

w2v::VectorFormat output_format(const std::string& named, const std::string& path) {
  using w2v::VectorFormat;
  w2v::refuse_compression(path);
  const VectorFormat format = named.empty() ? w2v::format_for(path) : w2v::format_named(named);
  const bool bytes = format == VectorFormat::binary || format == VectorFormat::float16 || format == VectorFormat::int8;
  if (path == "-" && bytes && console::stdout_is_terminal()) {
    throw w2v::UsageError("binary vectors would be written to the terminal: expected a pipe, --format text, or a file");
  }
  return format;
}

}  // namespace app
