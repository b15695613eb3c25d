#include "w2v/train/softmax_worker.hpp"

#include <algorithm>

namespace w2v {
namespace {

/// How many threads a step keeps busy: they meet four times in it, so each needs work that is long beside a
/// meeting, a tenth of a millisecond or more. On a machine with other work a meeting may take as long as the
/// scheduler likes.
int busy_threads(std::size_t words, std::size_t dim, int batch, int threads) {
  constexpr double operations_a_thread = 2e7;
  const double operations = 6.0 * batch * static_cast<double>(words) * static_cast<double>(dim);
  return std::clamp(static_cast<int>(std::min(operations / operations_a_thread, 1e6)), 1, threads);
}

}  // namespace

template <Architecture architecture>
SoftmaxWorker<architecture>::SoftmaxWorker(const SharedState<float>& shared, int threads)
    : shared_(shared),
      model_{shared.input, shared.output, shared.frozen, shared.adam},
      step_(shared.output.rows(), shared.output.dim(), static_cast<std::size_t>(shared.config.batch),
            busy_threads(shared.output.rows(), shared.output.dim(), shared.config.batch, threads)),
      piece_(static_cast<std::size_t>(shared.config.max_sentence)),
      windows_(piece_.size()) {}

template <Architecture architecture>
TrainingTally SoftmaxWorker<architecture>::train_chunk(std::uint64_t epoch, std::size_t chunk) {
  Random random(shared_.config.seed, epoch, chunk);
  TrainingTally tally;
  tally.tokens = shared_.tokens.chunk(chunk).size();
  float last_rate = 0;
  for_each_piece(shared_, epoch, chunk, random, piece_,
                 [&](std::span<const std::uint32_t> words, float rate) {
                   add_piece(words, rate, random, tally);
                   tally.kept += words.size();
                   last_rate = rate;
                 });
  if (batch_.size() > 0) train_batch(last_rate, tally);
  return tally;
}

template <Architecture architecture>
void SoftmaxWorker<architecture>::add_piece(std::span<const std::uint32_t> words, float rate, Random& random,
                                            TrainingTally& tally) {
  if (words.size() < 2) return;  // no context for anybody
  draw_windows(shared_.config, random, {windows_.data(), words.size()});
  for (std::size_t centre = 0; centre < words.size(); ++centre) {
    const auto [begin, end] = window_at(centre, windows_[centre], words.size());
    contexts_.assign(words.begin() + static_cast<std::ptrdiff_t>(begin),
                     words.begin() + static_cast<std::ptrdiff_t>(end));
    contexts_.erase(contexts_.begin() + static_cast<std::ptrdiff_t>(centre - begin));
    if constexpr (architecture == Architecture::skipgram) {
      batch_.add(words.subspan(centre, 1), contexts_);
    } else {
      batch_.add(contexts_, words.subspan(centre, 1));
    }
    if (batch_.size() == static_cast<std::size_t>(shared_.config.batch)) train_batch(rate, tally);
  }
}

template <Architecture architecture>
void SoftmaxWorker<architecture>::train_batch(float rate, TrainingTally& tally) {
  tally.loss += step_.train(batch_, model_, rate);
  tally.pairs += batch_.targets().size();
  batch_.clear();
}

template class SoftmaxWorker<Architecture::skipgram>;
template class SoftmaxWorker<Architecture::cbow>;

}  // namespace w2v
