#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "w2v/query/top_k.hpp"

namespace w2v {

/// A row whose score is known up to rounding: low <= exact score <= high.
struct Candidate {
  float low;
  float high;
  std::uint32_t word;
};

/// Chooses the k best of many candidates by their exact scores, of equal ones the words that stand first, and
/// asks for few of these scores: what cannot be among the best by its bounds is dropped. As long as the
/// bounds are true, neither they nor the order in which words are offered change what is chosen. No word may
/// be offered twice.
class Selection {
 public:
  using ExactScore = std::function<float(std::uint32_t word)>;

  /// Scores below `least`, and the words `excluded`, are never chosen. `excluded` must outlive this.
  Selection(std::size_t k, float least, std::span<const std::uint32_t> excluded, ExactScore exact)
      : k_(k), least_(least), threshold_(least), excluded_(excluded), exact_(std::move(exact)) {}

  /// Candidates with `high` below this are not among the best.
  [[nodiscard]] float threshold() const { return threshold_; }

  void offer(const Candidate& candidate) {
    if (!(candidate.high >= threshold_)) return;
    if (std::ranges::find(excluded_, candidate.word) != excluded_.end()) return;
    candidates_.push_back(candidate);
    if (candidates_.size() >= 2 * k_ + 64) reduce();
  }

  /// Offers a word by its exact score.
  void offer(std::uint32_t word) {
    const float score = exact_(word);
    offer({score, score, word});
  }

  /// Offers all that another selection holds.
  void take(const Selection& other) {
    for (const Candidate& candidate : other.candidates_) offer(candidate);
  }

  /// The best, best first. Nothing may be offered afterwards.
  std::vector<Match> finish();

 private:
  void drop_hopeless();
  void score();
  void reduce();

  std::size_t k_;
  float least_;
  float threshold_;
  std::span<const std::uint32_t> excluded_;
  ExactScore exact_;
  std::vector<Candidate> candidates_;
};

}  // namespace w2v
