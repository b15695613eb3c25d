#include "model_path.hpp"

#include <cstdlib>
#include <filesystem>

#include "w2v/base/error.hpp"

std::string model_path(const std::string& named) {
  if (!named.empty()) return named;
  if (const char* variable = std::getenv("W2V_MODEL"); variable != nullptr && *variable != '\0') return variable;
  for (const char* usual : {"vectors.bin", "vectors.txt"}) {
    if (std::filesystem::exists(usual)) return usual;
  }
  throw w2v::Error("no model: expected --model FILE, $W2V_MODEL, or vectors.bin or vectors.txt in this folder; "
                   "w2v train CORPUS makes one");
}
