#include "pictures/chart_axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "w2v/base/text.hpp"

namespace app {

ChartAxis::ChartAxis(double low, double high, int wanted, bool logarithmic)
    : low_(low), high_(high), logarithmic_(logarithmic) {
  if (!(high_ > low_)) {
    const double around = low_ == 0 ? 1 : std::abs(low_) / 2;
    high_ = low_ + around;
    low_ -= logarithmic_ ? 0 : around;
  }
  if (logarithmic_) {
    add_powers(wanted);
  } else {
    add_linear_ticks(wanted);
  }
}

double ChartAxis::share(double value) const {
  if (logarithmic_) return std::log(value / low_) / std::log(high_ / low_);
  return (value - low_) / (high_ - low_);
}

/// Multiples of 1, 2 or 5 times a power of 10.
void ChartAxis::add_linear_ticks(int wanted) {
  const double least = (high_ - low_) / wanted;
  const double power = std::pow(10, std::floor(std::log10(least)));
  double step = 10 * power;
  for (const double factor : {5.0, 2.0, 1.0}) {
    if (factor * power >= least * 0.999) step = factor * power;
  }
  for (double k = std::ceil(low_ / step - 1e-9); k * step <= high_ + 1e-9 * step; ++k) {
    ticks_.push_back({k * step, short_number(k * step, step)});
  }
}

void ChartAxis::add_powers(int wanted) {
  const int first = static_cast<int>(std::ceil(std::log10(low_) - 1e-9));
  const int last = static_cast<int>(std::floor(std::log10(high_) + 1e-9));
  const int step = std::max(1, (last - first + wanted) / wanted);
  for (int power = first; power <= last; power += step) {
    const double value = std::pow(10, power);
    ticks_.push_back({value, short_number(value, value)});
  }
}

std::string short_number(double value, double step) {
  constexpr std::array<std::pair<double, const char*>, 2> units{{{1e9, " G"}, {1e6, " M"}}};
  for (const auto& [unit, name] : units) {
    if (step >= unit / 1000 && std::abs(value) >= unit) return short_number(value / unit, step / unit) + name;
  }
  const int digits = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 8);
  if (digits == 0 && value >= 0 && value < 1e15)
    return w2v::format_count(static_cast<std::uint64_t>(std::llround(value)));
  std::string text = fmt::format("{:.{}f}", value, digits);
  if (text.find_first_not_of("-0.") == std::string::npos) return "0";
  return text;
}

}  // namespace app
