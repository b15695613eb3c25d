#include "w2v/simd/negative_sampling.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>
#include <vector>

#include "w2v/base/memory.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "w2v/simd/negative_sampling.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

#ifndef W2V_SIMD_NEGATIVE_SAMPLING_SCRATCH
#define W2V_SIMD_NEGATIVE_SAMPLING_SCRATCH
namespace w2v::simd {

/// Rows of contexts are worked on in pairs, output rows in groups of six, and of four or two at the end, so odd numbers
/// are filled up with `idle` rows of zeros whose gradient is 0.
///
/// Scores and gradients lie in the order in which they are computed. The `2 * m` of a pair of contexts stand together; in
/// them the `2 * g` of a group of g outputs: first those of the first context, then those of the second.
template <class Real>
struct StepScratch {
  std::size_t stride;
  std::size_t n;                     // rows of this step, filled up
  std::size_t m;
  std::vector<Real*> contexts;       // n rows to read and to write
  std::vector<Real*> outputs;        // m rows
  Region memory;
  Real* idle_context;                // a row of zeros
  Real* idle_output;                 // likewise
  Real* hidden;                      // CBOW's h: one row
  Real* before;                      // the context rows from before the step, where they are needed again
  Real* scores;                      // n * m and a vector of slack
  Real* labels;                      // 1 for label 1, -1 for label 0, 0 for an idle row; as `scores`
  Real* loss;                        // one partial sum a lane
  std::size_t labelled_outputs = 0;  // the number of real output rows that `labels` is made for

  /// Place of the score of context c and output j.
  [[nodiscard]] std::size_t place(std::size_t c, std::size_t j) const {
    const std::size_t first = j / group * group;
    const std::size_t size = std::min(group, m - first);
    return (c & ~std::size_t{1}) * m + 2 * first + (c & 1) * size + (j - first);
  }
  static constexpr std::size_t group = 6;
};

}  // namespace w2v::simd
#endif

HWY_BEFORE_NAMESPACE();
namespace w2v::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Calls f<G>(first) for every group of G output rows: sixes, then a four or a two.
template <class F>
HWY_INLINE void for_groups(std::size_t m, const F& f) {
  constexpr std::size_t group = StepScratch<float>::group;
  std::size_t first = 0;
  for (; first + group <= m; first += group) f(std::integral_constant<std::size_t, group>(), first);
  if (m - first == 4) f(std::integral_constant<std::size_t, 4>(), first);
  if (m - first == 2) f(std::integral_constant<std::size_t, 2>(), first);
}

/// Stores the sums of four vectors, one after the other.
template <class D, class V, class Real = hn::TFromD<D>>
HWY_INLINE void store_sums(D d, V a, V b, V c, V e, Real* HWY_RESTRICT out) {
#if HWY_TARGET != HWY_SCALAR  // which has no blocks
  if constexpr (sizeof(Real) == 4) {
    // Two rounds of interleaving leave the four sums of every 128-bit block side by side; then the blocks are added.
    const auto ab = hn::Add(hn::InterleaveLower(d, a, b), hn::InterleaveUpper(d, a, b));
    const auto ce = hn::Add(hn::InterleaveLower(d, c, e), hn::InterleaveUpper(d, c, e));
    const hn::RepartitionToWide<D> wide;
    const auto ab2 = hn::BitCast(wide, ab);
    const auto ce2 = hn::BitCast(wide, ce);
    const auto sums = hn::Add(hn::BitCast(d, hn::InterleaveLower(wide, ab2, ce2)),
                              hn::BitCast(d, hn::InterleaveUpper(wide, ab2, ce2)));
    if constexpr (hn::MaxLanes(D()) == 16) {
      const hn::Half<D> half;
      const hn::Half<decltype(half)> quarter;
      const auto halves = hn::Add(hn::LowerHalf(half, sums), hn::UpperHalf(half, sums));
      hn::StoreU(hn::Add(hn::LowerHalf(quarter, halves), hn::UpperHalf(quarter, halves)), quarter, out);
    } else if constexpr (hn::MaxLanes(D()) == 8) {
      const hn::Half<D> half;
      hn::StoreU(hn::Add(hn::LowerHalf(half, sums), hn::UpperHalf(half, sums)), half, out);
    } else {
      hn::StoreU(sums, d, out);
    }
    return;
  }
#endif
  if constexpr (sizeof(Real) != 4 || HWY_TARGET == HWY_SCALAR) {
    out[0] = hn::GetLane(hn::SumOfLanes(d, a));
    out[1] = hn::GetLane(hn::SumOfLanes(d, b));
    out[2] = hn::GetLane(hn::SumOfLanes(d, c));
    out[3] = hn::GetLane(hn::SumOfLanes(d, e));
  }
}

/// Dot products of R rows with G rows: R * G results, row by row, and up to 2 values of slack behind them.
template <std::size_t R, std::size_t G, class Real>
HWY_INLINE void dots(const Real* const* HWY_RESTRICT left, const Real* const* HWY_RESTRICT right, std::size_t stride,
                     Real* HWY_RESTRICT out) {
  const hn::ScalableTag<Real> d;
  constexpr std::size_t count = (R * G + 3) / 4 * 4;
  hn::Vec<decltype(d)> sum[count];
  for (std::size_t a = 0; a < count; ++a) sum[a] = hn::Zero(d);
  for (std::size_t i = 0; i < stride; i += hn::Lanes(d)) {
    hn::Vec<decltype(d)> x[R];
    for (std::size_t r = 0; r < R; ++r) x[r] = hn::Load(d, left[r] + i);
    for (std::size_t g = 0; g < G; ++g) {
      const auto y = hn::Load(d, right[g] + i);
      for (std::size_t r = 0; r < R; ++r) sum[r * G + g] = hn::MulAdd(x[r], y, sum[r * G + g]);
    }
  }
  for (std::size_t a = 0; a < count; a += 4) store_sums(d, sum[a], sum[a + 1], sum[a + 2], sum[a + 3], out + a);
}

/// Turns scores into rate * (label - s(x)), in place, and adds their losses.
template <class Real>
HWY_INLINE void gradients(StepScratch<Real>& s, std::size_t count, Real rate) {
  const hn::ScalableTag<Real> d;
  const auto one = hn::Set(d, Real{1});
  const auto zero = hn::Zero(d);
  const auto limit = hn::Set(d, Real{20});
  const auto step = hn::Set(d, rate);
  auto loss = hn::Load(d, s.loss);
  // The product of the probabilities of four vectors of right labels is at least e^-80: one logarithm for four.
  auto product = one;
  std::size_t factors = 0;
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    auto label = hn::Load(d, s.labels + i);
    if (count - i < hn::Lanes(d)) label = hn::IfThenElseZero(hn::FirstN(d, count - i), label);
    const auto score = hn::Mul(hn::Load(d, s.scores + i), label);
    const auto e = hn::Exp(d, hn::Max(hn::Min(score, limit), hn::Neg(limit)));
    const auto wrong = hn::Div(one, hn::Add(one, e));  // probability of the wrong label
    product = hn::Mul(product, hn::IfThenElse(hn::Eq(label, zero), one, hn::Mul(e, wrong)));
    hn::Store(hn::Mul(hn::Mul(label, step), wrong), d, s.scores + i);
    if (++factors == 4) {
      loss = hn::Sub(loss, hn::Log(d, product));
      product = one;
      factors = 0;
    }
  }
  if (factors != 0) loss = hn::Sub(loss, hn::Log(d, product));
  hn::Store(loss, d, s.loss);
}

/// Moves n context rows and G output rows by the gradients between them. `before` are the context rows as they were
/// before the step: the rows themselves (InPlace) for the first and only group of outputs.
template <bool InPlace, std::size_t G, class Real>
HWY_INLINE void update(StepScratch<Real>& s, const Real* HWY_RESTRICT gradient, Real* const* HWY_RESTRICT outputs) {
  const hn::ScalableTag<Real> d;
  for (std::size_t i = 0; i < s.stride; i += hn::Lanes(d)) {
    hn::Vec<decltype(d)> old[G];
    hn::Vec<decltype(d)> now[G];
    for (std::size_t g = 0; g < G; ++g) now[g] = old[g] = hn::Load(d, outputs[g] + i);
    const Real* HWY_RESTRICT pair = gradient;
    for (std::size_t c = 0; c < s.n; c += 2, pair += 2 * s.m) {
      for (std::size_t r = 0; r < 2; ++r) {
        Real* row = s.contexts[c + r] + i;
        auto x = hn::Load(d, row);
        const auto x_before = InPlace ? x : hn::Load(d, s.before + (c + r) * s.stride + i);
        for (std::size_t g = 0; g < G; ++g) {
          const auto slope = hn::Set(d, pair[r * G + g]);
          x = hn::MulAdd(slope, old[g], x);
          now[g] = hn::MulAdd(slope, x_before, now[g]);
        }
        hn::Store(x, d, row);
      }
    }
    for (std::size_t g = 0; g < G; ++g) hn::Store(now[g], d, outputs[g] + i);
  }
}

/// Gives the gradients of an output row that is named again to its first place, for update() would lose one of the two.
/// `place(c, j)` is where the gradient of row c, of `rows`, and output j stands.
template <class Real, class Place>
HWY_INLINE void merge_repeated(StepScratch<Real>& s, std::size_t rows, const Place& place) {
  for (std::size_t j = 1; j < s.m; ++j) {
    for (std::size_t first = 0; first < j; ++first) {
      if (s.outputs[first] != s.outputs[j] || s.outputs[j] == s.idle_output) continue;
      for (std::size_t c = 0; c < rows; ++c) {
        Real& gradient = s.scores[place(c, j)];
        s.scores[place(c, first)] += gradient;
        gradient = 0;
      }
      s.outputs[j] = s.idle_output;
      break;
    }
  }
}

template <class Real>
HWY_INLINE void skipgram_step(StepScratch<Real>& s, Real rate) {
  for (std::size_t c = 0; c < s.n; c += 2) {
    for_groups(s.m, [&](auto size, std::size_t first) HWY_ATTR {
      dots<2, size()>(s.contexts.data() + c, s.outputs.data() + first, s.stride, s.scores + c * s.m + 2 * first);
    });
  }
  gradients(s, s.n * s.m, rate);
  merge_repeated(s, s.n, [&](std::size_t c, std::size_t j) { return s.place(c, j); });
  if (s.m == s.group) {
    update<true, StepScratch<Real>::group>(s, s.scores, s.outputs.data());
    return;
  }
  for (std::size_t c = 0; c < s.n; ++c) {
    std::copy(s.contexts[c], s.contexts[c] + s.stride, s.before + c * s.stride);
  }
  for_groups(s.m, [&](auto size, std::size_t first) HWY_ATTR {
    update<false, size()>(s, s.scores + 2 * first, s.outputs.data() + first);
  });
}

template <class Real>
HWY_INLINE void cbow_step(StepScratch<Real>& s, std::size_t n, Real rate, Real share) {
  const hn::ScalableTag<Real> d;
  const auto mean = hn::Set(d, Real{1} / static_cast<Real>(n));
  for (std::size_t i = 0; i < s.stride; i += hn::Lanes(d)) {
    auto sum = hn::Load(d, s.contexts[0] + i);
    for (std::size_t c = 1; c < n; ++c) sum = hn::Add(sum, hn::Load(d, s.contexts[c] + i));
    hn::Store(hn::Mul(sum, mean), d, s.hidden + i);
  }
  for_groups(s.m, [&](auto size, std::size_t first) HWY_ATTR {
    dots<1, size()>(&s.hidden, s.outputs.data() + first, s.stride, s.scores + first);
  });
  gradients(s, s.m, rate);
  merge_repeated(s, 1, [](std::size_t, std::size_t j) { return j; });
  const auto scale = hn::Set(d, share);
  for (std::size_t i = 0; i < s.stride; i += hn::Lanes(d)) {
    const auto hidden = hn::Load(d, s.hidden + i);
    auto change = hn::Zero(d);
    for (std::size_t j = 0; j < s.m; ++j) {
      const auto slope = hn::Set(d, s.scores[j]);
      Real* row = s.outputs[j] + i;
      const auto output = hn::Load(d, row);
      change = hn::MulAdd(slope, output, change);
      hn::Store(hn::MulAdd(slope, hidden, output), d, row);
    }
    change = hn::Mul(change, scale);
    for (std::size_t c = 0; c < n; ++c) {
      Real* row = s.contexts[c] + i;
      hn::Store(hn::Add(hn::Load(d, row), change), d, row);
    }
  }
}

// Functions that the dispatcher can name.
void skipgram_float(StepScratch<float>& s, float rate) { skipgram_step(s, rate); }
void skipgram_double(StepScratch<double>& s, double rate) { skipgram_step(s, rate); }
void cbow_float(StepScratch<float>& s, std::size_t n, float rate, float share) { cbow_step(s, n, rate, share); }
void cbow_double(StepScratch<double>& s, std::size_t n, double rate, double share) { cbow_step(s, n, rate, share); }

}  // namespace w2v::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace w2v::simd {

HWY_EXPORT(skipgram_float);
HWY_EXPORT(skipgram_double);
HWY_EXPORT(cbow_float);
HWY_EXPORT(cbow_double);

namespace {

constexpr std::size_t most_lanes = 64;  // of any vector, and a whole number of 64-byte lines

std::size_t even(std::size_t n) {
  return (n + 1) & ~std::size_t{1};
}

}  // namespace

template <class Real>
NegativeSampling<Real>::NegativeSampling(std::size_t stride, std::size_t most_contexts, std::size_t most_outputs)
    : scratch_(std::make_unique<StepScratch<Real>>()) {
  StepScratch<Real>& s = *scratch_;
  const std::size_t n = even(most_contexts);
  const std::size_t m = even(most_outputs);
  const std::size_t pairs = (n * m / most_lanes + 2) * most_lanes;
  s.stride = stride;
  s.contexts.resize(n);
  s.outputs.resize(m);
  s.memory = Region(((3 + n) * stride + 2 * pairs + most_lanes) * sizeof(Real), "a worker's scratch memory",
                    "lower --dim, --window or --negatives");
  auto* next = reinterpret_cast<Real*>(s.memory.data());
  const auto take = [&next](std::size_t values) { return std::exchange(next, next + values); };
  s.idle_context = take(stride);
  s.idle_output = take(stride);
  s.hidden = take(stride);
  s.before = take(n * stride);
  s.scores = take(pairs);
  s.labels = take(pairs);
  s.loss = take(most_lanes);
}

template <class Real>
NegativeSampling<Real>::~NegativeSampling() = default;

template <class Real>
void NegativeSampling<Real>::skipgram(std::span<Real* const> contexts, std::span<Real* const> outputs, Real rate) {
  StepScratch<Real>& s = *scratch_;
  s.n = even(contexts.size());
  s.m = even(outputs.size());
  std::copy(contexts.begin(), contexts.end(), s.contexts.begin());
  std::copy(outputs.begin(), outputs.end(), s.outputs.begin());
  const auto label_row = [&](std::size_t c) {
    for (std::size_t j = 0; j < s.m; ++j) s.labels[s.place(c, j)] = j == 0 ? 1 : j < outputs.size() ? -1 : 0;
  };
  if (s.labelled_outputs != outputs.size()) {
    for (std::size_t c = 0; c < s.contexts.size(); ++c) label_row(c);
    s.labelled_outputs = outputs.size();
  }
  if (s.m != outputs.size()) s.outputs[outputs.size()] = s.idle_output;
  const bool odd = s.n != contexts.size();
  if (odd) {
    s.contexts[contexts.size()] = s.idle_context;
    for (std::size_t j = 0; j < s.m; ++j) s.labels[s.place(contexts.size(), j)] = 0;
  }
  if constexpr (sizeof(Real) == sizeof(float)) {
    HWY_DYNAMIC_DISPATCH(skipgram_float)(s, rate);
  } else {
    HWY_DYNAMIC_DISPATCH(skipgram_double)(s, rate);
  }
  if (odd) label_row(contexts.size());
}

template <class Real>
void NegativeSampling<Real>::cbow(std::span<Real* const> contexts, std::span<Real* const> outputs, Real rate,
                                  Real share) {
  StepScratch<Real>& s = *scratch_;
  s.m = even(outputs.size());
  std::copy(contexts.begin(), contexts.end(), s.contexts.begin());
  std::copy(outputs.begin(), outputs.end(), s.outputs.begin());
  if (s.m != outputs.size()) s.outputs[outputs.size()] = s.idle_output;
  s.labelled_outputs = 0;  // the labels are those of one row, h
  for (std::size_t j = 0; j < s.m; ++j) s.labels[j] = j == 0 ? 1 : j < outputs.size() ? -1 : 0;
  if constexpr (sizeof(Real) == sizeof(float)) {
    HWY_DYNAMIC_DISPATCH(cbow_float)(s, contexts.size(), rate, share);
  } else {
    HWY_DYNAMIC_DISPATCH(cbow_double)(s, contexts.size(), rate, share);
  }
}

template <class Real>
double NegativeSampling<Real>::take_loss() {
  double sum = 0;
  for (std::size_t lane = 0; lane < most_lanes; ++lane) sum += std::exchange(scratch_->loss[lane], Real{0});
  return sum;
}

template class NegativeSampling<float>;
template class NegativeSampling<double>;

}  // namespace w2v::simd
#endif
