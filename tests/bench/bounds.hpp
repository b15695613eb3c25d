#pragma once

#include <cstddef>

/// What this processor can do at best, for comparison with what the kernels reach.
namespace bench {

/// Runs `rounds` of independent fused multiply-adds in registers; returns the floating-point operations done.
/// The result of the arithmetic goes to `sink`, so that it is not left out.
double multiply_add(std::size_t rounds, float* sink);

}  // namespace bench
