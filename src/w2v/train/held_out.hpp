#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "w2v/corpus/corpus.hpp"
#include "w2v/objectives/chunk_trainer.hpp"

namespace w2v {

/// Chunks at the end of the text that have the share of its tokens that is held out, or a little more. Throws Error for
/// a text that is too short.
std::size_t held_out_chunks(const TokenStream& tokens, double share);

/// What the text that is held out comes to, with the same windows and noise words whenever it is asked for. Nothing
/// moves. Nothing is returned where `must_stop` says so before the end.
std::optional<TrainingTally> measure_held_out(const TrainingJob<float>& job, const MakeChunkTrainer& make_trainer,
                                              int threads, const std::function<bool()>& must_stop);

}  // namespace w2v
