#include "command_line/model_path.hpp"

#include <cstdlib>
#include <filesystem>

#include "command_line/console.hpp"
#include "command_line/report_left_out.hpp"
#include "command_line/standard_streams.hpp"
#include "w2v/base/error.hpp"

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
