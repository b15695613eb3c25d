#pragma once

#include <span>
#include <vector>

namespace w2v {

/// Cosine of two rows of the same length, -1 .. 1; 0 if one of them is all zeros. Computed in double: no
/// finite row over- or underflows.
double cosine(std::span<const float> a, std::span<const float> b);

/// cosine(), rounded to float.
float similarity(std::span<const float> a, std::span<const float> b);

/// The row scaled to length 1; zeros stay zeros.
std::vector<float> unit(std::span<const float> row);
std::vector<float> unit(std::span<const double> row);

/// Whether a row is all zeros: it points nowhere, and its cosine with every other is 0.
bool is_zero(std::span<const float> row);

}  // namespace w2v
