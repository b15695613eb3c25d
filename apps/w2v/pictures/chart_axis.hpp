#pragma once

#include <string>
#include <vector>

namespace app {

/// One axis of a chart: what it reaches over, and the numbers that stand at it.
class ChartAxis {
 public:
  /// Reaches from `low` to `high`, with round numbers about `wanted` times; a span of nothing is widened. Powers of 10
  /// if logarithmic, for which `low` is above 0.
  ChartAxis(double low, double high, int wanted, bool logarithmic);

  struct Tick {
    double value;
    std::string label;
  };
  [[nodiscard]] const std::vector<Tick>& ticks() const { return ticks_; }
  [[nodiscard]] double low() const { return low_; }
  [[nodiscard]] double high() const { return high_; }

  /// Where a value stands: 0 at low(), 1 at high().
  [[nodiscard]] double share(double value) const;

 private:
  void add_linear_ticks(int wanted);
  void add_powers(int wanted);

  double low_;
  double high_;
  bool logarithmic_;
  std::vector<Tick> ticks_;
};

/// A number in as few characters as tell it: 0.025, 1,200, 17 M.
std::string short_number(double value, double step);

}  // namespace app
