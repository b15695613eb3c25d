#include "w2v/objectives/softmax_worker.hpp"

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
SoftmaxWorker<architecture>::SoftmaxWorker(const TrainingJob<float>& job, int threads)
    : job_(job),
      model_{job.input, job.output, job.frozen, job.adam},
      step_(job.output.rows(), job.output.dim(), static_cast<std::size_t>(job.config.batch),
            busy_threads(job.output.rows(), job.output.dim(), job.config.batch, threads)),
      examples_(job.config) {}

template <Architecture architecture>
TrainingTally SoftmaxWorker<architecture>::train_chunk(std::uint64_t epoch, std::size_t chunk) {
  Random random(job_.config.seed, epoch, chunk);
  TrainingTally tally;
  tally.tokens = job_.tokens.chunk(chunk).size();
  float last_rate = 0;
  examples_.for_each_piece(job_, epoch, chunk, random, [&](std::span<const std::uint32_t> words, float rate) {
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
  if (!examples_.begin_piece(words, random, [](std::uint32_t word) { return word; })) return;
  examples_.for_each([&](const Example<std::uint32_t>& example) {
    const std::span<const std::uint32_t> centre = words.subspan(example.centre, 1);
    contexts_.assign(example.before.begin(), example.before.end());
    contexts_.insert(contexts_.end(), example.after.begin(), example.after.end());
    if constexpr (architecture == Architecture::skipgram) {
      batch_.add(centre, contexts_);
    } else {
      batch_.add(contexts_, centre);
    }
    if (batch_.size() == static_cast<std::size_t>(job_.config.batch)) train_batch(rate, tally);
  });
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
