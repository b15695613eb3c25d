#include "w2v/train/worker.hpp"

#include <algorithm>
#include <bit>

namespace w2v {
namespace {

/// Noise words of a chunk's pool: a power of two, so that each is used about 15 times in a chunk. Measured: see
/// docs/PERFORMANCE.md.
std::size_t noise_pool_size(std::size_t negatives) {
  return std::bit_ceil(TokenStream::chunk_tokens * negatives / 32);
}

}  // namespace

template <Architecture architecture, class Real>
TrainingWorker<architecture, Real>::TrainingWorker(const SharedState<Real>& shared)
    : shared_(shared),
      window_(static_cast<std::size_t>(shared.config.window)),
      negatives_(static_cast<std::size_t>(shared.config.negatives)),
      step_(shared.input.stride(), 2 * window_, 1 + negatives_),
      piece_(static_cast<std::size_t>(shared.config.max_sentence)),
      noise_pool_(noise_pool_size(negatives_)),
      windows_(piece_.size()),
      noise_(piece_.size() * negatives_),
      contexts_(2 * window_),
      outputs_(1 + negatives_),
      upcoming_(2 + negatives_) {}

template <Architecture architecture, class Real>
TrainingTally TrainingWorker<architecture, Real>::train_chunk(std::uint64_t epoch, std::size_t chunk) {
  const std::span<const TokenId> tokens = shared_.tokens.chunk(chunk);
  const auto stream_size = static_cast<double>(shared_.tokens.tokens().size());
  const auto epochs = static_cast<double>(shared_.config.epochs);
  Random random(shared_.config.seed, epoch, chunk);
  TrainingTally tally;
  tally.tokens = tokens.size();
  length_ = 0;
  if constexpr (architecture == Architecture::skipgram) fill_noise_pool(random);
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

/// The noise words of a chunk come from a pool that is drawn anew for every chunk: each is still distributed as the noise is,
/// but their rows stay in the processor's cache, and a word that is drawn is pushed away by many centres of the chunk,
/// not by one. CBOW takes every noise word afresh, since its vectors are worse for it.
template <Architecture architecture, class Real>
void TrainingWorker<architecture, Real>::fill_noise_pool(Random& random) {
  for (std::uint32_t& word : noise_pool_) word = shared_.noise.draw(random.next());
}

/// Draws the windows and noise words of the whole piece, so that the rows of the next centre are known ahead.
template <Architecture architecture, class Real>
void TrainingWorker<architecture, Real>::draw(Random& random) {
  for (std::size_t i = 0; i < length_; ++i) {
    windows_[i] = static_cast<std::uint32_t>(shared_.config.fixed_window ? window_ : 1 + random.below(window_));
  }
  if constexpr (architecture == Architecture::skipgram) {
    const int index_bits = std::countr_zero(noise_pool_.size());
    std::uint64_t bits = 0;
    int left = 0;
    for (std::size_t i = 0; i < length_ * negatives_; ++i) {
      if (left < index_bits) {
        bits = random.next();
        left = 64;
      }
      noise_[i] = noise_pool_[bits & (noise_pool_.size() - 1)];
      bits >>= index_bits;
      left -= index_bits;
    }
  } else {
    for (std::size_t i = 0; i < length_ * negatives_; ++i) noise_[i] = shared_.noise.draw(random.next());
  }
}

/// The rows that a centre needs and the one before did not: its outputs, and the context word that enters the window.
template <Architecture architecture, class Real>
std::span<const Real* const> TrainingWorker<architecture, Real>::rows_new_for(std::size_t centre) {
  if (centre >= length_) return {};
  std::size_t rows = 0;
  upcoming_[rows++] = shared_.output.row(piece_[centre]);
  for (std::size_t k = 0; k < negatives_; ++k) {
    upcoming_[rows++] = shared_.output.row(noise_[centre * negatives_ + k]);
  }
  const std::size_t entering = centre + window_;
  if (entering < length_) upcoming_[rows++] = shared_.input.row(piece_[entering]);
  return {upcoming_.data(), rows};
}

template <Architecture architecture, class Real>
void TrainingWorker<architecture, Real>::train_piece(Random& random, Real rate, TrainingTally& tally) {
  if (length_ < 2) return;  // no context for anybody
  draw(random);
  for (std::size_t centre = 0; centre < length_; ++centre) {
    step_.prefetch(rows_new_for(centre + 1));
    const std::size_t begin = centre - std::min<std::size_t>(centre, windows_[centre]);
    const std::size_t end = std::min(length_, centre + windows_[centre] + 1);
    std::size_t n = 0;
    for (std::size_t i = begin; i < end; ++i) {
      contexts_[n] = shared_.input.row(piece_[i]);
      n += i != centre ? 1 : 0;
    }
    std::size_t m = 1;
    outputs_[0] = shared_.output.row(piece_[centre]);
    for (std::size_t k = 0; k < negatives_; ++k) {
      const std::uint32_t noise = noise_[centre * negatives_ + k];
      outputs_[m] = shared_.output.row(noise);
      m += noise != piece_[centre] ? 1 : 0;  // not as noise for itself, as in the C tool
    }
    const std::span<Real* const> contexts(contexts_.data(), n);
    const std::span<Real* const> outputs(outputs_.data(), m);
    if constexpr (architecture == Architecture::skipgram) {
      step_.skipgram(contexts, outputs, rate);
      tally.pairs += n;
    } else {
      const bool mean = shared_.config.cbow_update == CbowUpdate::mean;
      const auto share = mean ? static_cast<Real>(2 * window_) / static_cast<Real>(n) : Real{1};
      step_.cbow(contexts, outputs, rate, share);
      tally.pairs += 1;
    }
  }
}

template class TrainingWorker<Architecture::skipgram, float>;
template class TrainingWorker<Architecture::cbow, float>;
template class TrainingWorker<Architecture::skipgram, double>;
template class TrainingWorker<Architecture::cbow, double>;

}  // namespace w2v
