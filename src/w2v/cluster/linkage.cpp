#include "w2v/cluster/linkage.hpp"

#include <algorithm>
#include <limits>

namespace w2v {
namespace {

/// Grows the tree by chains of nearest neighbours (Murtagh 1983): average linkage never brings a merged cluster nearer
/// than its parts were, so two clusters that are each other's nearest may be merged at once.
class Linkage {
 public:
  explicit Linkage(const Matrix<float>& similarities)
      : given_(similarities),
        between_(similarities.rows(), similarities.rows(), "the likeness of clusters"),
        leaves_(similarities.rows()) {
    for (std::uint32_t i = 0; i < leaves_.size(); ++i) {
      leaves_[i] = {i};
      std::copy_n(given_.row(i), leaves_.size(), between_.row(i));
    }
  }

  std::vector<std::uint32_t> order() {
    const std::size_t n = leaves_.size();
    if (n == 0) return {};
    std::vector<std::size_t> chain;
    for (std::size_t merges = 0; merges + 1 < n;) {
      if (chain.empty()) chain.push_back(first_cluster());
      const std::size_t last = chain.back();
      const std::size_t before = chain.size() > 1 ? chain[chain.size() - 2] : n;
      const std::size_t next = nearest(last, before);
      if (next != before) {
        chain.push_back(next);
        continue;
      }
      chain.resize(chain.size() - 2);
      merge(std::min(last, next), std::max(last, next));
      ++merges;
    }
    return leaves_[first_cluster()];
  }

 private:
  [[nodiscard]] std::size_t first_cluster() const {
    return static_cast<std::size_t>(std::ranges::find_if(leaves_, [](const auto& leaves) { return !leaves.empty(); }) -
                                    leaves_.begin());
  }

  /// The cluster most like one; of equal ones `preferred`, else the first, so that chains end.
  [[nodiscard]] std::size_t nearest(std::size_t cluster, std::size_t preferred) const {
    std::size_t best = preferred;
    double most =
        preferred < leaves_.size() ? between_.row(cluster)[preferred] : -std::numeric_limits<double>::infinity();
    for (std::size_t other = 0; other < leaves_.size(); ++other) {
      if (other == cluster || leaves_[other].empty() || between_.row(cluster)[other] <= most) continue;
      most = between_.row(cluster)[other];
      best = other;
    }
    return best;
  }

  void merge(std::size_t a, std::size_t b) {
    const auto size_a = static_cast<double>(leaves_[a].size());
    const auto size_b = static_cast<double>(leaves_[b].size());
    for (std::size_t other = 0; other < leaves_.size(); ++other) {
      if (other == a || other == b || leaves_[other].empty()) continue;
      const double mean = (size_a * between_.row(a)[other] + size_b * between_.row(b)[other]) / (size_a + size_b);
      between_.row(a)[other] = mean;
      between_.row(other)[a] = mean;
    }
    join(leaves_[a], leaves_[b]);
    leaves_[b].clear();
  }

  /// Puts b's leaves behind a's, either turned round or not, so that those that meet are most alike.
  void join(std::vector<std::uint32_t>& a, std::vector<std::uint32_t>& b) const {
    const float as_they_are = given_.row(a.back())[b.front()];
    const float b_turned = given_.row(a.back())[b.back()];
    const float a_turned = given_.row(a.front())[b.front()];
    const float both_turned = given_.row(a.front())[b.back()];
    const float most = std::max({as_they_are, b_turned, a_turned, both_turned});
    if (most > as_they_are && most > b_turned) std::ranges::reverse(a);
    if (most > as_they_are && (most == b_turned || most > a_turned)) std::ranges::reverse(b);
    a.insert(a.end(), b.begin(), b.end());
  }

  const Matrix<float>& given_;
  Matrix<double> between_;                          // mean similarity of each two clusters
  std::vector<std::vector<std::uint32_t>> leaves_;  // of each cluster, in order; empty once it is a part of another
};

}  // namespace

std::vector<std::uint32_t> linkage_order(const Matrix<float>& similarities) {
  return Linkage(similarities).order();
}

}  // namespace w2v
