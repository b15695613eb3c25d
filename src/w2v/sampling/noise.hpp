#pragma once

#include "w2v/corpus/vocabulary.hpp"
#include "w2v/sampling/alias_table.hpp"

namespace w2v {

/// The noise distribution of negative sampling: a word's probability is proportional to count^power (0.75 in
/// Mikolov et al. 2013b). Exact: no table of samples. power 0 is uniform; negative ones favour rare words.
AliasTable noise_distribution(const Vocabulary& vocabulary, double power);

}  // namespace w2v
