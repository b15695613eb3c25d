#pragma once

#include <optional>
#include <span>
#include <vector>

#include "w2v/projection/projection.hpp"

namespace app {

/// Where the label of a point is written.
struct LabelPlace {
  double left;  ///< of the text
  double baseline;
  bool leader;  ///< so far from its point that a line must lead to it
};

struct LabelOptions {
  double font_size;
  double width;  ///< of the picture, which no label leaves
  double height;
  bool leaders = false;  ///< a label without room beside its point may stand further away
};

/// Places for labels of the given widths beside their points, in this order, the first being the most important one. No
/// label overlaps another; of the places beside a point one is preferred that covers no other point. Nothing for a
/// label without room.
std::vector<std::optional<LabelPlace>> place_labels(std::span<const w2v::Point> points, std::span<const double> widths,
                                                    const LabelOptions& options);

}  // namespace app
