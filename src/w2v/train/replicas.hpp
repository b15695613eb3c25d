#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "w2v/train/shared_state.hpp"

namespace w2v {

/// Copies of the matrices that are trained apart, each by one thread, and brought together at fixed places of the text. So nothing
/// depends on which thread is faster, as it does where all of them write to the same rows (Hogwild).
///
/// A row moves by what all replicas have moved it, if they did so a few times: as if one had done it all. Where they did so many times,
/// each went most of the way to where it belongs, and all together would go beyond: there it takes their mean (McDonald, Hall, Mann
/// 2010). In between something in between.
class Replicas {
 public:
  /// Copies of the matrices as they are now. Throws Error for memory that cannot be had.
  Replicas(const SharedState<float>& shared, std::size_t number);

  [[nodiscard]] std::size_t size() const { return replicas_.size(); }
  /// The same as what they were made of, but for the matrices.
  [[nodiscard]] const SharedState<float>& shared(std::size_t replica) const { return replicas_[replica]->shared; }

  /// Brings the replicas together, in the matrices that they were made of and in all of them. The same bytes with any number of
  /// threads.
  void merge(float rate, int threads);

 private:
  struct Replica {
    explicit Replica(const SharedState<float>& whole);
    Matrix<float> input;
    Matrix<float> output;
    NamedRows named;
    SharedState<float> shared;
  };
  using RowsOf = Matrix<float> Replica::*;
  using NamedOf = std::vector<std::uint32_t> NamedRows::*;

  void merge_matrix(Matrix<float>& whole, RowsOf rows, NamedOf named, float rate, int threads);
  void merge_row(Matrix<float>& whole, RowsOf rows, NamedOf named, float rate, std::size_t row);

  SharedState<float> whole_;
  std::vector<std::unique_ptr<Replica>> replicas_;
};

}  // namespace w2v
