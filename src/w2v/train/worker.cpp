#include "w2v/train/worker.hpp"

#include <algorithm>
#include <utility>

namespace w2v {

template <Architecture architecture, class Targets, class Real>
TrainingWorker<architecture, Targets, Real>::TrainingWorker(const SharedState<Real>& shared, Targets targets)
    : shared_(shared),
      window_(static_cast<std::size_t>(shared.config.window)),
      contexts_a_draw_(Targets::contexts_a_draw(window_)),
      contexts_at_once_(architecture == Architecture::cbow ? 2 * window_ : std::min(Targets::contexts_at_once(window_), 2 * window_)),
      targets_(std::move(targets)),
      step_(shared.input.stride(), contexts_at_once_, targets_.most(), Targets::distinct),
      piece_(static_cast<std::size_t>(shared.config.max_sentence)),
      windows_(piece_.size()),
      rows_(piece_.size() + 1),
      now_(targets_.most()),
      next_(targets_.most()),
      again_(targets_.most() + 2),
      contexts_(shared_.frozen.empty() ? 0 : 2 * window_ + 1),
      copies_(shared.frozen.empty() ? 0 : 2 * window_, shared.input.dim(), "a worker's scratch memory") {}

template <Architecture architecture, class Targets, class Real>
TrainingTally TrainingWorker<architecture, Targets, Real>::train_chunk(std::uint64_t epoch,
                                                                       std::size_t chunk) {
  Random random(shared_.config.seed, epoch, chunk);
  TrainingTally tally;
  tally.tokens = shared_.tokens.chunk(chunk).size();
  targets_.begin_chunk(random);
  for_each_piece(shared_, epoch, chunk, random, piece_,
                 [&](std::span<const std::uint32_t> words, float rate) {
                   length_ = words.size();
                   train_piece(random, static_cast<Real>(rate), tally);
                   tally.kept += length_;
                 });
  tally.loss = step_.take_loss();
  return tally;
}

/// Lays out the outputs that come next, which are of the given centre, and has the next step fetch the rows that are new: these, and
/// the context row that enters the window.
template <Architecture architecture, class Targets, class Real>
void TrainingWorker<architecture, Targets, Real>::look_ahead(std::size_t centre, Random& random) {
  if (centre >= length_) return;
  Real** rows = next_.rows.data();
  Real* signs = next_.signs.data();
  std::size_t m = 0;
  targets_.for_each(centre, random, [&](std::uint32_t row, int sign) {
    rows[m] = shared_.output.row(row);
    signs[m++] = static_cast<Real>(sign);
  });
  next_.count = m;
  if (shared_.named != nullptr) {
    for (std::size_t j = 0; j < m; ++j) ++shared_.named->output[shared_.output.index_of(rows[j])];
  }
  rows[m] = rows_[std::min(centre + window_, length_ - 1)];
  const std::size_t cached = std::min(Targets::cached, m);
  step_.prefetch({rows + cached, m + 1 - cached});
}

/// Every word of a piece is a context of some other; frozen ones do not move.
template <Architecture architecture, class Targets, class Real>
void TrainingWorker<architecture, Targets, Real>::note_named_contexts() {
  for (std::size_t i = 0; i < length_; ++i) {
    if (shared_.frozen.empty() || shared_.frozen[piece_[i]] == 0) ++shared_.named->input[piece_[i]];
  }
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

/// The size of the parts of nearly equal size that `count` contexts are trained in, `most` at a time: a whole number of pairs.
inline std::size_t part_of(std::size_t count, std::size_t most) {
  const std::size_t parts = (count + most - 1) / most;
  return ((count + parts - 1) / parts + 1) / 2 * 2;
}

template <Architecture architecture, class Targets, class Real>
void TrainingWorker<architecture, Targets, Real>::train_skipgram(std::size_t centre, simd::StepRows<Real> contexts, Random& random,
                                                                 Real rate) {
  const std::size_t part = part_of(contexts.count, contexts_a_draw_);
  for (std::size_t first = 0; first < contexts.count; first += part) {
    std::swap(now_, next_);
    look_ahead(first + part < contexts.count ? centre : centre + 1, random);
    train_steps({contexts.rows + first, std::min(part, contexts.count - first)}, rate);
  }
}

/// Trains contexts that share their outputs, step by step.
template <Architecture architecture, class Targets, class Real>
void TrainingWorker<architecture, Targets, Real>::train_steps(simd::StepRows<Real> contexts, Real rate) {
  const std::size_t part = part_of(contexts.count, contexts_at_once_);
  for (std::size_t first = 0; first < contexts.count; first += part) {
    Real** outputs = now_.rows.data();
    if (!Targets::distinct && first + part < contexts.count) {  // a step uses up its outputs, and there are more steps
      std::copy_n(outputs, now_.count, again_.data());
      outputs = again_.data();
    }
    step_.skipgram({contexts.rows + first, std::min(part, contexts.count - first)}, {outputs, now_.count}, now_.signs.data(), rate);
  }
}

template <Architecture architecture, class Targets, class Real>
void TrainingWorker<architecture, Targets, Real>::train_cbow(std::size_t centre, simd::StepRows<Real> contexts, Random& random,
                                                             Real rate) {
  std::swap(now_, next_);
  look_ahead(centre + 1, random);
  const bool mean = shared_.config.cbow_update == CbowUpdate::mean;
  const std::size_t whole_window = std::min(2 * window_, length_ - 1);
  const auto share = mean ? static_cast<Real>(whole_window) / static_cast<Real>(contexts.count) : Real{1};
  step_.cbow(contexts, {now_.rows.data(), now_.count}, now_.signs.data(), rate, share);
}

template <Architecture architecture, class Targets, class Real>
void TrainingWorker<architecture, Targets, Real>::train_piece(Random& random, Real rate, TrainingTally& tally) {
  if (length_ < 2) return;  // no context for anybody
  draw_windows(shared_.config, random, {windows_.data(), length_});
  for (std::size_t i = 0; i < length_; ++i) rows_[i] = shared_.input.row(piece_[i]);
  if (shared_.named != nullptr) note_named_contexts();
  targets_.begin_piece({piece_.data(), length_});
  look_ahead(0, random);
  for (std::size_t centre = 0; centre < length_; ++centre) {
    const auto [begin, end] = window_at(centre, windows_[centre], length_);
    // The contexts side by side: the window's first row stands in for the centre's.
    Real* const own = std::exchange(rows_[centre], rows_[begin]);
    simd::StepRows<Real> contexts{&rows_[begin + 1], end - begin - 1};
    if (!shared_.frozen.empty()) contexts = hold_frozen(contexts);
    if constexpr (architecture == Architecture::skipgram) {
      train_skipgram(centre, contexts, random, rate);
      tally.pairs += contexts.count;
    } else {
      train_cbow(centre, contexts, random, rate);
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
