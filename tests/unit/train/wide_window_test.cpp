#include <cmath>
#include <random>
#include <unordered_map>

#include "training.hpp"

namespace w2v::test {
namespace {

/// Lines of `length` items: four in five from one of 20 topics of 25 items each, the rest from everywhere.
std::string baskets(std::size_t lines, std::size_t length) {
  std::mt19937 random(5);
  std::string text;
  for (std::size_t line = 0; line < lines; ++line) {
    for (std::size_t i = 0; i < length; ++i) {
      const std::size_t topic = random() % 5 == 0 ? random() % 20 : line % 20;
      text += "t" + std::to_string(topic) + "w" + std::to_string(random() % 25);
      text += i + 1 < length ? ' ' : '\n';
    }
  }
  return text;
}

/// Skip-gram with negative sampling as the C tool does it, in plain loops and double: one context after the other, each
/// with noise words of its own. All lines are equally long. Returns the mean loss of a pair in the last epoch.
double sequential_loss(const std::string& text, const TrainConfig& config) {
  std::unordered_map<std::string, std::size_t> numbers;
  std::vector<std::vector<std::size_t>> lines;
  std::vector<double> counts;
  for (const Sentence& sentence : sentences_of(text)) {
    lines.emplace_back();
    for (const auto& word : sentence) {
      const auto [at, is_new] = numbers.emplace(std::string(word), numbers.size());
      if (is_new) counts.push_back(0);
      ++counts[at->second];
      lines.back().push_back(at->second);
    }
  }
  for (double& count : counts) count = std::pow(count, config.noise_power);
  std::mt19937_64 random(77);
  std::discrete_distribution<std::size_t> noise(counts.begin(), counts.end());
  std::uniform_real_distribution<double> start(-0.5, 0.5);
  const auto dim = static_cast<std::size_t>(config.dim);
  std::vector<std::vector<double>> input(counts.size(), std::vector<double>(dim));
  std::vector<std::vector<double>> output(counts.size(), std::vector<double>(dim));
  for (auto& row : input) {
    for (double& value : row) value = start(random) / static_cast<double>(dim);
  }
  double loss = 0;
  std::size_t pairs = 0;
  const auto window = static_cast<std::size_t>(config.window);
  for (int epoch = 0; epoch < config.epochs; ++epoch) {
    loss = 0;
    pairs = 0;
    for (std::size_t l = 0; l < lines.size(); ++l) {
      const double done =
          (epoch + static_cast<double>(l + 1) / static_cast<double>(lines.size())) / config.epochs;  // at its end
      const double rate = config.start_rate() * std::max(1e-4, 1 - done);
      const std::vector<std::size_t>& line = lines[l];
      for (std::size_t centre = 0; centre < line.size(); ++centre) {
        const std::size_t begin = centre < window ? 0 : centre - window;
        for (std::size_t c = begin; c < std::min(line.size(), centre + window + 1); ++c) {
          if (c == centre) continue;
          std::vector<double>& e = input[line[c]];
          std::vector<double> change(dim);
          for (int k = 0; k <= config.negatives; ++k) {
            const std::size_t target = k == 0 ? line[centre] : noise(random);
            if (k > 0 && target == line[centre]) continue;
            std::vector<double>& o = output[target];
            double x = 0;
            for (std::size_t i = 0; i < dim; ++i) x += e[i] * o[i];
            const double right = 1 / (1 + std::exp(k == 0 ? -x : x));
            loss -= std::log(right);
            const double slope = rate * (k == 0 ? 1 - right : right - 1);
            for (std::size_t i = 0; i < dim; ++i) {
              change[i] += slope * o[i];
              o[i] += slope * e[i];
            }
          }
          for (std::size_t i = 0; i < dim; ++i) e[i] += change[i];
          ++pairs;
        }
      }
    }
  }
  return loss / static_cast<double>(pairs);
}

TEST_CASE("wide windows lose as much as pairs trained one after the other", "[train]") {
  for (const int window : {2, 20, 100, 250}) {
    const std::string text = baskets(window < 100 ? 100 : 20, 300);
    TrainConfig config = small(Architecture::skipgram);
    config.window = window;
    config.fixed_window = true;
    config.negatives = 5;
    config.epochs = 2;
    CAPTURE(window);
    REQUIRE(epochs_of(text, config).back().loss == Approx(sequential_loss(text, config)).epsilon(0.03));
  }
}

TEST_CASE("many negatives lose as much as pairs trained one after the other", "[train]") {
  const std::string text = baskets(60, 100);
  for (const int window : {1, 5}) {
    for (const int negatives : {100, 300, 1000}) {
      TrainConfig config = small(Architecture::skipgram);
      config.window = window;
      config.fixed_window = true;
      config.negatives = negatives;
      CAPTURE(window, negatives);
      REQUIRE(epochs_of(text, config).back().loss == Approx(sequential_loss(text, config)).epsilon(0.15));
    }
  }
}

TEST_CASE("no setting of window, negatives and objective runs away", "[train]") {
  const std::string text = baskets(3, 600);
  for (const Architecture architecture : architectures) {
    for (const Objective objective : {Objective::negative_sampling, Objective::hierarchical_softmax}) {
      for (const CbowUpdate update : {CbowUpdate::word2vec, CbowUpdate::mean}) {
        for (const int window : {1, 100, 1000}) {
          for (const int negatives : {1, 100}) {
            if (update == CbowUpdate::mean && architecture == Architecture::skipgram) continue;
            if (objective == Objective::hierarchical_softmax && negatives > 1) continue;
            TrainConfig config = small(architecture);
            config.objective = objective;
            config.cbow_update = update;
            config.window = window;
            config.fixed_window = true;
            config.negatives = negatives;
            CAPTURE(architecture, objective, update, window, negatives);
            const double loss = epochs_of(text, config).back().loss;  // throws where training diverges
            REQUIRE(loss < 1.1 * (objective == Objective::negative_sampling ? (1 + negatives) * std::log(2.0)
                                                                            : std::log(500)));
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace w2v::test
