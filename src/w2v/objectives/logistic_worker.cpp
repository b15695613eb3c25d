#include "w2v/objectives/logistic_worker.hpp"

#include <algorithm>
#include <utility>

namespace w2v {
namespace {

/// Contexts of a whole window, in the middle of a long sentence.
std::size_t whole_window(const TrainConfig& config) {
  return 2 * static_cast<std::size_t>(config.window);
}

/// The size of the parts of nearly equal size that `count` contexts are trained in, `most` at a time: a whole number of
/// pairs.
std::size_t part_of(std::size_t count, std::size_t most) {
  const std::size_t parts = (count + most - 1) / most;
  return ((count + parts - 1) / parts + 1) / 2 * 2;
}

}  // namespace

template <Architecture architecture, class Targets, class Real>
LogisticWorker<architecture, Targets, Real>::LogisticWorker(const TrainingJob<Real>& job, Targets targets)
    : job_(job),
      contexts_a_draw_(Targets::contexts_a_draw(static_cast<std::size_t>(job.config.window))),
      contexts_at_once_(architecture == Architecture::cbow
                            ? whole_window(job.config)
                            : std::min(targets.contexts_at_once(static_cast<std::size_t>(job.config.window)),
                                       whole_window(job.config))),
      targets_(std::move(targets)),
      step_(job.input.stride(), contexts_at_once_, targets_.most(), Targets::distinct),
      examples_(job.config),
      now_(targets_.most()),
      next_(targets_.most()),
      again_(targets_.most() + 2),
      contexts_(job.frozen.empty() ? 0 : whole_window(job.config) + 1),
      copies_(job.frozen.empty() ? 0 : whole_window(job.config), job.input.dim(), "a worker's scratch memory") {}

template <Architecture architecture, class Targets, class Real>
TrainingTally LogisticWorker<architecture, Targets, Real>::train_chunk(std::uint64_t epoch, std::size_t chunk) {
  Random random(job_.config.seed, epoch, chunk);
  TrainingTally tally;
  tally.tokens = job_.tokens.chunk(chunk).size();
  targets_.begin_chunk(random);
  examples_.for_each_piece(job_, epoch, chunk, random, [&](std::span<const std::uint32_t> words, float rate) {
    train_piece(words, random, static_cast<Real>(rate), tally);
    tally.kept += words.size();
  });
  tally.loss = step_.take_loss();
  return tally;
}

template <Architecture architecture, class Targets, class Real>
void LogisticWorker<architecture, Targets, Real>::train_piece(std::span<const std::uint32_t> words, Random& random,
                                                              Real rate, TrainingTally& tally) {
  if (!examples_.begin_piece(words, random, [this](std::uint32_t word) { return job_.input.row(word); })) return;
  if (job_.updates != nullptr) count_input_updates(words);
  targets_.begin_piece(words);
  look_ahead(0, random);
  examples_.for_each([&](const Example<Real*>& example) {
    simd::StepRows<Real> contexts{example.contexts.data(), example.contexts.size()};
    if (!job_.frozen.empty()) contexts = hold_frozen(contexts);
    if constexpr (architecture == Architecture::skipgram) {
      train_skipgram(example.centre, contexts, random, rate);
      tally.pairs += contexts.count;
    } else {
      train_cbow(example.centre, contexts, random, rate);
      tally.pairs += 1;
    }
  });
}

/// Lays out the outputs that come next, which are of the given centre, and has the next step fetch the rows that are
/// new: these, and the context row that enters the window.
template <Architecture architecture, class Targets, class Real>
void LogisticWorker<architecture, Targets, Real>::look_ahead(std::size_t centre, Random& random) {
  if (centre >= examples_.length()) return;
  next_.lay_out(targets_, centre, random, job_);
  const std::size_t m = next_.count;
  Real** rows = next_.rows.data();
  rows[m] = examples_.last_row_of(centre);
  const std::size_t cached = std::min(Targets::cached, m);
  step_.prefetch({rows + cached, m + 1 - cached});
}

/// Every word of a piece is a context of some other; frozen ones do not move.
template <Architecture architecture, class Targets, class Real>
void LogisticWorker<architecture, Targets, Real>::count_input_updates(std::span<const std::uint32_t> words) {
  for (const std::uint32_t word : words) {
    if (job_.frozen.empty() || job_.frozen[word] == 0) ++job_.updates->input[word];
  }
}

/// Gives the step copies of the context rows that do not move: they take the update and are forgotten.
template <Architecture architecture, class Targets, class Real>
simd::StepRows<Real> LogisticWorker<architecture, Targets, Real>::hold_frozen(simd::StepRows<Real> contexts) {
  for (std::size_t i = 0; i < contexts.count; ++i) {
    Real* const row = contexts.rows[i];
    contexts_[i] = row;
    if (job_.frozen[job_.input.index_of(row)] == 0) continue;
    std::copy_n(row, copies_.stride(), copies_.row(i));
    contexts_[i] = copies_.row(i);
  }
  return {contexts_.data(), contexts.count};
}

template <Architecture architecture, class Targets, class Real>
void LogisticWorker<architecture, Targets, Real>::train_skipgram(std::size_t centre, simd::StepRows<Real> contexts,
                                                                 Random& random, Real rate) {
  const std::size_t part = part_of(contexts.count, contexts_a_draw_);
  for (std::size_t first = 0; first < contexts.count; first += part) {
    std::swap(now_, next_);
    look_ahead(first + part < contexts.count ? centre : centre + 1, random);
    train_steps({contexts.rows + first, std::min(part, contexts.count - first)}, rate);
  }
}

/// Trains contexts that share their outputs, step by step.
template <Architecture architecture, class Targets, class Real>
void LogisticWorker<architecture, Targets, Real>::train_steps(simd::StepRows<Real> contexts, Real rate) {
  const std::size_t part = part_of(contexts.count, contexts_at_once_);
  for (std::size_t first = 0; first < contexts.count; first += part) {
    Real** outputs = now_.rows.data();
    if (!Targets::distinct && first + part < contexts.count) {  // a step uses up its outputs, and there are more steps
      std::copy_n(outputs, now_.count, again_.data());
      outputs = again_.data();
    }
    step_.skipgram({contexts.rows + first, std::min(part, contexts.count - first)}, {outputs, now_.count},
                   now_.signs.data(), rate);
  }
}

template <Architecture architecture, class Targets, class Real>
void LogisticWorker<architecture, Targets, Real>::train_cbow(std::size_t centre, simd::StepRows<Real> contexts,
                                                             Random& random, Real rate) {
  std::swap(now_, next_);
  look_ahead(centre + 1, random);
  const bool mean = job_.config.cbow_update == CbowUpdate::mean;
  const auto share = mean ? static_cast<Real>(examples_.most_contexts()) / static_cast<Real>(contexts.count) : Real{1};
  step_.cbow(contexts, {now_.rows.data(), now_.count}, now_.signs.data(), rate, share);
}

template class LogisticWorker<Architecture::skipgram, NoiseTargets, float>;
template class LogisticWorker<Architecture::cbow, NoiseTargets, float>;
template class LogisticWorker<Architecture::skipgram, PathTargets, float>;
template class LogisticWorker<Architecture::cbow, PathTargets, float>;
template class LogisticWorker<Architecture::skipgram, NoiseTargets, double>;
template class LogisticWorker<Architecture::cbow, NoiseTargets, double>;
template class LogisticWorker<Architecture::skipgram, PathTargets, double>;
template class LogisticWorker<Architecture::cbow, PathTargets, double>;

}  // namespace w2v
