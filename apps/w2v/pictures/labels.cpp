#include "pictures/labels.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace app {
namespace {

struct Box {
  double left, top, right, bottom;

  [[nodiscard]] bool overlaps(const Box& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
};

/// Boxes by the stripes of the picture that they touch.
class Stripes {
 public:
  Stripes(double height, double stripe)
      : stripe_(stripe), boxes_(static_cast<std::size_t>(std::max(0.0, height / stripe)) + 1) {}

  void add(const Box& box) {
    for (std::size_t s = stripe_of(box.top); s <= stripe_of(box.bottom); ++s) boxes_[s].push_back(box);
  }
  [[nodiscard]] bool touches(const Box& box) const {
    for (std::size_t s = stripe_of(box.top); s <= stripe_of(box.bottom); ++s) {
      if (std::ranges::any_of(boxes_[s], [&](const Box& other) { return box.overlaps(other); })) return true;
    }
    return false;
  }

 private:
  [[nodiscard]] std::size_t stripe_of(double y) const {
    return static_cast<std::size_t>(std::clamp(y / stripe_, 0.0, static_cast<double>(boxes_.size() - 1)));
  }

  double stripe_;
  std::vector<std::vector<Box>> boxes_;
};

class Placer {
 public:
  Placer(std::span<const w2v::Point> points, const LabelOptions& options)
      : options_(options),
        labels_(options.height, 2 * options.font_size),
        dots_(options.height, 2 * options.font_size) {
    constexpr double radius = 2.5;
    for (const w2v::Point& p : points) dots_.add({p.x - radius, p.y - radius, p.x + radius, p.y + radius});
  }

  std::optional<LabelPlace> place(const w2v::Point& point, double width) {
    std::optional<Box> covering;
    for (const Box& box : beside(point, width)) {
      if (!fits(box)) continue;
      if (!dots_.touches(box)) return take(box, false);
      if (!covering) covering = box;
    }
    if (covering) return take(*covering, false);
    if (!options_.leaders) return std::nullopt;
    for (const double away : {2.0, 3.5, 5.0, 7.0}) {
      for (int k = 0; k < 16; ++k) {
        const double angle = k * std::numbers::pi / 8;
        const double x = point.x + away * options_.font_size * std::cos(angle);
        const double y = point.y + away * options_.font_size * std::sin(angle);
        const double left = std::cos(angle) < -0.1 ? x - width : std::cos(angle) > 0.1 ? x : x - width / 2;
        const Box box = at(left, y - height() / 2, width);
        if (fits(box) && !dots_.touches(box)) return take(box, true);
      }
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] double height() const { return 1.2 * options_.font_size; }
  [[nodiscard]] Box at(double left, double top, double width) const {
    return {left, top, left + width, top + height()};
  }

  /// Right, left, above, below, then the corners.
  [[nodiscard]] std::vector<Box> beside(const w2v::Point& p, double width) const {
    const double gap = 0.45 * options_.font_size;
    const double h = height();
    const double skew = 0.6 * h;
    return {at(p.x + gap, p.y - h / 2, width),
            at(p.x - gap - width, p.y - h / 2, width),
            at(p.x - width / 2, p.y - gap - h, width),
            at(p.x - width / 2, p.y + gap, width),
            at(p.x + gap / 2, p.y - skew - h / 2, width),
            at(p.x + gap / 2, p.y + skew - h / 2, width),
            at(p.x - gap / 2 - width, p.y - skew - h / 2, width),
            at(p.x - gap / 2 - width, p.y + skew - h / 2, width)};
  }

  [[nodiscard]] bool fits(const Box& box) const {
    return box.left >= 0 && box.top >= 0 && box.right <= options_.width && box.bottom <= options_.height &&
           !labels_.touches(box);
  }

  LabelPlace take(const Box& box, bool leader) {
    labels_.add(box);
    return {box.left, box.top + 0.93 * options_.font_size, leader};
  }

  const LabelOptions& options_;
  Stripes labels_;
  Stripes dots_;
};

}  // namespace

std::vector<std::optional<LabelPlace>> place_labels(std::span<const w2v::Point> points, std::span<const double> widths,
                                                    const LabelOptions& options) {
  Placer placer(points, options);
  std::vector<std::optional<LabelPlace>> places;
  for (std::size_t i = 0; i < points.size(); ++i) places.push_back(placer.place(points[i], widths[i]));
  return places;
}

}  // namespace app
