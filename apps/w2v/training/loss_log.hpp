#pragma once

#include <cstdint>
#include <string>

#include "w2v/base/observer.hpp"
#include "w2v/io/file.hpp"

namespace app {

/// Writes down how the loss went: tab-separated lines under a heading, one for each report and one for each
/// epoch, each written at once, so that what a run came to is there however it ends.
class LossLog {
 public:
  /// `append`: behind what the file has. "-" is standard output; see w2v::descriptor_named() for others. Throws
  /// w2v::Error.
  LossLog(const std::string& path, bool append);

  void report(const w2v::TrainingProgress& progress);
  void epoch(const w2v::EpochResult& result);

  /// At the end: throws w2v::Error if not all lines could be written.
  void require_whole();

 private:
  void write(const std::string& line);

  w2v::File file_;
  std::string fault_;  // why lines are missing, or empty
};

}  // namespace app
