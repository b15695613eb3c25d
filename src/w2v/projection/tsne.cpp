#include "w2v/projection/tsne.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <numbers>

#include "w2v/base/error.hpp"
#include "w2v/base/random.hpp"
#include "w2v/projection/affinities.hpp"
#include "w2v/projection/pca.hpp"
#include "w2v/projection/row_blocks.hpp"

namespace w2v {
namespace {

using Clock = std::chrono::steady_clock;

constexpr float exaggeration = 12;
constexpr int longest_exaggeration = 250;
constexpr double start_size = 1e-4;
constexpr std::size_t lanes = 16;

/// Fewer rows are not worth a second thread, which must be awake for every step.
constexpr std::size_t rows_a_thread = 512;

double checked_perplexity(std::optional<double> wanted, std::size_t rows) {
  const double others = static_cast<double>(rows) - 1;
  if (!wanted) return std::min(30.0, std::max(1.0, others / 3));
  if (*wanted > 0 && *wanted < others) return *wanted;
  throw UsageError(fmt::format("--perplexity {}: expected a number above 0 and below {}, the number of other words",
                               *wanted, others));
}

/// One coordinate of all points, padded so that the sums below may work on whole lanes: padding lies so far away that
/// it adds nothing to them, and not so far that its q'^2 is subnormal, which is slow.
std::vector<float> far_away(std::size_t padded) {
  return std::vector<float>(padded, 1e8F);
}

class Tsne {
 public:
  Tsne(const Matrix<float>& rows, double perplexity, const TsneConfig& config, Observer& observer);
  TsneProjection run();

 private:
  /// What a point gives to and gets from all others; q'_ij = 1 / (1 + |y_i - y_j|^2).
  struct Forces {
    double normalizer;                  ///< sum over j of q'_ij
    double attraction_x, attraction_y;  ///< sum over j of p_ij q'_ij (y_i - y_j)
    double repulsion_x, repulsion_y;    ///< sum over j of q'_ij^2 (y_i - y_j)
  };

  void start();
  [[nodiscard]] Forces forces(std::size_t i) const;
  void step(float exaggerated, double momentum);
  void centre();
  [[nodiscard]] double divergence() const;

  const Matrix<float>& rows_;
  const TsneConfig& config_;
  Observer& observer_;
  std::size_t n_;
  int threads_;
  double perplexity_;
  double rate_;
  Matrix<float> p_;
  std::vector<float> x_, y_;  // padded
  std::vector<Point> velocity_, gain_;
  std::vector<Forces> forces_;
};

Tsne::Tsne(const Matrix<float>& rows, double perplexity, const TsneConfig& config, Observer& observer)
    : rows_(rows),
      config_(config),
      observer_(observer),
      n_(rows.rows()),
      threads_(std::clamp(static_cast<int>(n_ / rows_a_thread), 1, std::max(1, config.threads))),
      perplexity_(perplexity),
      rate_(std::max(50.0, static_cast<double>(n_) / (4 * exaggeration))),
      p_(affinities(rows, perplexity, threads_, observer)),
      x_(far_away(p_.stride())),
      y_(far_away(p_.stride())),
      velocity_(n_, {0, 0}),
      gain_(n_, {1, 1}),
      forces_(n_) {}

/// The principal components, of standard deviation 1e-4 along the first, and noise of a tenth of that.
void Tsne::start() {
  const std::vector<Point> components = pca(rows_).points;
  double squares = 0;
  for (const Point& point : components) squares += point.x * point.x;
  const double deviation = std::sqrt(squares / static_cast<double>(n_));
  const double scale = deviation > 0 ? start_size / deviation : 0;
  Random random(config_.seed);
  for (std::size_t i = 0; i < n_; ++i) {  // Box and Muller 1958
    const double radius = start_size / 10 * std::sqrt(-2 * std::log(1 - static_cast<double>(random.unit())));
    const double angle = 2 * std::numbers::pi * random.unit();
    x_[i] = static_cast<float>(scale * components[i].x + radius * std::cos(angle));
    y_[i] = static_cast<float>(scale * components[i].y + radius * std::sin(angle));
  }
}

/// In lanes that are added up in a fixed order, so that the compiler may use vectors and nothing depends on which.
Tsne::Forces Tsne::forces(std::size_t i) const {
  std::array<float, lanes> z{}, ax{}, ay{}, rx{}, ry{};
  const float* p = p_.row(i);
  const float x = x_[i];
  const float y = y_[i];
  for (std::size_t j = 0; j < p_.stride(); j += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const float dx = x - x_[j + lane];
      const float dy = y - y_[j + lane];
      const float q = 1 / (1 + dx * dx + dy * dy);
      const float pq = p[j + lane] * q;
      const float qq = q * q;
      z[lane] += q;
      ax[lane] += pq * dx;
      ay[lane] += pq * dy;
      rx[lane] += qq * dx;
      ry[lane] += qq * dy;
    }
  }
  Forces sum{-1, 0, 0, 0, 0};  // without the point itself, whose q' is 1
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    sum.normalizer += z[lane];
    sum.attraction_x += ax[lane];
    sum.attraction_y += ay[lane];
    sum.repulsion_x += rx[lane];
    sum.repulsion_y += ry[lane];
  }
  return sum;
}

/// A step down the gradient 4 (attraction - repulsion / Z) (equation 5), by momentum and gains (section 3.4; Jacobs
/// 1988).
void Tsne::step(float exaggerated, double momentum) {
  for_row_blocks(n_, threads_, observer_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) forces_[i] = forces(i);
  });
  double z = 0;
  for (const Forces& of_point : forces_) z += of_point.normalizer;
  const auto move = [&](double gradient, double& velocity, double& gain, float& place) {
    gain = (gradient > 0) != (velocity > 0) ? gain + 0.2 : std::max(0.01, gain * 0.8);
    velocity = momentum * velocity - rate_ * gain * gradient;
    place += static_cast<float>(velocity);
  };
  for (std::size_t i = 0; i < n_; ++i) {
    const Forces& f = forces_[i];
    move(4 * (exaggerated * f.attraction_x - f.repulsion_x / z), velocity_[i].x, gain_[i].x, x_[i]);
    move(4 * (exaggerated * f.attraction_y - f.repulsion_y / z), velocity_[i].y, gain_[i].y, y_[i]);
  }
  centre();
}

void Tsne::centre() {
  double mean_x = 0;
  double mean_y = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    mean_x += x_[i];
    mean_y += y_[i];
  }
  for (std::size_t i = 0; i < n_; ++i) {
    x_[i] -= static_cast<float>(mean_x / static_cast<double>(n_));
    y_[i] -= static_cast<float>(mean_y / static_cast<double>(n_));
  }
}

/// Sum over i and j of p_ij log(p_ij / q_ij), q_ij = q'_ij / Z.
double Tsne::divergence() const {
  std::vector<double> sums(n_), normalizers(n_), shares(n_);
  for_row_blocks(n_, threads_, observer_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      normalizers[i] = forces(i).normalizer;
      for (std::size_t j = 0; j < n_; ++j) {
        const double p = p_.row(i)[j];
        if (p <= 0) continue;
        const double dx = double{x_[i]} - x_[j];
        const double dy = double{y_[i]} - y_[j];
        sums[i] += p * std::log(p * (1 + dx * dx + dy * dy));
        shares[i] += p;
      }
    }
  });
  double sum = 0;
  double z = 0;
  double share = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    sum += sums[i];
    z += normalizers[i];
    share += shares[i];
  }
  return sum + share * std::log(z);
}

TsneProjection Tsne::run() {
  start();
  const int exaggerated = std::min(longest_exaggeration, config_.iterations / 4);
  auto reported = Clock::now();
  for (int iteration = 0; iteration < config_.iterations; ++iteration) {
    const bool early = iteration < exaggerated;
    step(early ? exaggeration : 1, early ? 0.5 : 0.8);
    if (std::chrono::duration<double>(Clock::now() - reported).count() < observer_.interval()) continue;
    reported = Clock::now();
    observer_.projecting({iteration + 1, config_.iterations, divergence()});
  }
  TsneProjection result{{}, perplexity_, divergence()};
  for (std::size_t i = 0; i < n_; ++i) result.points.push_back({x_[i], y_[i]});
  return result;
}

}  // namespace

TsneProjection tsne(const Matrix<float>& rows, const TsneConfig& config, Observer& observer) {
  const double perplexity = checked_perplexity(config.perplexity, rows.rows());
  if (rows.rows() < 2) return {std::vector<Point>(rows.rows(), {0, 0}), perplexity, 0};
  return Tsne(rows, perplexity, config, observer).run();
}

}  // namespace w2v
