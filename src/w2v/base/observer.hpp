#pragma once

#include <cstdint>
#include <string>

namespace w2v {

/// What a folder of text holds, in it and below, that is not read. Hidden entries do not count.
struct SkippedEntries {
  std::uint64_t dangling_links = 0;
  std::uint64_t links_to_folders = 0;
  std::uint64_t others = 0;  ///< named pipes, sockets, devices, and links to them

  [[nodiscard]] std::uint64_t count() const { return dangling_links + links_to_folders + others; }
};

/// How far the reading of a corpus has come.
struct ReadingProgress {
  std::uint64_t bytes;        ///< taken from the files, compressed where they are
  std::uint64_t total_bytes;  ///< of all plain files; 0 where it cannot be known (a pipe)
  std::uint64_t tokens;       ///< found
};

/// How far the training has come.
struct TrainingProgress {
  int epoch;  ///< from 1
  int epochs;
  std::uint64_t tokens;        ///< of the vocabulary, passed over all epochs, before subsampling
  std::uint64_t total_tokens;  ///< of all epochs
  std::uint64_t pairs;         ///< trained since the last report
  double seconds;              ///< of training so far, wall clock; a resumed one counts on
  double loss;                 ///< mean per pair since the last report, in nats; NaN if none
  float learning_rate;         ///< where the text is read now
};

/// What an epoch came to.
struct EpochResult {
  int epoch;  ///< from 1
  int epochs;
  std::uint64_t tokens;   ///< of the vocabulary, before subsampling: the same number in every epoch
  std::uint64_t kept;     ///< of them, after subsampling
  std::uint64_t pairs;    ///< trained: (centre, context) for skip-gram, centres for CBOW
  double loss;            ///< mean per pair, in nats; NaN without a pair
  double seconds;         ///< of this epoch, wall clock
  double seconds_in_all;  ///< of training so far
  float learning_rate;    ///< at its end
  double held_out_loss;   ///< mean per pair of the text that is held out, after the epoch; NaN without a pair
  bool has_held_out;      ///< whether text is held out
};

/// How far a picture of words has come.
struct ProjectionProgress {
  int iteration;  ///< from 1
  int iterations;
  double divergence;  ///< what is minimised, in nats
};

/// How the library reports and is told to stop: it never prints and never exits. Calls come from one thread at a
/// time, about once in `interval()` seconds, but for skipped(), once a folder, and stop_requested(), which any thread
/// may ask at any time.
class Observer {
 public:
  virtual ~Observer() = default;

  virtual void skipped(const std::string& /*folder*/, const SkippedEntries& /*entries*/) {}
  virtual void reading(const ReadingProgress& /*progress*/) {}
  /// At the end of an archive that holds what is no file and no folder: links, devices and the like, which were left
  /// out.
  virtual void left_out_of_archive(const std::string& /*archive*/, std::uint64_t /*entries*/) {}
  virtual void training(const TrainingProgress& /*progress*/) {}
  virtual void epoch_done(const EpochResult& /*result*/) {}
  virtual void projecting(const ProjectionProgress& /*progress*/) {}

  /// Seconds between two reports.
  [[nodiscard]] virtual double interval() const { return 10; }

  /// True makes the work end soon by throwing Interrupted.
  [[nodiscard]] virtual bool stop_requested() const { return false; }
};

}  // namespace w2v
