#pragma once

#include <cstdint>
#include <string>

#include "w2v/corpus/corpus.hpp"
#include "w2v/io/atomic_file.hpp"
#include "w2v/settings/config.hpp"
#include "w2v/train/state.hpp"

namespace w2v {

/// What stays the same through a training: what a checkpoint must hold beside its state.
struct TrainingFacts {
  TrainConfig config;  ///< but for the number of threads
  VocabularyConfig vocabulary;
  std::string instruction_set;   ///< simd::target_name(): with another one the bytes differ
  std::uint64_t tokens = 0;      ///< of the text
  std::uint64_t token_hash = 0;  ///< XXH3 of their ids
};

/// Reads all token ids once, for their hash.
TrainingFacts training_facts(const TrainConfig& config, const VocabularyConfig& vocabulary, const TokenStream& tokens);

struct Checkpoint {
  TrainingFacts facts;
  TrainingState state;
};

/// Writes a checkpoint, described in docs/FORMATS.md; a file that was there stays as it was until the new one
/// is whole. Returns its bytes. Throws Error, before it writes, if the disk has too little space.
std::uint64_t save_checkpoint(AtomicFile file, const TrainingFacts& facts, const TrainingState& state);

/// Throws Error for a file that is not a whole, undamaged checkpoint.
Checkpoint load_checkpoint(const std::string& path);

/// Throws Error, which says what differs, if a checkpoint's training was on another text or vocabulary.
/// `path` is for messages.
void require_same_corpus(const Checkpoint& checkpoint, const std::string& path, const Corpus& corpus);

}  // namespace w2v
