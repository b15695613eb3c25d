#include "w2v/train/worker.hpp"

#include <algorithm>
#include <utility>

namespace w2v {

template <Architecture architecture, class Targets, class Real>
TrainingWorker<architecture, Targets, Real>::TrainingWorker(const SharedState<Real>& shared, Targets targets)
    : shared_(shared),
      window_(static_cast<std::size_t>(shared.config.window)),
      targets_(std::move(targets)),
      step_(shared.input.stride(), 2 * window_, targets_.most(), Targets::distinct),
      piece_(static_cast<std::size_t>(shared.config.max_sentence)),
      windows_(piece_.size()),
      rows_(piece_.size() + 1),
      now_(targets_.most()),
      next_(targets_.most()),
      contexts_(shared_.frozen.empty() ? 0 : 2 * window_ + 1),
      copies_(shared.frozen.empty() ? 0 : 2 * window_, shared.input.dim(), "a worker's scratch memory") {}

template <Architecture architecture, class Targets, class Real>
TrainingTally TrainingWorker<architecture, Targets, Real>::train_chunk(std::uint64_t epoch, std::size_t chunk) {
  const std::span<const TokenId> tokens = shared_.tokens.chunk(chunk);
  const auto stream_size = static_cast<double>(shared_.tokens.tokens().size());
  const auto epochs = static_cast<double>(shared_.config.epochs);
  Random random(shared_.config.seed, epoch, chunk);
  TrainingTally tally;
  tally.tokens = tokens.size();
  length_ = 0;
  targets_.begin_chunk(random);
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    bits = i % 2 == 0 ? random.next() : bits >> 32;  // 32 for every token
    const std::uint32_t word = tokens[i] & word_bits;
    piece_[length_] = word;
    length_ += shared_.subsampler.keeps(word, static_cast<std::uint32_t>(bits)) ? 1 : 0;
    if ((tokens[i] & sentence_end_bit) != 0 || length_ == piece_.size() || i + 1 == tokens.size()) {
      const double place = static_cast<double>(shared_.tokens.chunk_begin(chunk) + i) / stream_size;
      const float rate = shared_.schedule.rate((static_cast<double>(epoch) + place) / epochs);
      train_piece(random, static_cast<Real>(rate), tally);
      tally.kept += length_;
      length_ = 0;
    }
  }
  tally.loss = step_.take_loss();
  return tally;
}

/// Lays out the outputs of a centre, and has the step before it fetch the rows that are new: these, and the context row
/// that enters the window.
template <Architecture architecture, class Targets, class Real>
void TrainingWorker<architecture, Targets, Real>::look_ahead(std::size_t centre) {
  if (centre >= length_) return;
  Real** rows = next_.rows.data();
  Real* signs = next_.signs.data();
  std::size_t m = 0;
  targets_.for_each(centre, [&](std::uint32_t row, int sign) {
    rows[m] = shared_.output.row(row);
    signs[m++] = static_cast<Real>(sign);
  });
  next_.count = m;
  rows[m] = rows_[std::min(centre + window_, length_ - 1)];
  step_.prefetch({rows, m + 1});
}

/// Gives the step copies of the context rows that do not move: they take the update and are forgotten.
template <Architecture architecture, class Targets, class Real>
simd::StepRows<Real> TrainingWorker<architecture, Targets, Real>::hold_frozen(simd::StepRows<Real> contexts) {
  for (std::size_t i = 0; i < contexts.count; ++i) {
    Real* const row = contexts.rows[i];
    contexts_[i] = row;
    if (shared_.frozen[shared_.input.index_of(row)] == 0) continue;
    std::copy_n(row, copies_.stride(), copies_.row(i));
    contexts_[i] = copies_.row(i);
  }
  return {contexts_.data(), contexts.count};
}

template <Architecture architecture, class Targets, class Real>
void TrainingWorker<architecture, Targets, Real>::train_piece(Random& random, Real rate, TrainingTally& tally) {
  if (length_ < 2) return;  // no context for anybody
  for (std::size_t i = 0; i < length_; ++i) {
    windows_[i] = static_cast<std::uint32_t>(shared_.config.fixed_window ? window_ : 1 + random.below(window_));
    rows_[i] = shared_.input.row(piece_[i]);
  }
  targets_.begin_piece({piece_.data(), length_}, random);
  look_ahead(0);
  for (std::size_t centre = 0; centre < length_; ++centre) {
    std::swap(now_, next_);
    look_ahead(centre + 1);
    const std::size_t begin = centre - std::min<std::size_t>(centre, windows_[centre]);
    const std::size_t end = std::min(length_, centre + windows_[centre] + 1);
    // The contexts side by side: the window's first row stands in for the centre's.
    Real* const own = std::exchange(rows_[centre], rows_[begin]);
    simd::StepRows<Real> contexts{&rows_[begin + 1], end - begin - 1};
    if (!shared_.frozen.empty()) contexts = hold_frozen(contexts);
    const simd::StepRows<Real> outputs{now_.rows.data(), now_.count};
    if constexpr (architecture == Architecture::skipgram) {
      step_.skipgram(contexts, outputs, now_.signs.data(), rate);
      tally.pairs += contexts.count;
    } else {
      const bool mean = shared_.config.cbow_update == CbowUpdate::mean;
      const auto share = mean ? static_cast<Real>(2 * window_) / static_cast<Real>(contexts.count) : Real{1};
      step_.cbow(contexts, outputs, now_.signs.data(), rate, share);
      tally.pairs += 1;
    }
    rows_[centre] = own;
  }
}

template class TrainingWorker<Architecture::skipgram, NoiseTargets, float>;
template class TrainingWorker<Architecture::cbow, NoiseTargets, float>;
template class TrainingWorker<Architecture::skipgram, PathTargets, float>;
template class TrainingWorker<Architecture::cbow, PathTargets, float>;
template class TrainingWorker<Architecture::skipgram, NoiseTargets, double>;
template class TrainingWorker<Architecture::cbow, NoiseTargets, double>;
template class TrainingWorker<Architecture::skipgram, PathTargets, double>;
template class TrainingWorker<Architecture::cbow, PathTargets, double>;

}  // namespace w2v
