#include "w2v/simd/logistic_step.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

#include "w2v/simd/step_scratch.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "w2v/simd/logistic_step.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

#include "w2v/simd/step_tiles-inl.hpp"
#include "w2v/simd/step_updates-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace w2v::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Gives the gradients of an output row that is named again to its first place, for update() would lose one of the two.
template <class Real>
HWY_NOINLINE void merge_one(StepScratch<Real>& s, std::size_t rows, std::size_t first, std::size_t j) {
  for (std::size_t c = 0; c < rows; ++c) {
    Real& gradient = s.gradients[s.place(c, j)];
    s.gradients[s.place(c, first)] += gradient;
    gradient = 0;
  }
  s.outputs[j] = s.idle_output;
}
template <class Real>
HWY_INLINE void merge_repeated(StepScratch<Real>& s, std::size_t rows) {
  if (s.distinct_outputs) return;
  Real** const outputs = s.outputs;
  bool repeated = false;
  for (std::size_t j = 1; j < s.m; ++j) {
    for (std::size_t first = 0; first < j; ++first) repeated |= outputs[first] == outputs[j];
  }
  if (!repeated) return;
  for (std::size_t j = 1; j < s.m; ++j) {
    const std::size_t first = static_cast<std::size_t>(std::find(outputs, outputs + j, outputs[j]) - outputs);
    if (first < j && outputs[j] != s.idle_output) merge_one(s, rows, first, j);
  }
}

template <class Real>
HWY_INLINE void skipgram_step(StepScratch<Real>& s, Real rate) {
  const std::size_t step = s.groups() * StepScratch<Real>::tile;
  std::size_t context = 0;
  const auto scores_of = [&](auto rows) HWY_ATTR {
    Real* scores = s.gradients + context / 2 * step;
    for_groups(s.m, [&](auto size, std::size_t first) HWY_ATTR {
      tile_scores<rows(), size()>(s.contexts + context, s.outputs + first, s.stride, step,
                                  scores + first / StepScratch<Real>::group * StepScratch<Real>::tile);
    });
    context += rows();
  };
  if constexpr (many_registers) {
    while (context + 4 <= s.n) scores_of(std::integral_constant<std::size_t, 4>());
  }
  while (context < s.n) scores_of(std::integral_constant<std::size_t, 2>());
  all_gradients(s, s.n / 2 * s.groups(), rate);
  merge_repeated(s, s.n);
  if (s.n == 2 && s.contexts[0] != s.contexts[1]) {
    update_pair(s);
    return;
  }
  if (s.m == StepScratch<Real>::group) {
    update<true, StepScratch<Real>::group>(s, s.gradients, s.outputs);
    return;
  }
  for (std::size_t c = 0; c < s.n; ++c) {
    std::copy(s.contexts[c], s.contexts[c] + s.stride, s.before + c * s.stride);
  }
  for_groups(s.m, [&](auto size, std::size_t first) HWY_ATTR {
    update<false, size()>(s, s.gradients + first / StepScratch<Real>::group * StepScratch<Real>::tile,
                          s.outputs + first);
    s.upcoming = {};  // once is enough
  });
}

/// h predicts the outputs, which move; what h is to move by is left in `before`.
template <class Real>
HWY_INLINE void predict_with_hidden(StepScratch<Real>& s, Real rate) {
  for_groups(s.m, [&](auto size, std::size_t first) HWY_ATTR {
    tile_scores<1, size()>(&s.hidden, s.outputs + first, s.stride, 0,
                           s.gradients + first / StepScratch<Real>::group * StepScratch<Real>::tile);
  });
  all_gradients(s, s.groups(), rate);
  merge_repeated(s, 1);
  for_groups(s.m, [&](auto size, std::size_t first) HWY_ATTR {
    update_outputs<size()>(s, s.gradients + first / StepScratch<Real>::group * StepScratch<Real>::tile,
                           s.outputs + first, first == 0);
  });
}

template <class Real>
HWY_INLINE void cbow_step(StepScratch<Real>& s, std::size_t n, Real rate, Real share) {
  const hn::ScalableTag<Real> d;
  Real* const* HWY_RESTRICT contexts = s.contexts;
  const auto mean = hn::Set(d, Real{1} / static_cast<Real>(n));
  for (std::size_t i = 0; i < s.stride; i += hn::Lanes(d)) {
    auto sum = hn::Load(d, contexts[0] + i);
    for (std::size_t c = 1; c < n; ++c) sum = hn::Add(sum, hn::Load(d, contexts[c] + i));
    hn::Store(hn::Mul(sum, mean), d, s.hidden + i);
  }
  predict_with_hidden(s, rate);
  const auto scale = hn::Set(d, share);
  for (std::size_t i = 0; i < s.stride; i += hn::Lanes(d)) {
    const auto change = hn::Mul(hn::Load(d, s.before + i), scale);
    for (std::size_t c = 0; c < n; ++c) hn::Store(hn::Add(hn::Load(d, contexts[c] + i), change), d, contexts[c] + i);
  }
}

template <class Real>
HWY_INLINE void hidden_step(StepScratch<Real>& s, Real rate, Real share) {
  predict_with_hidden(s, rate);
  const hn::ScalableTag<Real> d;
  const auto scale = hn::Set(d, share);
  for (std::size_t i = 0; i < s.stride; i += hn::Lanes(d)) {
    hn::Store(hn::MulAdd(scale, hn::Load(d, s.before + i), hn::Load(d, s.hidden + i)), d, s.hidden + i);
  }
}

// Functions that the dispatcher can name.
void skipgram_float(StepScratch<float>& s, float rate) {
  skipgram_step(s, rate);
}
void skipgram_double(StepScratch<double>& s, double rate) {
  skipgram_step(s, rate);
}
void cbow_float(StepScratch<float>& s, std::size_t n, float rate, float share) {
  cbow_step(s, n, rate, share);
}
void cbow_double(StepScratch<double>& s, std::size_t n, double rate, double share) {
  cbow_step(s, n, rate, share);
}
void hidden_float(StepScratch<float>& s, float rate, float share) {
  hidden_step(s, rate, share);
}
void hidden_double(StepScratch<double>& s, double rate, double share) {
  hidden_step(s, rate, share);
}

}  // namespace w2v::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace w2v::simd {

HWY_EXPORT(skipgram_float);
HWY_EXPORT(skipgram_double);
HWY_EXPORT(cbow_float);
HWY_EXPORT(cbow_double);
HWY_EXPORT(hidden_float);
HWY_EXPORT(hidden_double);

namespace {

std::size_t even(std::size_t n) {
  return (n + 1) & ~std::size_t{1};
}

/// Lays out the signs of the outputs, where they are others than before.
template <class Real>
void set_signs(StepScratch<Real>& s, const Real* signs, std::size_t outputs) {
  if (outputs == s.labelled.size() && std::memcmp(signs, s.labelled.data(), outputs * sizeof(Real)) == 0) return;
  s.labelled.assign(signs, signs + outputs);
  for (std::size_t j = 0; j < s.groups() * StepScratch<Real>::group; ++j) {
    const Real sign = j < outputs ? signs[j] : Real{0};
    s.labels[s.place(0, j)] = s.labels[s.place(1, j)] = s.odd_labels[s.place(0, j)] = sign;
  }
}

/// Makes the output rows of a step even in number.
template <class Real>
void set_outputs(StepScratch<Real>& s, StepRows<Real> outputs, const Real* signs) {
  s.m = even(outputs.count);
  s.outputs = outputs.rows;
  set_signs(s, signs, outputs.count);
  if (s.m != outputs.count) outputs.rows[outputs.count] = s.idle_output;
}

/// Makes the rows of a step even in number; gives back what stood in the place behind the contexts.
template <class Real>
Real* set_rows(StepScratch<Real>& s, StepRows<Real> contexts, StepRows<Real> outputs, const Real* signs) {
  set_outputs(s, outputs, signs);
  s.n = even(contexts.count);
  s.contexts = contexts.rows;
  s.last_labels = s.n == contexts.count ? s.labels : s.odd_labels;
  return std::exchange(contexts.rows[contexts.count], s.idle_context);
}

}  // namespace

template <class Real>
LogisticStep<Real>::LogisticStep(std::size_t stride, std::size_t most_contexts, std::size_t most_outputs,
                                 bool distinct_outputs)
    : scratch_(std::make_unique<StepScratch<Real>>()) {
  StepScratch<Real>& s = *scratch_;
  const std::size_t n = std::max<std::size_t>(2, even(most_contexts));
  s.m = even(most_outputs);
  s.stride = stride;
  s.distinct_outputs = distinct_outputs;
  s.labelled.reserve(most_outputs);
  const std::size_t tiles = s.groups() * s.tile;
  s.memory = Region(((3 + n) * stride + (2 + n / 2) * tiles + 2 * most_lanes) * sizeof(Real),
                    "a worker's scratch memory", "lower --dim, --window or --negatives");
  auto* next = reinterpret_cast<Real*>(s.memory.data());
  const auto take = [&next](std::size_t values) { return std::exchange(next, next + values); };
  s.idle_context = take(stride);
  s.idle_output = take(stride);
  s.hidden = take(stride);
  s.before = take(n * stride);
  s.gradients = take(n / 2 * tiles);
  s.labels = take(tiles);
  s.odd_labels = take(tiles);
  s.loss = take(2 * most_lanes);
  take_loss();
}

template <class Real>
LogisticStep<Real>::~LogisticStep() = default;

template <class Real>
void LogisticStep<Real>::skipgram(StepRows<Real> contexts, StepRows<Real> outputs, const Real* signs, Real rate) {
  StepScratch<Real>& s = *scratch_;
  Real* const behind = set_rows(s, contexts, outputs, signs);
  s.upcoming = std::exchange(upcoming_, {});
  count_scores(s.n * s.m);
  if constexpr (sizeof(Real) == sizeof(float)) {
    HWY_DYNAMIC_DISPATCH(skipgram_float)(s, rate);
  } else {
    HWY_DYNAMIC_DISPATCH(skipgram_double)(s, rate);
  }
  contexts.rows[contexts.count] = behind;
}

template <class Real>
void LogisticStep<Real>::cbow(StepRows<Real> contexts, StepRows<Real> outputs, const Real* signs, Real rate,
                              Real share) {
  StepScratch<Real>& s = *scratch_;
  Real* const behind = set_rows(s, contexts, outputs, signs);
  s.last_labels = s.odd_labels;  // h alone
  s.upcoming = std::exchange(upcoming_, {});
  count_scores(s.m);
  if constexpr (sizeof(Real) == sizeof(float)) {
    HWY_DYNAMIC_DISPATCH(cbow_float)(s, contexts.count, rate, share);
  } else {
    HWY_DYNAMIC_DISPATCH(cbow_double)(s, contexts.count, rate, share);
  }
  contexts.rows[contexts.count] = behind;
}

template <class Real>
void LogisticStep<Real>::hidden(Real* h, StepRows<Real> outputs, const Real* signs, Real rate, Real share) {
  StepScratch<Real>& s = *scratch_;
  set_outputs(s, outputs, signs);
  s.last_labels = s.odd_labels;  // h alone
  s.upcoming = std::exchange(upcoming_, {});
  count_scores(s.m);
  Real* const own = std::exchange(s.hidden, h);
  if constexpr (sizeof(Real) == sizeof(float)) {
    HWY_DYNAMIC_DISPATCH(hidden_float)(s, rate, share);
  } else {
    HWY_DYNAMIC_DISPATCH(hidden_double)(s, rate, share);
  }
  s.hidden = own;
}

template <class Real>
double LogisticStep<Real>::take_loss() {
  return std::exchange(loss_, 0.0) + drain_loss();
}

/// Drains the loss before its exponents, sums of whole numbers, grow beyond what a float holds exactly: 2^24. A score
/// adds less than 31, and on a machine without vectors all scores go into the same sum.
template <class Real>
void LogisticStep<Real>::count_scores(std::size_t scores) {
  constexpr std::size_t most_scores = (1 << 24) / 31;
  if (scores_ + scores > most_scores) loss_ += drain_loss();
  scores_ += scores;
}

template <class Real>
double LogisticStep<Real>::drain_loss() {
  scores_ = 0;
  double sum = 0;
  Real* loss = scratch_->loss;
  for (std::size_t lane = 0; lane < most_lanes; ++lane) {
    const auto mantissa = static_cast<double>(std::exchange(loss[lane], Real{1}));
    if (mantissa > 0) sum -= std::log(mantissa) + static_cast<double>(loss[most_lanes + lane]) * std::log(2.0);
    loss[most_lanes + lane] = 0;
  }
  return sum;
}

template class LogisticStep<float>;
template class LogisticStep<double>;

}  // namespace w2v::simd
#endif
