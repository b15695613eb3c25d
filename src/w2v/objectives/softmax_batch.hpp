#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace w2v {

/// The examples of a minibatch. In an example the mean of the input rows of some words predicts each of its
/// targets: for skip-gram the centre its contexts, for CBOW the contexts their centre.
class SoftmaxBatch {
 public:
  /// A word in an example.
  struct Mention {
    std::uint32_t word;
    std::uint32_t example;
    friend auto operator<=>(const Mention&, const Mention&) = default;
  };

  /// Neither may be empty; a word may stand in them more than once and counts as often.
  void add(std::span<const std::uint32_t> inputs, std::span<const std::uint32_t> targets) {
    const auto example = static_cast<std::uint32_t>(size());
    for (const std::uint32_t word : inputs) inputs_.push_back({word, example});
    for (const std::uint32_t word : targets) targets_.push_back({word, example});
    inputs_of_.push_back(static_cast<std::uint32_t>(inputs.size()));
    targets_of_.push_back(static_cast<std::uint32_t>(targets.size()));
  }
  void clear() {
    for (auto* mentions : {&inputs_, &targets_}) mentions->clear();
    for (auto* counts : {&inputs_of_, &targets_of_}) counts->clear();
  }

  [[nodiscard]] std::size_t size() const { return inputs_of_.size(); }
  /// By example.
  [[nodiscard]] std::span<const Mention> inputs() const { return inputs_; }
  [[nodiscard]] std::span<const Mention> targets() const { return targets_; }
  /// How many an example has.
  [[nodiscard]] std::uint32_t inputs_of(std::size_t example) const { return inputs_of_[example]; }
  [[nodiscard]] std::uint32_t targets_of(std::size_t example) const { return targets_of_[example]; }

 private:
  std::vector<Mention> inputs_;
  std::vector<Mention> targets_;
  std::vector<std::uint32_t> inputs_of_;
  std::vector<std::uint32_t> targets_of_;
};

}  // namespace w2v
