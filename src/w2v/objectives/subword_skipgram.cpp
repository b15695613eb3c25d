#include "w2v/objectives/subword_skipgram.hpp"

#include <algorithm>
#include <utility>

namespace w2v {

template <class Targets, class Real>
SubwordSkipgram<Targets, Real>::SubwordSkipgram(const TrainingJob<Real>& job, Targets targets)
    : job_(job),
      targets_(std::move(targets)),
      step_(job.input.stride(), 1, targets_.most(), Targets::distinct),
      examples_(job.config),
      bags_(job),
      outputs_(ahead + 1, Outputs<Real>(targets_.most())),
      hidden_(2, job.input.dim(), "a worker's scratch memory") {}

template <class Targets, class Real>
TrainingTally SubwordSkipgram<Targets, Real>::train_chunk(std::uint64_t epoch, std::size_t chunk) {
  Random random(job_.config.seed, epoch, chunk);
  TrainingTally tally;
  tally.tokens = job_.tokens.chunk(chunk).size();
  targets_.begin_chunk(random);
  examples_.for_each_piece(job_, epoch, chunk, random, [&](std::span<const std::uint32_t> words, float rate) {
    tally.kept += words.size();
    if (!examples_.begin_piece(words, random, [](std::uint32_t word) { return word; })) return;
    begin_piece(words, random);
    examples_.for_each([&](const Example<std::uint32_t>& example) {
      train_centre(example, words, random, static_cast<Real>(rate));
      tally.pairs += example.contexts.size();
    });
  });
  tally.loss = step_.take_loss();
  return tally;
}

template <class Targets, class Real>
void SubwordSkipgram<Targets, Real>::begin_piece(std::span<const std::uint32_t> words, Random& random) {
  targets_.begin_piece(words);
  laid_out_ = trained_ = 0;
  centre_ahead_ = 0;
  context_ahead_ = 1;
  upcoming_.clear();
  bags_.look_ahead(bags_.of(words[0]), upcoming_);
  for (std::size_t i = 0; i < ahead; ++i) look_ahead(random);
}

/// Lays out the outputs of one more context, if there is one, and goes on to the context behind it.
template <class Targets, class Real>
void SubwordSkipgram<Targets, Real>::look_ahead(Random& random) {
  if (centre_ahead_ == examples_.length()) return;
  Outputs<Real>& outputs = outputs_[laid_out_++ % outputs_.size()];
  outputs.lay_out(targets_, context_ahead_, random, job_);
  const std::size_t cached = std::min(Targets::cached, outputs.count);
  upcoming_.insert(upcoming_.end(), outputs.rows.begin() + static_cast<std::ptrdiff_t>(cached),
                   outputs.rows.begin() + static_cast<std::ptrdiff_t>(outputs.count));

  ++context_ahead_;
  if (context_ahead_ == centre_ahead_) ++context_ahead_;
  if (context_ahead_ < examples_.window_of(centre_ahead_).second) return;
  if (++centre_ahead_ == examples_.length()) return;
  context_ahead_ = examples_.window_of(centre_ahead_).first;  // never the centre's own place: the first centre is done
}

template <class Targets, class Real>
void SubwordSkipgram<Targets, Real>::train_centre(const Example<std::uint32_t>& example,
                                                  std::span<const std::uint32_t> words, Random& random, Real rate) {
  using Bag = typename BagRows<Real>::Bag;
  const Bag bag = bags_.of(words[example.centre]);
  const Bag moving = bags_.moving(bag);
  const Real share = static_cast<Real>(moving.size()) / static_cast<Real>(bag.size());
  const bool is_last = example.centre + 1 == words.size();
  const Bag next = is_last ? Bag() : bags_.of(words[example.centre + 1]);
  Real* const h = hidden_.row(0);
  Real* const start = hidden_.row(1);
  bags_.mean(bag, h);
  std::copy_n(h, hidden_.stride(), start);

  const std::size_t contexts = example.contexts.size();
  for (std::size_t i = 0; i < contexts; ++i) {
    look_ahead(random);
    const std::size_t begin = i * next.size() / contexts;
    bags_.look_ahead(next.subspan(begin, (i + 1) * next.size() / contexts - begin), upcoming_);
    step_.prefetch(upcoming_);
    Outputs<Real>& outputs = outputs_[trained_++ % outputs_.size()];
    step_.hidden(h, outputs.step_rows(), outputs.signs.data(), rate, share);
    upcoming_.clear();
  }

  if (moving.empty()) return;
  simd::scaled_difference(h, start, hidden_.stride(), 1 / share, start);
  bags_.add(moving, start);
}

template class SubwordSkipgram<NoiseTargets, float>;
template class SubwordSkipgram<PathTargets, float>;
template class SubwordSkipgram<NoiseTargets, double>;
template class SubwordSkipgram<PathTargets, double>;

}  // namespace w2v
