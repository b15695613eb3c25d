#include "w2v/simd/target.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <hwy/highway.h>
#include <hwy/targets.h>

#include <algorithm>
#include <utility>

#include "w2v/base/error.hpp"

namespace w2v::simd {
namespace {

struct Target {
  long long bit;
  const char* name;
};

/// Best first. HWY_TARGETS holds the ones that the kernels are compiled for.
constexpr Target targets[] = {
    {HWY_AVX3, "avx512"},
    {HWY_AVX2, "avx2"},
    {HWY_SSE4, "sse4"},
    {HWY_NEON, "neon"},
    {HWY_SCALAR | HWY_EMU128, "scalar"},
};

bool compiled(const Target& target) {
  return (target.bit & HWY_TARGETS) != 0;
}

bool usable(const Target& target) {
  return (target.bit & HWY_TARGETS & (hwy::SupportedTargets() | HWY_SCALAR | HWY_EMU128)) != 0;
}

std::vector<std::string> names_of(bool (*chosen)(const Target&)) {
  std::vector<std::string> names;
  for (const Target& target : targets) {
    if (chosen(target)) names.emplace_back(target.name);
  }
  return names;
}

const Target* forced = nullptr;

}  // namespace

std::string target_name() {
  return forced != nullptr ? forced->name : available_targets().front();
}

std::vector<std::string> compiled_targets() {
  return names_of(compiled);
}

std::vector<std::string> available_targets() {
  return names_of(usable);
}

void use_target(const std::string& name) {
  if (name == "best") {
    forced = nullptr;
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    return;
  }
  const auto* found = std::find_if(std::begin(targets), std::end(targets),
                                   [&](const Target& target) { return target.name == name && usable(target); });
  if (found == std::end(targets)) {
    throw UsageError(fmt::format("'{}' is no instruction set of this processor and program: expected best or one of {}",
                                 name, fmt::join(available_targets(), ", ")));
  }
  forced = found;
  hwy::GetChosenTarget().Update(found->bit);
}

}  // namespace w2v::simd
