#include "w2v/objectives/subword_cbow.hpp"

#include <algorithm>
#include <utility>

namespace w2v {
namespace {

/// Words that are in a window at a time: a whole one and, while one word comes in, one more.
std::size_t most_words(const TrainConfig& config) {
  return static_cast<std::size_t>(std::min(2 * config.window + 2, config.max_sentence));
}

}  // namespace

template <class Targets, class Real>
SubwordCbow<Targets, Real>::SubwordCbow(const TrainingJob<Real>& job, Targets targets)
    : job_(job),
      targets_(std::move(targets)),
      step_(job.input.stride(), 1, targets_.most(), Targets::distinct),
      examples_(job.config),
      bags_(job),
      now_(targets_.most()),
      next_(targets_.most()),
      sums_(most_words(job.config), job.input.dim(), "a worker's scratch memory"),
      changes_(most_words(job.config), job.input.dim(), "a worker's scratch memory"),
      moving_(most_words(job.config)),
      hidden_(2, job.input.dim(), "a worker's scratch memory") {}

template <class Targets, class Real>
TrainingTally SubwordCbow<Targets, Real>::train_chunk(std::uint64_t epoch, std::size_t chunk) {
  Random random(job_.config.seed, epoch, chunk);
  TrainingTally tally;
  tally.tokens = job_.tokens.chunk(chunk).size();
  targets_.begin_chunk(random);
  examples_.for_each_piece(job_, epoch, chunk, random, [&](std::span<const std::uint32_t> words, float rate) {
    tally.kept += words.size();
    if (!examples_.begin_piece(words, random, [](std::uint32_t word) { return word; })) return;
    begin_piece(words, random);
    for (std::size_t centre = 0; centre < words.size(); ++centre) {
      train_centre(centre, random, static_cast<Real>(rate));
      ++tally.pairs;
    }
    while (left_ < entered_) leave(left_++);
  });
  tally.loss = step_.take_loss();
  return tally;
}

template <class Targets, class Real>
void SubwordCbow<Targets, Real>::begin_piece(std::span<const std::uint32_t> words, Random& random) {
  words_ = words;
  targets_.begin_piece(words);
  entered_ = left_ = 0;
  upcoming_.clear();
  look_ahead(0, random);
}

/// Lays out the outputs of a centre, and has the next step fetch their rows and those of the word that comes into the
/// window after it.
template <class Targets, class Real>
void SubwordCbow<Targets, Real>::look_ahead(std::size_t centre, Random& random) {
  if (centre >= words_.size()) return;
  next_.lay_out(targets_, centre, random, job_);
  const std::size_t cached = std::min(Targets::cached, next_.count);
  upcoming_.insert(upcoming_.end(), next_.rows.begin() + static_cast<std::ptrdiff_t>(cached),
                   next_.rows.begin() + static_cast<std::ptrdiff_t>(next_.count));
  const std::size_t coming = centre + static_cast<std::size_t>(job_.config.window);
  if (coming < words_.size()) bags_.look_ahead(bags_.of(words_[coming]), upcoming_);
}

template <class Targets, class Real>
void SubwordCbow<Targets, Real>::enter(std::size_t place) {
  const auto bag = bags_.of(words_[place]);
  bags_.sum(bag, sums_.row(slot(place)));
  std::fill_n(changes_.row(slot(place)), changes_.stride(), Real{0});
  moving_[slot(place)] = static_cast<Real>(bags_.moving(bag).size());
}

template <class Targets, class Real>
void SubwordCbow<Targets, Real>::leave(std::size_t place) {
  bags_.add(bags_.moving(bags_.of(words_[place])), changes_.row(slot(place)));
}

template <class Targets, class Real>
void SubwordCbow<Targets, Real>::train_centre(std::size_t centre, Random& random, Real rate) {
  const auto window = static_cast<std::size_t>(job_.config.window);
  while (left_ + window < centre) leave(left_++);
  while (entered_ < std::min(words_.size(), centre + window + 1)) enter(entered_++);
  std::swap(now_, next_);
  look_ahead(centre + 1, random);

  const auto [begin, end] = examples_.window_of(centre);
  const auto for_each_context = [&, begin = begin, end = end](auto&& use) {
    for (std::size_t place = begin; place < end; ++place) {
      if (place != centre) use(place);
    }
  };
  Real* const h = hidden_.row(0);
  Real* const start = hidden_.row(1);
  const std::size_t stride = hidden_.stride();
  std::fill_n(h, stride, Real{0});
  std::size_t rows = 0;
  for_each_context([&](std::size_t place) { rows += bags_.of(words_[place]).size(); });
  const Real part = Real{1} / static_cast<Real>(rows);
  for_each_context([&](std::size_t place) { simd::add_scaled(h, sums_.row(slot(place)), stride, part); });
  std::copy_n(h, stride, start);

  step_.prefetch(upcoming_);
  step_.hidden(h, now_.step_rows(), now_.signs.data(), rate, Real{1});
  upcoming_.clear();

  const bool mean = job_.config.cbow_update == CbowUpdate::mean;
  const auto contexts = static_cast<Real>(end - begin - 1);
  const Real share = mean ? static_cast<Real>(examples_.most_contexts()) / contexts : Real{1};
  simd::scaled_difference(h, start, stride, Real{1}, start);
  for_each_context([&](std::size_t place) {
    simd::add_scaled(changes_.row(slot(place)), start, stride, share);
    simd::add_scaled(sums_.row(slot(place)), start, stride, share * moving_[slot(place)]);
  });
}

template class SubwordCbow<NoiseTargets, float>;
template class SubwordCbow<PathTargets, float>;
template class SubwordCbow<NoiseTargets, double>;
template class SubwordCbow<PathTargets, double>;

}  // namespace w2v
