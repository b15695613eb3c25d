#include "w2v/objectives/softmax_step.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <vector>

#include "w2v/base/parallel.hpp"
#include "w2v/simd/descent.hpp"
#include "w2v/simd/matrix_product.hpp"
#include "w2v/simd/softmax.hpp"

namespace w2v {
namespace {

using Mention = SoftmaxBatch::Mention;

/// How the vocabulary is parted: blocks of rows that the second-level cache holds with their scores; shares
/// of whole blocks, each with a sum of its own of the gradients of the examples. Depends on the vocabulary
/// alone.
struct Parts {
  static constexpr std::size_t most_shares = 32;

  explicit Parts(std::size_t number)
      : words(number),
        block(std::clamp<std::size_t>((number / most_shares + 12) / 12 * 12, 48, 192)),
        blocks((number + block - 1) / block),
        shares(std::min(blocks, most_shares)) {}

  [[nodiscard]] std::size_t first_block(std::size_t share) const { return share * blocks / shares; }
  [[nodiscard]] std::size_t first_row(std::size_t b) const { return b * block; }
  [[nodiscard]] std::size_t rows(std::size_t b) const { return std::min(block, words - b * block); }

  std::size_t words;
  std::size_t block;  // rows of all blocks but the last
  std::size_t blocks;
  std::size_t shares;
};

/// Values of a row of scores: one line more than needed, for rows a power of two apart would fall on the same
/// places of the cache.
template <class Real>
std::size_t row_of_scores(std::size_t most_examples) {
  return Matrix<Real>::padded(most_examples) + 64 / sizeof(Real);
}

/// Runs task(worker, number) for all numbers below `tasks`.
template <class Task>
void for_each_task(int threads, std::size_t tasks, Task&& task) {
  std::atomic<std::size_t> next{0};
  parallel(threads, [&](const Worker& worker) {
    for (std::size_t i = next++; i < tasks; i = next++) task(static_cast<std::size_t>(worker.index), i);
  });
}

/// The mentions of the words begin .. end - 1, of mentions ordered by word.
std::span<const Mention> mentions_of(const std::vector<Mention>& mentions, std::size_t begin, std::size_t end) {
  const auto from = [&](std::size_t word) {
    return std::ranges::lower_bound(mentions, word, {}, [](const Mention& m) { return std::size_t{m.word}; });
  };
  return {from(begin), from(end)};
}

}  // namespace

template <class Real>
struct SoftmaxStep<Real>::Scratch {
  Scratch(std::size_t words, std::size_t dim, std::size_t most_examples, int number_of_threads)
      : parts(words),
        threads(number_of_threads),
        hidden(most_examples, dim, purpose),
        hidden_columns(dim, row_of_scores<Real>(most_examples), purpose),
        scores(words, hidden_columns.dim(), purpose),
        largest(parts.blocks, hidden_columns.dim(), purpose),
        sums(parts.blocks, hidden_columns.dim(), purpose),
        log_sums(1, hidden_columns.dim(), purpose),
        weights(1, hidden_columns.dim(), purpose),
        exact_log_sums(most_examples),
        losses(parts.shares),
        hidden_gradients(parts.shares * most_examples, dim, purpose) {
    for (int i = 0; i < threads; ++i) {
      block_gradients.emplace_back(parts.block, hidden_columns.dim(), purpose);
      row_gradients.emplace_back(parts.block, dim, purpose);
    }
  }

  static constexpr const char* purpose = "the softmax of a minibatch";

  Parts parts;
  int threads;
  Matrix<Real> hidden;          // h of each example
  Matrix<Real> hidden_columns;  // the same, an example a column
  Matrix<Real> scores;          // of each word (row) in each example (column)
  Matrix<Real> largest;         // of a block's scores, an example a column
  Matrix<Real> sums;            // of exp(score - largest)
  Matrix<Real> log_sums;        // log of the sum of all exp(score)
  Matrix<Real> weights;         // n of each example, scaled as the gradient is; 0 for columns without an example
  std::vector<double> exact_log_sums;
  std::vector<double> losses;                 // of a share
  Matrix<Real> hidden_gradients;              // dL/dh of each example, what each share of the vocabulary adds to it
  std::vector<Matrix<Real>> block_gradients;  // a worker's dL/dscore
  std::vector<Matrix<Real>> row_gradients;    // a worker's dL/dO, or dL/dE
  std::vector<Mention> inputs;                // of the batch, by word
  std::vector<Mention> targets;
};

/// One step: its passes, in their order.
template <class Real>
class SoftmaxStep<Real>::Pass {
 public:
  Pass(Scratch& scratch, const SoftmaxBatch& batch, SoftmaxModel<Real> model, double rate)
      : s_(scratch),
        batch_(batch),
        model_(model),
        rate_(rate),
        share_(model.adam != nullptr ? static_cast<Real>(1.0 / static_cast<double>(batch.targets().size())) : Real{1}),
        adam_(rate, model.adam != nullptr ? ++model.adam->steps : 1),
        columns_(Matrix<Real>::padded(batch.size())) {}

  double run() {
    order_mentions();
    set_hidden();
    for_each_task(s_.threads, s_.parts.shares, [this](std::size_t /*worker*/, std::size_t share) { score(share); });
    set_log_sums();
    for_each_task(s_.threads, s_.parts.shares,
                  [this](std::size_t worker, std::size_t share) { move_outputs(worker, share); });
    constexpr std::size_t some = 16;
    for_each_task(s_.threads, (batch_.size() + some - 1) / some, [this](std::size_t /*worker*/, std::size_t task) {
      for (std::size_t e = task * some; e < std::min(batch_.size(), (task + 1) * some); ++e) sum_hidden_gradient(e);
    });
    for_each_task(s_.threads, s_.parts.blocks,
                  [this](std::size_t worker, std::size_t block) { move_inputs(worker, block); });
    double loss = 0;
    for (const double part : s_.losses) loss += part;
    return loss;
  }

 private:
  void order_mentions() {
    s_.inputs.assign(batch_.inputs().begin(), batch_.inputs().end());
    s_.targets.assign(batch_.targets().begin(), batch_.targets().end());
    std::ranges::sort(s_.inputs);
    std::ranges::sort(s_.targets);
  }

  void set_hidden() {
    const std::size_t dim = model_.input.dim();
    std::size_t next = 0;
    for (std::size_t e = 0; e < batch_.size(); ++e) {
      Real* h = s_.hidden.row(e);
      std::fill_n(h, dim, Real{0});
      for (; next < batch_.inputs().size() && batch_.inputs()[next].example == e; ++next) {
        const Real* row = model_.input.row(batch_.inputs()[next].word);
        for (std::size_t k = 0; k < dim; ++k) h[k] += row[k];
      }
      for (std::size_t k = 0; k < dim; ++k) h[k] /= static_cast<Real>(batch_.inputs_of(e));
    }
    for (std::size_t k = 0; k < dim; ++k) {
      Real* column = s_.hidden_columns.row(k);
      for (std::size_t e = 0; e < columns_; ++e) column[e] = e < batch_.size() ? s_.hidden.row(e)[k] : Real{0};
    }
  }

  /// The scores of a share of the words, and what their softmax needs of each block.
  void score(std::size_t share) {
    for (std::size_t b = s_.parts.first_block(share); b < s_.parts.first_block(share + 1); ++b) {
      const std::size_t first = s_.parts.first_row(b);
      simd::multiply<Real>({.rows = s_.parts.rows(b),
                            .inner = model_.output.dim(),
                            .columns = columns_,
                            .a = model_.output.row(first),
                            .a_row_step = model_.output.stride(),
                            .a_column_step = 1,
                            .b = s_.hidden_columns.row(0),
                            .b_step = s_.hidden_columns.stride(),
                            .c = s_.scores.row(first),
                            .c_step = s_.scores.stride()});
      simd::sum_exponentials<Real>(scores_of(b), s_.largest.row(b), s_.sums.row(b));
    }
  }

  [[nodiscard]] simd::Scores<Real> scores_of(std::size_t b) const {
    return {s_.scores.row(s_.parts.first_row(b)), s_.scores.stride(), s_.parts.rows(b), columns_};
  }

  void set_log_sums() {
    for (std::size_t e = 0; e < columns_; ++e) {
      const bool real = e < batch_.size();
      s_.weights.row(0)[e] = real ? share_ * static_cast<Real>(batch_.targets_of(e)) : Real{0};
      s_.log_sums.row(0)[e] = 0;
      if (!real) continue;
      double most = s_.largest.row(0)[e];
      for (std::size_t b = 1; b < s_.parts.blocks; ++b) most = std::max(most, double{s_.largest.row(b)[e]});
      double sum = 0;
      for (std::size_t b = 0; b < s_.parts.blocks; ++b)
        sum += s_.sums.row(b)[e] * std::exp(s_.largest.row(b)[e] - most);
      s_.exact_log_sums[e] = most + std::log(sum);
      s_.log_sums.row(0)[e] = static_cast<Real>(s_.exact_log_sums[e]);
    }
  }

  /// The gradients of the scores of a share of the words, with them what it adds to those of the examples;
  /// moves its rows.
  void move_outputs(std::size_t worker, std::size_t share) {
    Matrix<Real>& gradients = s_.block_gradients[worker];
    Matrix<Real>& rows = s_.row_gradients[worker];
    const std::size_t stride = model_.output.stride();
    double loss = 0;
    for (std::size_t b = s_.parts.first_block(share); b < s_.parts.first_block(share + 1); ++b) {
      const std::size_t first = s_.parts.first_row(b);
      const std::size_t count = s_.parts.rows(b);
      simd::weighted_probabilities<Real>(scores_of(b), s_.log_sums.row(0), s_.weights.row(0), gradients.row(0));
      for (const Mention& target : mentions_of(s_.targets, first, first + count)) {
        loss += s_.exact_log_sums[target.example] - s_.scores.row(target.word)[target.example];
        gradients.row(target.word - first)[target.example] -= share_;
      }
      simd::multiply<Real>({.rows = batch_.size(),
                            .inner = count,
                            .columns = stride,
                            .a = gradients.row(0),
                            .a_row_step = 1,
                            .a_column_step = gradients.stride(),
                            .b = model_.output.row(first),
                            .b_step = stride,
                            .c = hidden_gradient(share, 0),
                            .c_step = stride,
                            .add = b > s_.parts.first_block(share)});
      simd::multiply<Real>({.rows = count,
                            .inner = batch_.size(),
                            .columns = stride,
                            .a = gradients.row(0),
                            .a_row_step = gradients.stride(),
                            .a_column_step = 1,
                            .b = s_.hidden.row(0),
                            .b_step = stride,
                            .c = rows.row(0),
                            .c_step = stride});
      move(model_.output, model_.adam != nullptr ? &model_.adam->output : nullptr, first, rows.row(0), count);
    }
    s_.losses[share] = loss;
  }

  [[nodiscard]] Real* hidden_gradient(std::size_t share, std::size_t example) const {
    return s_.hidden_gradients.row(share * s_.hidden.rows() + example);
  }

  /// dL/dh summed over the vocabulary, divided by the number of the rows that h is the mean of; into the
  /// first share's.
  void sum_hidden_gradient(std::size_t example) {
    Real* sum = hidden_gradient(0, example);
    const std::size_t dim = model_.input.dim();
    for (std::size_t share = 1; share < s_.parts.shares; ++share) {
      const Real* part = hidden_gradient(share, example);
      for (std::size_t k = 0; k < dim; ++k) sum[k] += part[k];
    }
    for (std::size_t k = 0; k < dim; ++k) sum[k] /= static_cast<Real>(batch_.inputs_of(example));
  }

  /// Moves the input rows of a block of words: under plain descent those that were mentioned.
  void move_inputs(std::size_t worker, std::size_t b) {
    const std::size_t first = s_.parts.first_row(b);
    const std::span<const Mention> mentions = mentions_of(s_.inputs, first, first + s_.parts.rows(b));
    Real* gradient = s_.row_gradients[worker].row(0);
    const std::size_t stride = model_.input.stride();
    auto mention = mentions.begin();
    for (std::size_t word = first; word < first + s_.parts.rows(b); ++word) {
      const bool mentioned = mention != mentions.end() && mention->word == word;
      if (!mentioned && model_.adam == nullptr) continue;
      std::fill_n(gradient, stride, Real{0});
      for (; mention != mentions.end() && mention->word == word; ++mention) {
        const Real* part = hidden_gradient(0, mention->example);
        for (std::size_t k = 0; k < stride; ++k) gradient[k] += part[k];
      }
      if (!model_.frozen.empty() && model_.frozen[word] != 0) continue;
      move(model_.input, model_.adam != nullptr ? &model_.adam->input : nullptr, word, gradient, 1);
    }
  }

  void move(Matrix<Real>& matrix, Moments<Real>* moments, std::size_t first, const Real* gradients, std::size_t rows) {
    const std::size_t values = rows * matrix.stride();
    if (moments == nullptr) {
      simd::descend<Real>(matrix.row(first), gradients, values, static_cast<Real>(rate_));
    } else {
      simd::adam<Real>(matrix.row(first), moments->mean.row(first), moments->square.row(first), gradients, values,
                       adam_);
    }
  }

  Scratch& s_;
  const SoftmaxBatch& batch_;
  SoftmaxModel<Real> model_;
  double rate_;
  Real share_;  // of a pair in the gradient
  simd::AdamStep adam_;
  std::size_t columns_;  // examples, filled up to whole lines
};

template <class Real>
SoftmaxStep<Real>::SoftmaxStep(std::size_t words, std::size_t dim, std::size_t most_examples, int threads)
    : scratch_(std::make_unique<Scratch>(words, dim, most_examples, threads)) {}

template <class Real>
SoftmaxStep<Real>::~SoftmaxStep() = default;

template <class Real>
double SoftmaxStep<Real>::train(const SoftmaxBatch& batch, SoftmaxModel<Real> model, double rate) {
  return Pass(*scratch_, batch, model, rate).run();
}

template <class Real>
std::uint64_t SoftmaxStep<Real>::bytes(std::size_t words, std::size_t dim, std::size_t most_examples, int threads) {
  const Parts parts(words);
  const std::size_t columns = row_of_scores<Real>(most_examples);
  const auto workers = static_cast<std::size_t>(threads);
  return Matrix<Real>::bytes(words + dim + 2 * parts.blocks + workers * parts.block, columns) +
         Matrix<Real>::bytes((parts.shares + 1) * most_examples + workers * parts.block, dim);
}

template class SoftmaxStep<float>;
template class SoftmaxStep<double>;

}  // namespace w2v
