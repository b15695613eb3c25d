#pragma once

#include <string>
#include <vector>

namespace w2v::simd {

/// Name of the instruction set that the kernels use: the best that this processor has, unless use_target() said
/// otherwise. "scalar", "sse4", "avx2", "avx512" on x86-64; "scalar", "neon" on arm64.
std::string target_name();

/// The instruction sets that the kernels are compiled for, best first.
std::vector<std::string> compiled_targets();

/// Those of them that this processor has, best first.
std::vector<std::string> available_targets();

/// Makes the kernels use one of available_targets(), "best" for the first. Throws UsageError for any other name.
/// Not while kernels run on another thread.
void use_target(const std::string& name);

}  // namespace w2v::simd
