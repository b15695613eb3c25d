#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "w2v/eval/embedding.hpp"
#include "w2v/eval/set_lines.hpp"
#include "w2v/eval/statistics.hpp"
#include "w2v/vectors/word_set.hpp"

namespace w2v {

/// Pairs of words that people have rated.
struct SimilaritySet {
  struct Pair {
    std::uint32_t first;  ///< positions in `words`
    std::uint32_t second;
    double score;
  };
  std::string name;
  WordSet words;  ///< the different ones, as they are spelt in the file
  std::vector<Pair> pairs;
};

/// How lines of a similarity set are read.
struct SimilarityColumns {
  /// The column of the number, from 3; others behind the words are left out. 0: the third of three.
  std::size_t score = 0;
};

/// Lines of two words and a number, with a tab, a comma or blanks between them: a tab if the first pair has
/// one, else a comma if it has one. Lines that begin with '#' are comments, the first other line may be a
/// heading. Throws Error, with the line, for anything else, and if there is no pair.
SimilaritySet parse_similarities(const SetLines& file, const SimilarityColumns& columns = {});

/// A line's fields by the rule above, without blanks around them.
std::vector<std::string_view> split_fields(std::string_view line);
/// Whether there are as many fields as a pair has.
bool fits_pair(const std::vector<std::string_view>& fields, const SimilarityColumns& columns);
/// Whether the fields are two words and a number.
bool is_rated_pair(const std::vector<std::string_view>& fields, const SimilarityColumns& columns);

struct SimilarityScore {
  std::uint64_t pairs;  ///< of the set
  std::uint64_t known;  ///< pairs both of whose words are known: only they count
  double spearman;      ///< of the cosines and the set's scores; NaN if one of the two is constant, or known < 2
  double pearson;
  Interval interval;                           ///< of spearman
  std::optional<std::uint64_t> composed = {};  ///< pairs with an unknown word that has a vector from its n-grams;
                                               ///< nothing where the model has no n-grams
  double spearman_with_composed = 0;           ///< of these and the known ones
};

/// Compares a set's scores with the cosines of its pairs, in double; 0 where a row is zeros. Words are found
/// by find_rows().
SimilarityScore score_similarities(const SimilaritySet& set, const Embedding& embedding, bool case_sensitive = false);

}  // namespace w2v
