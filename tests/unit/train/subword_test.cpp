#include <cmath>
#include <numeric>

#include "training.hpp"
#include "w2v/base/word_list.hpp"
#include "w2v/sampling/huffman.hpp"
#include "w2v/settings/settings.hpp"

namespace w2v::test {
namespace {

using Rows = std::vector<std::vector<double>>;

Rows copy_of(const Matrix<float>& matrix) {
  Rows rows;
  for (std::size_t i = 0; i < matrix.rows(); ++i) rows.emplace_back(matrix.row(i), matrix.row(i) + matrix.dim());
  return rows;
}

double largest_difference(const Rows& expected, const Matrix<float>& found) {
  double largest = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    for (std::size_t k = 0; k < expected[i].size(); ++k)
      largest = std::max(largest, std::abs(expected[i][k] - double{found.row(i)[k]}));
  }
  return largest;
}

/// fastText's update under hierarchical softmax, where nothing is drawn, in plain loops and double: the mean of the
/// rows predicts a word, and each row that is not frozen moves by the whole gradient.
void update(Rows& input, Rows& output, const std::vector<std::uint32_t>& bag, const HuffmanTree& tree,
            std::uint32_t word, double rate, double share, const std::vector<std::uint8_t>& frozen) {
  const std::size_t dim = input[0].size();
  std::vector<double> h(dim);
  for (const std::uint32_t row : bag) {
    for (std::size_t k = 0; k < dim; ++k) h[k] += input[row][k] / static_cast<double>(bag.size());
  }
  std::vector<double> change(dim);
  for (const HuffmanTree::Branch branch : tree.path(word)) {
    std::vector<double>& node = output[branch.node()];
    const double x = std::inner_product(h.begin(), h.end(), node.begin(), 0.0);
    const double slope = rate * ((branch.code() ? 0.0 : 1.0) - 1 / (1 + std::exp(-x)));
    for (std::size_t k = 0; k < dim; ++k) {
      change[k] += slope * node[k];
      node[k] += slope * h[k];
    }
  }
  for (const std::uint32_t row : bag) {
    if (!frozen.empty() && frozen[row] != 0) continue;
    for (std::size_t k = 0; k < dim; ++k) input[row][k] += share * change[k];
  }
}

/// Trains one epoch at a rate that stays, in the order of the text, on lines whose words are all different.
void train_in_plain_loops(Rows& input, Rows& output, const Model& model, const std::vector<std::vector<int>>& lines,
                          const TrainConfig& config, const std::vector<std::uint8_t>& frozen) {
  std::vector<std::uint32_t> order;  // by falling count, of equal ones by the first appearance
  for (const std::vector<int>& line : lines) {
    for (const int number : line) {
      const auto word = static_cast<std::uint32_t>(number);
      if (std::find(order.begin(), order.end(), word) == order.end()) order.push_back(word);
    }
  }
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return model.vocabulary.counts()[a] > model.vocabulary.counts()[b];
  });
  const HuffmanTree tree(model.vocabulary.counts(), order);
  const double rate = config.start_rate();
  for (const std::vector<int>& line : lines) {
    const int length = static_cast<int>(line.size());
    for (int centre = 0; centre < length; ++centre) {
      const auto word = static_cast<std::uint32_t>(line[centre]);
      std::vector<std::uint32_t> all;
      int contexts = 0;
      for (int place = std::max(0, centre - config.window); place <= std::min(length - 1, centre + config.window);
           ++place) {
        if (place == centre) continue;
        ++contexts;
        if (config.architecture == Architecture::skipgram) {
          const auto bag = model.bags.bag(word);
          update(input, output, {bag.begin(), bag.end()}, tree, static_cast<std::uint32_t>(line[place]), rate, 1,
                 frozen);
        } else {
          const auto bag = model.bags.bag(static_cast<std::size_t>(line[place]));
          all.insert(all.end(), bag.begin(), bag.end());
        }
      }
      if (config.architecture == Architecture::skipgram) continue;
      const int whole = std::min(2 * config.window, length - 1);
      const double share = config.cbow_update == CbowUpdate::mean ? static_cast<double>(whole) / contexts : 1;
      update(input, output, all, tree, word, rate, share, frozen);
    }
  }
}

/// Eight words without a common n-gram, nor one that comes twice, in lines of 2 to 8 different ones.
struct Text {
  Text() {
    const std::string letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (std::size_t i = 0; i < 8; ++i) {
      words.push_back(letters.substr(6 * i, 3 + i % 4));
    }
    std::mt19937 random(3);
    for (int line = 0; line < 40; ++line) {
      std::vector<int> numbers(8);
      std::iota(numbers.begin(), numbers.end(), 0);
      std::shuffle(numbers.begin(), numbers.end(), random);
      numbers.resize(2 + random() % 7);
      lines.push_back(numbers);
    }
  }
  [[nodiscard]] std::string as_lines() const {
    std::string all;
    for (const std::vector<int>& line : lines) {
      for (const int number : line) all += words[static_cast<std::size_t>(number)] + " ";
      all.back() = '\n';
    }
    return all;
  }

  std::vector<std::string> words;
  std::vector<std::vector<int>> lines;
};

/// The text as a corpus whose vocabulary is counted, so that numbers are those of its order.
struct Counted {
  explicit Counted(const Text& text) : corpus(corpus_of(text.as_lines())) {
    const WordIndex index(corpus.vocabulary.words());
    for (const std::vector<int>& line : text.lines) {
      lines.emplace_back();
      for (const int number : line)
        lines.back().push_back(static_cast<int>(*index.find(text.words[static_cast<std::size_t>(number)])));
    }
  }
  Corpus corpus;
  std::vector<std::vector<int>> lines;
};

TEST_CASE("n-grams train as in plain loops in the order of the text", "[train]") {
  const Text text;
  for (const Architecture architecture : architectures) {
    for (const CbowUpdate cbow : {CbowUpdate::word2vec, CbowUpdate::mean}) {
      for (const int window : {1, 3, 100}) {
        for (const bool freeze : {false, true}) {
          Counted counted(text);
          TrainConfig config = small(architecture);
          config.objective = Objective::hierarchical_softmax;
          config.cbow_update = cbow;
          config.window = window;
          config.fixed_window = true;
          config.subwords = {3, 4};
          config.learning_rate = config.min_learning_rate = 0.2;
          TrainingState state = start_training(std::move(counted.corpus.vocabulary), config);
          if (freeze) {
            state.frozen.resize(state.model.input.rows());
            for (std::size_t i = 0; i < state.frozen.size(); i += 3) state.frozen[i] = 1;
          }
          Rows input = copy_of(state.model.input);
          Rows output = copy_of(state.model.output);
          train_in_plain_loops(input, output, state.model, counted.lines, config, state.frozen);
          Recorder recorder;
          train(state, counted.corpus.tokens, config, recorder);
          CAPTURE(name_of(architecture), name_of(cbow), window, freeze);
          REQUIRE(largest_difference(input, state.model.input) < 1e-5);
          REQUIRE(largest_difference(output, state.model.output) < 1e-5);
        }
      }
    }
  }
}

}  // namespace
}  // namespace w2v::test
