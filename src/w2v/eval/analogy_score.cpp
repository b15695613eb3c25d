#include "w2v/eval/analogy_score.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <memory>
#include <span>

#include "w2v/base/error.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/query/analogy.hpp"
#include "w2v/simd/analogy_scores.hpp"
#include "w2v/simd/packed_rows.hpp"

namespace w2v {
namespace {

/// Unit roundoff of float.
constexpr double roundoff = 1.0 / (1 << 24);
/// Floats of a block's table of cosines: they stay in a second-level cache while all questions pass over
/// them.
constexpr std::size_t table_size = std::size_t{1} << 18;

double add_score(double a, double b, double c) {
  return b - a + c;
}
double mul_score(double a, double b, double c) {
  return (1 + b) / 2 * ((1 + c) / 2) / ((1 + a) / 2 + mul_epsilon);
}

/// A question whose words are known. Rows are those of the embedding, `a` to `d` those of the table of
/// distinct words.
struct Question {
  std::size_t section;
  std::array<std::uint32_t, 4> rows;
  std::uint32_t a, b, c, d;
  double add = 0;  ///< what D scores
  double mul = 0;
  /// No row can beat D where its simd::best_analogy_score() with this weight stays below the limits.
  float mul_weight = 0;
  float add_limit = 0;
  float mul_limit = 0;
  bool add_by_inputs = false;  ///< A, B or C scores more than D
  bool mul_by_inputs = false;
};

/// A row that beats the answer is found by whichever thread scores it.
struct Beaten {
  std::atomic<bool> add{false};
  std::atomic<bool> mul{false};
};

class Solver {
 public:
  Solver(const AnalogySet& set, const Embedding& embedding, const AnalogyScoring& options)
      : embedding_(embedding),
        options_(options),
        rows_(options.top == 0 ? embedding.size : std::min(options.top, embedding.size)) {
    const std::vector<std::uint32_t> found = find_rows(embedding, set.words.words(), options.case_sensitive, rows_);
    find_distinct(found);
    find_questions(set, found);
  }

  AnalogyScore solve(const AnalogySet& set) {
    if (!questions_.empty()) {
      run([this](const Worker& worker, std::atomic<std::size_t>& next) { prepare(worker, next); });
      run([this](const Worker& worker, std::atomic<std::size_t>& next) { search(worker, next); });
    }
    return count(set);
  }

 private:
  /// Numbers the rows that words of the set have, each once, however many words share it.
  void find_distinct(const std::vector<std::uint32_t>& found) {
    for (const std::uint32_t row : found) {
      if (row != no_row) distinct_.push_back(row);
    }
    std::ranges::sort(distinct_);
    distinct_.erase(std::unique(distinct_.begin(), distinct_.end()), distinct_.end());
    units_ =
        Matrix<double>(distinct_.size(), embedding_.dim, "the words of the questions", Matrix<float>::fewer_vectors);
    queries_ =
        Matrix<float>(distinct_.size(), embedding_.dim, "the words of the questions", Matrix<float>::fewer_vectors);
    for (std::size_t i = 0; i < distinct_.size(); ++i) {
      unit_row(embedding_, distinct_[i], units_.row(i));
      std::copy_n(units_.row(i), embedding_.dim, queries_.row(i));
    }
  }

  void find_questions(const AnalogySet& set, const std::vector<std::uint32_t>& found) {
    const auto number = [this](std::uint32_t row) {
      return static_cast<std::uint32_t>(std::ranges::lower_bound(distinct_, row) - distinct_.begin());
    };
    for (std::size_t section = 0; section < set.sections.size(); ++section) {
      for (const AnalogyQuestion& words : set.sections[section].questions) {
        const std::array rows{found[words.a], found[words.b], found[words.c], found[words.d]};
        if (std::ranges::find(rows, no_row) != rows.end()) continue;
        questions_.push_back({section, rows, number(rows[0]), number(rows[1]), number(rows[2]), number(rows[3])});
      }
    }
    beaten_ = std::make_unique<Beaten[]>(questions_.size());
  }

  template <class Work>
  void run(Work&& work) {
    std::atomic<std::size_t> next{0};
    parallel(thread_count(options_.threads), [&](const Worker& worker) { work(worker, next); });
  }

  void prepare(const Worker& worker, std::atomic<std::size_t>& next) {
    constexpr std::size_t batch = 256;
    for (std::size_t first = batch * next++; first < questions_.size() && !worker.failed; first = batch * next++) {
      const std::size_t end = std::min(first + batch, questions_.size());
      for (std::size_t i = first; i < end; ++i) prepare(questions_[i]);
    }
  }

  void prepare(Question& question) const {
    const auto [add, mul] = scores(question, units_.row(question.d));
    question.add = add;
    question.mul = mul;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t input = i == 0 ? question.a : i == 1 ? question.b : question.c;
      const auto [add_beats, mul_beats] = beats(question, question.rows[i], units_.row(input));
      question.add_by_inputs |= add_beats;
      question.mul_by_inputs |= mul_beats;
    }
    // A cosine in float is off by at most this: dim roundings in the product, half of them in the length, and
    // a few more.
    const double off = (2 * static_cast<double>(embedding_.dim) + 16) * roundoff;
    // 3CosMul without its division: above `mul` is where (1 + b) (1 + c) - 2 mul (1 + a) is above 4 epsilon
    // mul.
    const double weight = 2 * mul;
    question.add_limit = static_cast<float>(add - 3.1 * off);
    question.mul_weight = static_cast<float>(weight);
    question.mul_limit = static_cast<float>(4 * mul_epsilon * mul - 1.1 * (4 + weight) * (off + 8 * roundoff));
  }

  struct Scores {
    double add;
    double mul;
  };
  [[nodiscard]] Scores scores(const Question& question, const double* unit) const {
    const double a = dot(units_.row(question.a), unit, embedding_.dim);
    const double b = dot(units_.row(question.b), unit, embedding_.dim);
    const double c = dot(units_.row(question.c), unit, embedding_.dim);
    return {add_score(a, b, c), mul_score(a, b, c)};
  }

  struct Beats {
    bool add;
    bool mul;
  };
  /// Whether a row, scaled to length 1, is a better answer than D.
  [[nodiscard]] Beats beats(const Question& question, std::uint32_t row, const double* unit) const {
    const auto [add, mul] = scores(question, unit);
    const std::uint32_t answer = question.rows[3];
    return {add > question.add || (add == question.add && row < answer),
            mul > question.mul || (mul == question.mul && row < answer)};
  }

  /// Passes over the rows block by block: the cosines of all distinct words with the block's rows make a
  /// table, of which a question combines three rows.
  void search(const Worker& worker, std::atomic<std::size_t>& next) {
    constexpr std::size_t group = simd::PackedRows::group;
    const std::size_t block = std::clamp(table_size / distinct_.size() / group * group, group, 16 * group);
    simd::PackedRows packed(block, embedding_.dim);
    Matrix<float> table(distinct_.size(), block, "the cosines of a block of rows", Matrix<float>::fewer_vectors);
    std::vector<const float*> queries;
    for (std::size_t i = 0; i < distinct_.size(); ++i) queries.push_back(queries_.row(i));
    std::vector<double> unit(embedding_.dim);
    for (std::size_t first = block * next++; first < rows_ && !worker.failed; first = block * next++) {
      if (options_.stop_requested && options_.stop_requested()) throw Interrupted();
      fill(table, packed, queries, first, std::min(block, rows_ - first));
      for (std::size_t i = 0; i < questions_.size(); ++i) ask(i, table, packed, first, unit);
    }
  }

  /// table(i, r) = the cosine of distinct word i with row first + r; 0 behind the last row.
  void fill(Matrix<float>& table, simd::PackedRows& packed, std::span<const float* const> queries, std::size_t first,
            std::size_t count) const {
    std::vector<const float*> rows(count);
    for (std::size_t r = 0; r < count; ++r) rows[r] = embedding_.row(first + r);
    packed.pack(rows);
    const auto in_range = [&](std::size_t r) {
      return packed.squared_norms()[r] > 1e-30F && packed.squared_norms()[r] < 1e30F;
    };
    // Rows whose squares leave the range of float, zeros among them, are scaled in double.
    std::vector<std::vector<float>> scaled;
    std::vector<double> unit(embedding_.dim);
    for (std::size_t r = 0; r < count; ++r) {
      if (in_range(r)) continue;
      unit_row(embedding_, first + r, unit.data());
      rows[r] = scaled.emplace_back(unit.begin(), unit.end()).data();
    }
    if (!scaled.empty()) packed.pack(rows);

    simd::products(queries, packed, table.row(0), table.stride());
    Matrix<float> factors(1, packed.padded_size(), "the lengths of a block of rows", Matrix<float>::fewer_vectors);
    for (std::size_t r = 0; r < count; ++r)
      factors.row(0)[r] = in_range(r) ? 1 / std::sqrt(packed.squared_norms()[r]) : 0;
    for (std::size_t i = 0; i < distinct_.size(); ++i)
      simd::multiply(table.row(i), factors.row(0), packed.padded_size());
  }

  void ask(std::size_t i, const Matrix<float>& table, const simd::PackedRows& packed, std::size_t first,
           std::vector<double>& unit) {
    const Question& question = questions_[i];
    Beaten& beaten = beaten_[i];
    bool add_open = !beaten.add.load(std::memory_order_relaxed);
    bool mul_open = !beaten.mul.load(std::memory_order_relaxed);
    if (!add_open && !mul_open) return;
    const float* a = table.row(question.a);
    const float* b = table.row(question.b);
    const float* c = table.row(question.c);
    const auto may_beat = [&](const simd::BestAnalogyScore& best) {
      return (add_open && best.add >= question.add_limit) || (mul_open && best.mul >= question.mul_limit);
    };
    if (!may_beat(simd::best_analogy_score(a, b, c, question.mul_weight, packed.padded_size()))) return;

    for (std::size_t r = 0; r < packed.size() && (add_open || mul_open); ++r) {
      const float mul = (1 + b[r]) * (1 + c[r]) - question.mul_weight * (1 + a[r]);
      if (!may_beat({b[r] - a[r] + c[r], mul})) continue;
      const auto row = static_cast<std::uint32_t>(first + r);
      if (std::ranges::find(question.rows, row) != question.rows.end()) continue;
      unit_row(embedding_, row, unit.data());
      const auto [add_beats, mul_beats] = beats(question, row, unit.data());
      if (add_beats) beaten.add.store(true, std::memory_order_relaxed);
      if (mul_beats) beaten.mul.store(true, std::memory_order_relaxed);
      add_open = add_open && !add_beats;
      mul_open = mul_open && !mul_beats;
    }
  }

  AnalogyScore count(const AnalogySet& set) const {
    AnalogyScore score{std::vector<AnalogyTally>(set.sections.size()), {}, {}, {}, rows_};
    for (std::size_t i = 0; i < score.sections.size(); ++i) score.sections[i].asked = set.sections[i].questions.size();
    for (std::size_t i = 0; i < questions_.size(); ++i) {
      const Question& question = questions_[i];
      AnalogyTally& tally = score.sections[question.section];
      const bool among_inputs =
          std::find(question.rows.begin(), question.rows.end() - 1, question.rows[3]) != question.rows.end() - 1;
      const auto add_to = [&](AnalogyRight& right, bool beaten, bool by_inputs) {
        right.right += !beaten && !among_inputs ? 1 : 0;
        right.right_with_inputs += !beaten && !by_inputs ? 1 : 0;
      };
      ++tally.answered;
      add_to(tally.add, beaten_[i].add, question.add_by_inputs);
      add_to(tally.mul, beaten_[i].mul, question.mul_by_inputs);
    }
    for (std::size_t i = 0; i < score.sections.size(); ++i) {
      (set.sections[i].syntactic() ? score.syntactic : score.semantic) += score.sections[i];
      score.total += score.sections[i];
    }
    return score;
  }

  const Embedding& embedding_;
  const AnalogyScoring& options_;
  std::size_t rows_;
  std::vector<std::uint32_t> distinct_;  // rows, rising
  Matrix<double> units_;                 // theirs, scaled to length 1
  Matrix<float> queries_;                // the same
  std::vector<Question> questions_;
  std::unique_ptr<Beaten[]> beaten_;  // of each question
};

}  // namespace

AnalogyTally& AnalogyTally::operator+=(const AnalogyTally& other) {
  asked += other.asked;
  answered += other.answered;
  add.right += other.add.right;
  add.right_with_inputs += other.add.right_with_inputs;
  mul.right += other.mul.right;
  mul.right_with_inputs += other.mul.right_with_inputs;
  return *this;
}

AnalogyScore score_analogies(const AnalogySet& set, const Embedding& embedding, const AnalogyScoring& options) {
  return Solver(set, embedding, options).solve(set);
}

}  // namespace w2v
