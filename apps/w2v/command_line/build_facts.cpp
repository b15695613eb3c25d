#include "command_line/program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "w2v/base/parallel.hpp"
#include "w2v/simd/target.hpp"

namespace app {
namespace {

/// "avx2 (of avx2, sse4, scalar; not on this processor: avx512)".
std::string instructions() {
  const std::vector<std::string> available = w2v::simd::available_targets();
  std::vector<std::string> others = w2v::simd::compiled_targets();
  std::erase_if(others,
                [&](const std::string& target) { return std::ranges::find(available, target) != available.end(); });
  return fmt::format("{} (of {}{}{})", w2v::simd::target_name(), fmt::join(available, ", "),
                     others.empty() ? "" : "; not on this processor: ", fmt::join(others, ", "));
}

}  // namespace

std::string build_facts() {
  return fmt::format(
      "w2v {}\n"
      "build         {}, {}\n"
      "libraries     {}\n"
      "instructions  {}\n"
      "threads       {}",
      W2V_VERSION, W2V_BUILD_TYPE, W2V_COMPILER, W2V_LIBRARIES, instructions(), w2v::usable_cores());
}

}  // namespace app
