#include "w2v/train/worker.hpp"

#include <algorithm>

namespace w2v {

template <Architecture architecture, class Targets, class Real>
TrainingWorker<architecture, Targets, Real>::TrainingWorker(const SharedState<Real>& shared, Targets targets)
    : shared_(shared),
      window_(static_cast<std::size_t>(shared.config.window)),
      targets_(std::move(targets)),
      step_(shared.input.stride(), 2 * window_, targets_.most()),
      piece_(static_cast<std::size_t>(shared.config.max_sentence)),
      windows_(piece_.size()),
      contexts_(2 * window_),
      copies_(shared.frozen.empty() ? 0 : 2 * window_, shared.input.dim(), "a worker's scratch memory"),
      outputs_(targets_.most()),
      signs_(targets_.most()),
      upcoming_(1 + targets_.most()) {}

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

/// The rows that a centre needs and the one before did not: its outputs, and the context word that enters the window.
template <Architecture architecture, class Targets, class Real>
std::span<const Real* const> TrainingWorker<architecture, Targets, Real>::rows_new_for(std::size_t centre) {
  if (centre >= length_) return {};
  std::size_t rows = 0;
  targets_.for_each(centre, [&](std::uint32_t row, int /*sign*/) { upcoming_[rows++] = shared_.output.row(row); });
  const std::size_t entering = centre + window_;
  if (entering < length_) upcoming_[rows++] = shared_.input.row(piece_[entering]);
  return {upcoming_.data(), rows};
}

/// Gives the step copies of the context rows that do not move: they take the update and are forgotten.
template <Architecture architecture, class Targets, class Real>
void TrainingWorker<architecture, Targets, Real>::hold_frozen(std::size_t begin, std::size_t centre, std::size_t end) {
  std::size_t n = 0;
  for (std::size_t i = begin; i < end; ++i) {
    if (i == centre) continue;
    if (shared_.frozen[piece_[i]] != 0) {
      std::copy_n(contexts_[n], copies_.stride(), copies_.row(n));
      contexts_[n] = copies_.row(n);
    }
    ++n;
  }
}

template <Architecture architecture, class Targets, class Real>
void TrainingWorker<architecture, Targets, Real>::train_piece(Random& random, Real rate, TrainingTally& tally) {
  if (length_ < 2) return;  // no context for anybody
  for (std::size_t i = 0; i < length_; ++i) {
    windows_[i] = static_cast<std::uint32_t>(shared_.config.fixed_window ? window_ : 1 + random.below(window_));
  }
  targets_.begin_piece({piece_.data(), length_}, random);
  for (std::size_t centre = 0; centre < length_; ++centre) {
    step_.prefetch(rows_new_for(centre + 1));
    const std::size_t begin = centre - std::min<std::size_t>(centre, windows_[centre]);
    const std::size_t end = std::min(length_, centre + windows_[centre] + 1);
    std::size_t n = 0;
    for (std::size_t i = begin; i < end; ++i) {
      contexts_[n] = shared_.input.row(piece_[i]);
      n += i != centre ? 1 : 0;
    }
    if (!shared_.frozen.empty()) hold_frozen(begin, centre, end);
    std::size_t m = 0;
    targets_.for_each(centre, [&](std::uint32_t row, int sign) {
      outputs_[m] = shared_.output.row(row);
      signs_[m++] = static_cast<Real>(sign);
    });
    const std::span<Real* const> contexts(contexts_.data(), n);
    const std::span<Real* const> outputs(outputs_.data(), m);
    const std::span<const Real> signs(signs_.data(), m);
    if constexpr (architecture == Architecture::skipgram) {
      step_.skipgram(contexts, outputs, signs, rate);
      tally.pairs += n;
    } else {
      const bool mean = shared_.config.cbow_update == CbowUpdate::mean;
      const auto share = mean ? static_cast<Real>(2 * window_) / static_cast<Real>(n) : Real{1};
      step_.cbow(contexts, outputs, signs, rate, share);
      tally.pairs += 1;
    }
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
