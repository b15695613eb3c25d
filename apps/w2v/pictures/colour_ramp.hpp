#pragma once

#include <array>
#include <cstddef>
#include <string>

namespace app {

/// Colours of one hue from little to much, which differ in lightness alone, so that whoever sees no hues sees them,
/// too.
class ColourRamp {
 public:
  static constexpr std::size_t steps = 21;

  struct Step {
    std::string back;   ///< "#rrggbb"
    std::string front;  ///< of text on it
  };

  /// The less, the nearer to white.
  static const ColourRamp& light();
  /// The less, the nearer to black.
  static const ColourRamp& dark();

  [[nodiscard]] const Step& operator[](std::size_t i) const { return steps_[i]; }

  /// The step of a value between `low` and `high`.
  static std::size_t step_of(double value, double low, double high);

 private:
  using Colour = std::array<double, 3>;  // red, green, blue, 0 .. 255
  explicit ColourRamp(const std::array<Colour, 5>& anchors);

  std::array<Step, steps> steps_;
};

}  // namespace app
