#pragma once

#include <algorithm>
#include <atomic>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "../corpus/text_oracle.hpp"
#include "w2v/train/trainer.hpp"

namespace w2v::test {

/// Keeps all that is reported.
struct Recorder : Observer {
  void training(const TrainingProgress& progress) override { reports.push_back(progress); }
  void epoch_done(const EpochResult& result) override { epochs.push_back(result); }
  [[nodiscard]] double interval() const override { return 0; }
  [[nodiscard]] bool stop_requested() const override { return --chunks_left < 0; }

  std::vector<TrainingProgress> reports;
  std::vector<EpochResult> epochs;
  mutable std::atomic<int> chunks_left{1'000'000};
};

inline constexpr Architecture architectures[] = {Architecture::skipgram, Architecture::cbow};

/// A cheap run: the debug build is slow.
inline TrainConfig small(Architecture architecture) {
  return {.architecture = architecture,
          .dim = 16,
          .window = 3,
          .negatives = 2,
          .epochs = 1,
          .subsample = 0,
          .threads = 1,
          .seed = 1};
}

inline Model train_text(const std::string& text, const TrainConfig& config, Recorder& recorder) {
  Corpus corpus = corpus_of(text);
  return train(corpus, config, recorder);
}

inline std::vector<EpochResult> epochs_of(const std::string& text, const TrainConfig& config) {
  Recorder recorder;
  train_text(text, config, recorder);
  return recorder.epochs;
}

inline bool same_bytes(const Matrix<float>& a, const Matrix<float>& b) {
  return a.rows() == b.rows() && a.dim() == b.dim() &&
         std::memcmp(a.row(0), b.row(0), a.rows() * a.stride() * sizeof(float)) == 0;
}

/// Sentences about one of 20 topics of 25 words each; some words are frequent, some rare.
inline std::string synthetic_text(std::size_t tokens, std::uint32_t seed = 1) {
  std::mt19937 random(seed);
  std::string text;
  while (tokens > 0) {
    const std::size_t topic = random() % 20;
    std::size_t length = std::min<std::size_t>(tokens, 5 + random() % 20);
    tokens -= length;
    for (; length > 0; --length) {
      const std::size_t word = std::min({random() % 25, random() % 25, random() % 25});
      text += random() % 5 == 0 ? "common" + std::to_string(random() % 5)
                                : "t" + std::to_string(topic) + "w" + std::to_string(word);
      text += length > 1 ? ' ' : '\n';
    }
  }
  return text;
}

}  // namespace w2v::test
