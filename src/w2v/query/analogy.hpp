#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "w2v/query/top_k.hpp"

namespace w2v {

/// a - b + c, as in "king - man + woman": positions below size().
struct Analogy {
  std::uint32_t a;
  std::uint32_t b;
  std::uint32_t c;
};

/// How Levy and Goldberg (2014), "Linguistic regularities in sparse and explicit word representations", score
/// a word x.
enum class AnalogyMethod {
  add,  ///< 3CosAdd, equation 3: the cosine of x and unit(a) - unit(b) + unit(c)
  mul,  ///< 3CosMul, equation 4: cos(x, a) cos(x, c) / (cos(x, b) + 0.001), each cosine shifted to (cos + 1)
        ///< / 2
};

/// What 3CosMul adds to its divisor.
inline constexpr double mul_epsilon = 0.001;

struct AnalogyOptions {
  AnalogyMethod method = AnalogyMethod::add;
  bool include_inputs = false;  ///< the three words may be answers, too
  std::size_t k = 10;
  int threads = 0;  ///< 0: usable_cores()
};

/// The point that 3CosAdd compares words with: unit(a) - unit(b) + unit(c), dim() values, scaled to length 1;
/// zeros where they cancel out.
std::vector<float> analogy_query(const WordVectors& vectors, const Analogy& words);

/// For each question the k words with the best scores, best first, the three words excluded.
/// Match::similarity holds the score: for 3CosMul 0 .. 1000. Exact, as top_k() is, with the same rule for
/// ties.
std::vector<std::vector<Match>> analogies(const WordVectors& vectors, std::span<const Analogy> questions,
                                          const AnalogyOptions& options);

}  // namespace w2v
