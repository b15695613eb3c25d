#include "w2v/vectors/format.hpp"

#include <algorithm>
#include <utility>

namespace w2v {

LoadedVectors load_vectors(const std::string& path, const ReadOptions& options) {
  RowReader reader = open_vectors(path, options);
  Matrix<float> rows(0, reader.facts().dim, "the vectors");
  std::size_t filled = 0;
  while (const std::optional<Row> row = reader.next()) {
    // By a quarter: the system gives memory when it is written to, and moves pages instead of copying them.
    if (filled == rows.rows()) rows.grow(std::max<std::size_t>(64, filled + filled / 4));
    std::ranges::copy(row->values, rows.row(filled++));
  }
  rows.shrink(filled);
  const VectorFacts facts = reader.facts();
  LeftOut left_out = reader.left_out();
  return {WordVectors(std::move(reader).take_words(), std::move(rows)), facts, std::move(left_out)};
}

void save_vectors(AtomicFile file, const WordVectors& vectors, VectorFormat format) {
  VectorWriter writer(std::move(file), format, vectors.size(), vectors.dim());
  for (std::size_t i = 0; i < vectors.size(); ++i) writer.write(vectors.word(i), vectors.row(i));
  writer.commit();
}

}  // namespace w2v
