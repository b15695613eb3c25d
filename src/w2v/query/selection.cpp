#include "w2v/query/selection.hpp"

namespace w2v {

/// The k-th best is no worse than the k-th largest lower bound.
void Selection::drop_hopeless() {
  if (candidates_.size() <= k_) return;
  const auto kth = candidates_.begin() + static_cast<std::ptrdiff_t>(k_) - 1;
  std::ranges::nth_element(candidates_, kth, std::ranges::greater(), &Candidate::low);
  threshold_ = std::max(threshold_, kth->low);
  std::erase_if(candidates_, [this](const Candidate& candidate) { return candidate.high < threshold_; });
}

/// Puts exact scores in the place of bounds and leaves the k best, best first.
void Selection::score() {
  for (Candidate& candidate : candidates_) candidate.low = candidate.high = exact_(candidate.word);
  std::ranges::sort(candidates_, [](const Candidate& a, const Candidate& b) {
    return a.low != b.low ? a.low > b.low : a.word < b.word;
  });
  if (candidates_.size() > k_) candidates_.resize(k_);
}

void Selection::reduce() {
  drop_hopeless();
  if (candidates_.size() > k_ + k_ / 2 + 48) score();  // so many ties that bounds do not tell them apart
}

std::vector<Match> Selection::finish() {
  drop_hopeless();
  score();
  std::vector<Match> matches;
  for (const Candidate& candidate : candidates_) {
    if (candidate.low >= least_) matches.push_back({candidate.word, candidate.low});
  }
  return matches;
}

}  // namespace w2v
