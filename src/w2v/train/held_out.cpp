#include "w2v/train/held_out.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <vector>

#include "w2v/base/error.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/base/text.hpp"

namespace w2v {

std::size_t held_out_chunks(const TokenStream& tokens, double share) {
  if (share == 0) return 0;
  const auto most_trained = static_cast<std::uint64_t>((1 - share) * static_cast<double>(tokens.tokens().size()));
  std::size_t trained = std::max<std::size_t>(tokens.chunks(), 1) - 1;
  while (trained > 0 && tokens.chunk_begin(trained) > most_trained) --trained;
  if (trained == 0) {
    throw Error(
        fmt::format("the text has {} tokens, too few to hold a share of {} out: it is parted in pieces of about {}, "
                    "expected two or more",
                    format_count(tokens.tokens().size()), share, format_count(TokenStream::chunk_tokens)));
  }
  return tokens.chunks() - trained;
}

std::optional<TrainingTally> measure_held_out(const TrainingJob<float>& job, const MakeChunkTrainer& make_trainer,
                                              int threads, const std::function<bool()>& must_stop) {
  constexpr std::uint64_t no_epoch = std::numeric_limits<std::uint64_t>::max() - 2;
  TrainingTally all;
  if (job.held_out == 0) return all;
  TrainingJob<float> still = job;
  still.schedule = {0, 0};  // nothing moves at a rate of 0
  still.adam = nullptr;
  std::vector<TrainingTally> tallies(job.held_out);
  std::atomic<std::size_t> next{0};
  std::atomic<bool> stopped{false};
  parallel(threads, [&](const Worker& worker) {
    const std::unique_ptr<ChunkTrainer> trainer = make_trainer(still);
    for (std::size_t i = next++; i < tallies.size() && !worker.failed; i = next++) {
      if (must_stop()) stopped = true;
      if (stopped) return;
      tallies[i] = trainer->train_chunk(no_epoch, job.chunks() + i);
    }
  });
  if (stopped) return std::nullopt;
  for (const TrainingTally& tally : tallies) all += tally;
  return all;
}

}  // namespace w2v
