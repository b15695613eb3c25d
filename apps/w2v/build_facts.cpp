#include "build_facts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "w2v/base/parallel.hpp"
#include "w2v/simd/target.hpp"

std::string build_facts() {
  return fmt::format(
      "w2v {}\n"
      "build         {}, {}\n"
      "libraries     {}\n"
      "instructions  {} (compiled: {})\n"
      "threads       {}",
      W2V_VERSION, W2V_BUILD_TYPE, W2V_COMPILER, W2V_LIBRARIES, w2v::simd::target_name(),
      fmt::join(w2v::simd::compiled_targets(), ", "), w2v::usable_cores());
}
