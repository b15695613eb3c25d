#include "w2v/phrases/pair_table.hpp"

#include <utility>

namespace w2v {

PairTable::PairTable(std::size_t places)
    : memory_(places * sizeof(Place), "the pairs of words", "lower --memory, so that they are counted in more rounds"),
      places_(reinterpret_cast<Place*>(memory_.data())),
      mask_(places - 1) {}

void PairTable::put(const Place& place) {
  std::size_t i = place.pair().hash() & mask_;
  while (places_[i].gap_and_count != 0) i = (i + 1) & mask_;
  places_[i] = place;
  ++size_;
}

void PairTable::grow() {
  PairTable larger(2 * (mask_ + 1));
  for (const Place& place : places()) {
    if (place.gap_and_count != 0) larger.put(place);
  }
  *this = std::move(larger);
}

void PairTable::keep_below(std::uint64_t least) {
  PairTable kept(mask_ + 1);
  for (const Place& place : places()) {
    if (place.gap_and_count != 0 && place.pair().hash() < least) kept.put(place);
  }
  *this = std::move(kept);
}

}  // namespace w2v
