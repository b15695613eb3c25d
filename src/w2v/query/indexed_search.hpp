#pragma once

#include <span>
#include <vector>

#include "w2v/query/top_k.hpp"
#include "w2v/vectors/word_vectors.hpp"

namespace w2v {

/// True if the vectors' file has an index with reduced rows.
bool has_reduced_rows(const WordVectors& vectors);

/// True if indexed_top_k() can do such a search: has_reduced_rows(), all rows, no centre.
bool can_search_by_index(const WordVectors& vectors, const SearchOptions& options);

/// As top_k() for one query, the same answer to the bit: the reduced rows are scored, and those which may be
/// among the best, as far as the index's largest_error() can tell, are scored by the rows of the file. Needs
/// can_search_by_index().
std::vector<Match> indexed_top_k(const WordVectors& vectors, const SearchQuery& query, const SearchOptions& options);

/// The cosine of a query with every reduced row, vectors.size() of them. `direction`: dim() values of
/// length 1. Needs has_reduced_rows().
std::vector<float> reduced_cosines(const WordVectors& vectors, std::span<const float> direction, int threads);

}  // namespace w2v
