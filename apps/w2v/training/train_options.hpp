#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "command_line/named_files.hpp"
#include "training/corpus_options.hpp"
#include "w2v/formats/detect.hpp"
#include "w2v/settings/config.hpp"

namespace CLI {
class App;
}

namespace app {

/// The options of `w2v train`.
struct TrainOptions {
  CorpusOptions corpus;
  w2v::TrainConfig train;
  std::string output = "vectors.bin";
  std::string format;
  std::uint32_t classes = 0;  ///< of words, which are written in place of vectors; 0: vectors
  std::string save_output;
  std::string save_vocab;
  std::string loss_log;
  std::vector<std::string> eval;
  std::string checkpoint;
  std::string checkpoint_every = "10m";
  std::string resume;
  std::string continue_from;
  std::string init;
  std::string member;
  bool freeze = false;
  std::function<bool(const std::string&)> given;  ///< whether an option, such as "--dim", stands on the command line

  /// All files that this command reads, but those that it replaces: the vectors of --init by --output, a checkpoint of
  /// --resume by its successors.
  [[nodiscard]] std::vector<NamedFile> inputs() const;
  /// All files that this command writes.
  [[nodiscard]] std::vector<NamedFile> outputs() const;
  /// The format of a file of vectors that this command writes. Throws w2v::UsageError.
  [[nodiscard]] w2v::VectorFormat format_of(const std::string& path) const;
  /// Seconds. Throws w2v::UsageError.
  [[nodiscard]] double time_between_checkpoints() const;
};

void add_train_options(CLI::App& command, TrainOptions& options);

}  // namespace app
