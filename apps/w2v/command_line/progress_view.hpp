#pragma once

#include <string>

#include "w2v/base/observer.hpp"

namespace app {

/// Such as "850 k words/s" and "4.91 M words/s".
std::string speed_text(double words_a_second);

/// Shows a library's reports on the console: one redrawn line on a terminal, else a plain line every ten seconds.
class ProgressView : public w2v::Observer {
 public:
  void skipped(const std::string& folder, const w2v::SkippedEntries& entries) override;
  void reading(const w2v::ReadingProgress& progress) override;
  void left_out_of_archive(const std::string& archive, std::uint64_t entries) override;
  void training(const w2v::TrainingProgress& progress) override;
  void epoch_done(const w2v::EpochResult& result) override;
  void projecting(const w2v::ProjectionProgress& progress) override;
  [[nodiscard]] double interval() const override;
  [[nodiscard]] bool stop_requested() const override;
};

/// For work that reports nothing on its way: ends it when a signal asks for that.
class StopOnSignal : public w2v::Observer {
 public:
  [[nodiscard]] bool stop_requested() const override;
};

}  // namespace app
