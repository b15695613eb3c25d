#pragma once

#include "w2v/base/observer.hpp"
#include "w2v/objectives/chunk_trainer.hpp"
#include "w2v/train/divergence_guard.hpp"
#include "w2v/train/hooks.hpp"
#include "w2v/train/replica_group.hpp"
#include "w2v/train/state.hpp"

namespace w2v {

/// Runs the epochs that are left, one or more: hands out chunks to `threads` threads, gathers what they came to,
/// reports, saves, and ends with the matrices of the epoch that counts. `job`: on the matrices of `state`. `replicas`:
/// what the threads train, brought together every few chunks; none: all threads write to the matrices of the job
/// (Hogwild). Throws as train().
void run_epochs(const TrainingJob<float>& job, const MakeChunkTrainer& make_trainer, const DivergenceGuard& guard,
                int threads, ReplicaGroup* replicas, TrainingState& state, Observer& observer, const TrainHooks& hooks);

}  // namespace w2v
