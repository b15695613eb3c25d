#include "w2v/query/spelling.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <numeric>
#include <span>

#include "w2v/base/letter_case.hpp"
#include "w2v/base/utf8.hpp"

namespace w2v {
namespace {

constexpr std::size_t farthest = 2;

/// A word as lower-case characters, with a set of them, hashed to 64 bits, that shows most unlike words at
/// once.
struct Spelling {
  std::vector<char32_t> characters;
  std::uint64_t set = 0;

  void assign(std::string_view word) {
    characters.clear();
    set = 0;
    while (!word.empty()) {
      const char32_t c = lower(take_character(word));
      characters.push_back(c);
      set |= std::uint64_t{1} << (c & 63U);
    }
  }
};

/// Edit distance where a swap of neighbours is one step (optimal string alignment); bound + 1 if it is more
/// than `bound`. Only the cells no farther than `bound` from the diagonal can matter.
class EditDistance {
 public:
  std::size_t operator()(std::span<const char32_t> a, std::span<const char32_t> b, std::size_t bound) {
    const std::size_t too_far = bound + 1;
    for (auto& row : rows_) row.assign(b.size() + 1, too_far);
    std::iota(rows_[0].begin(), rows_[0].begin() + static_cast<std::ptrdiff_t>(std::min(b.size(), bound) + 1), 0U);
    for (std::size_t i = 1; i <= a.size(); ++i) {
      const auto& before = rows_[(i + 1) % 3];  // i - 2
      const auto& above = rows_[(i + 2) % 3];   // i - 1
      auto& row = rows_[i % 3];
      const std::size_t first = i > bound ? i - bound : 0;
      const std::size_t last = std::min(b.size(), i + bound);
      if (first > last) return too_far;
      if (first > 0) row[first - 1] = too_far;
      std::size_t least = too_far;
      for (std::size_t j = first; j <= last; ++j) {
        std::size_t best = above[j] + 1;
        if (j > 0) {
          best = std::min({best, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
          if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) best = std::min(best, before[j - 2] + 1);
        }
        row[j] = std::min(best, too_far);
        least = std::min(least, row[j]);
      }
      if (least == too_far) return too_far;  // a swap across this row would have put a replacement in it
      if (last + 1 <= b.size()) row[last + 1] = too_far;
    }
    return rows_[a.size() % 3][b.size()];
  }

 private:
  std::array<std::vector<std::size_t>, 3> rows_;
};

bool may_be_near(const Spelling& a, const Spelling& b, std::size_t bound) {
  const std::size_t shorter = std::min(a.characters.size(), b.characters.size());
  const std::size_t longer = std::max(a.characters.size(), b.characters.size());
  // One edit takes at most one character out of the set and puts one in.
  return longer - shorter <= bound && static_cast<std::size_t>(std::popcount(a.set & ~b.set)) <= bound &&
         static_cast<std::size_t>(std::popcount(b.set & ~a.set)) <= bound;
}

}  // namespace

std::vector<std::uint32_t> near_spellings(const WordVectors& vectors, std::string_view word, std::size_t most) {
  if (most == 0 || word.empty()) return {};
  struct Near {
    std::size_t distance;
    std::uint32_t word;
  };
  std::vector<Near> nearest;  // best first
  Spelling wanted;
  wanted.assign(word);
  Spelling other;
  EditDistance distance_of;
  std::size_t bound = farthest;
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    const std::string_view candidate = vectors.word(i);
    if (candidate == word) continue;
    other.assign(candidate);
    if (!may_be_near(wanted, other, bound)) continue;
    const std::size_t distance = distance_of(wanted.characters, other.characters, bound);
    if (distance > bound || distance >= std::max(wanted.characters.size(), other.characters.size())) continue;
    const auto behind = std::ranges::upper_bound(nearest, distance, {}, &Near::distance);
    nearest.insert(behind, {distance, static_cast<std::uint32_t>(i)});
    if (nearest.size() > most) nearest.pop_back();
    if (nearest.size() < most) continue;
    if (nearest.back().distance == 0) break;
    bound = nearest.back().distance - 1;  // of equal ones the first stays
  }
  std::vector<std::uint32_t> positions;
  for (const Near& near : nearest) positions.push_back(near.word);
  return positions;
}

}  // namespace w2v
