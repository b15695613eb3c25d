#include "pictures/colour_ramp.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace app {
namespace {

/// Relative luminance, 0 .. 1 (WCAG 2).
double luminance(const std::array<double, 3>& colour) {
  const auto linear = [](double value) {
    const double share = value / 255;
    return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2]);
}

}  // namespace

ColourRamp::ColourRamp(const std::array<Colour, 5>& anchors) {
  for (std::size_t i = 0; i < steps; ++i) {
    const double place = static_cast<double>(i) * (anchors.size() - 1) / (steps - 1);
    const auto below = std::min(static_cast<std::size_t>(place), anchors.size() - 2);
    const double share = place - static_cast<double>(below);
    Colour colour;
    for (std::size_t c = 0; c < 3; ++c) colour[c] = (1 - share) * anchors[below][c] + share * anchors[below + 1][c];
    steps_[i].back =
        fmt::format("#{:02x}{:02x}{:02x}", std::lround(colour[0]), std::lround(colour[1]), std::lround(colour[2]));
    // Where black and white stand out equally: (L + 0.05)^2 = 1.05 * 0.05.
    steps_[i].front = luminance(colour) > 0.179 ? "#10151b" : "#ffffff";
  }
}

const ColourRamp& ColourRamp::light() {
  static const ColourRamp ramp({{{245, 248, 251}, {190, 214, 236}, {107, 168, 214}, {33, 104, 173}, {8, 41, 88}}});
  return ramp;
}

const ColourRamp& ColourRamp::dark() {
  static const ColourRamp ramp({{{27, 32, 39}, {24, 57, 94}, {32, 104, 166}, {104, 172, 232}, {226, 240, 255}}});
  return ramp;
}

std::size_t ColourRamp::step_of(double value, double low, double high) {
  if (!(high > low)) return steps / 2;
  return static_cast<std::size_t>(std::lround(std::clamp((value - low) / (high - low), 0.0, 1.0) * (steps - 1)));
}

}  // namespace app
