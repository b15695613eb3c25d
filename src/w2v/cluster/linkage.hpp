#pragma once

#include <cstdint>
#include <vector>

#include "w2v/model/matrix.hpp"

namespace w2v {

/// An order of things in which alike ones stand together: the leaves of a tree of average linkage (UPGMA; Sokal and
/// Michener 1958), so each of its clusters is a stretch of the order. Where two clusters meet, each is turned so that
/// the neighbours are as alike as they can be. `similarities`: n x n, symmetric; the diagonal is not read. n^2 steps.
std::vector<std::uint32_t> linkage_order(const Matrix<float>& similarities);

}  // namespace w2v
