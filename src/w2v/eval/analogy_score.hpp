#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "w2v/eval/analogy_set.hpp"
#include "w2v/eval/embedding.hpp"

namespace w2v {

/// How score_analogies() asks.
struct AnalogyScoring {
  std::size_t top = 30000;      ///< questions and answers are among the first so many rows; 0: all
  bool case_sensitive = false;  ///< see find_rows()
  int threads = 0;              ///< 0: usable_cores()
  /// True makes score_analogies() throw Interrupted soon; may be empty.
  std::function<bool()> stop_requested = {};
};

/// Questions answered right by one method.
struct AnalogyRight {
  std::uint64_t right = 0;
  std::uint64_t right_with_inputs = 0;  ///< where A, B and C may be answers, too
};

struct AnalogyTally {
  std::uint64_t asked = 0;
  std::uint64_t answered = 0;  ///< all four words are known; the others are skipped
  AnalogyRight add;            ///< 3CosAdd
  AnalogyRight mul;            ///< 3CosMul

  [[nodiscard]] std::uint64_t skipped() const { return asked - answered; }
  AnalogyTally& operator+=(const AnalogyTally& other);
};

struct AnalogyScore {
  std::vector<AnalogyTally> sections;  ///< as in the set
  AnalogyTally semantic;               ///< of sections that are not syntactic()
  AnalogyTally syntactic;
  AnalogyTally total;
  std::size_t rows;  ///< that answers were sought among
};

/// Asks the questions of a set: A B C D is right if, of all rows x but those of A, B and C, D's has
/// the largest
///   3CosAdd  cos(x, b) - cos(x, a) + cos(x, c), in the order of the cosine with unit(b) - unit(a) + unit(c);
///   3CosMul  cos'(x, b) cos'(x, c) / (cos'(x, a) + 0.001), where cos' = (1 + cos) / 2
/// (Levy and Goldberg 2014, "Linguistic regularities in sparse and explicit word representations", equations
/// 3 and 4). Of equal ones the row that stands first wins. Exact: what single precision cannot tell apart is
/// compared in double. The result does not depend on the number of threads.
AnalogyScore score_analogies(const AnalogySet& set, const Embedding& embedding, const AnalogyScoring& options = {});

}  // namespace w2v
