#include "w2v/corpus/token_table.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "w2v/base/error.hpp"

namespace w2v {

std::optional<std::uint32_t> TokenTable::find(std::string_view token) const {
  if (slots_.empty()) return std::nullopt;
  const Key key(token);
  const Slot slot = slots_[slot_of(token, key, key.hash(token.size()))];
  if (slot.number_and_one == 0) return std::nullopt;
  return slot.number_and_one - 1;
}

std::uint32_t TokenTable::insert(std::string_view token, const Key& key, std::uint32_t hash, std::uint64_t times) {
  if (entries_.size() == std::numeric_limits<std::uint32_t>::max()) throw Error("more than 2^32 - 1 different tokens");
  if (4 * (entries_.size() + 1) > 3 * slots_.size()) grow();
  const char* bytes = nullptr;
  if (token.size() > longest_inside) {
    long_tokens_.push_back(std::make_unique_for_overwrite<char[]>(token.size()));
    std::copy(token.begin(), token.end(), long_tokens_.back().get());
    bytes = long_tokens_.back().get();
  }
  const auto number = static_cast<std::uint32_t>(entries_.size());
  entries_.push_back({key, times, token.size(), bytes});
  slots_[slot_of(token, key, hash)] = {hash, number + 1};
  return number;
}

void TokenTable::grow() {
  const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(std::max<std::size_t>(1024, 2 * slots_.size())));
  for (const Slot& slot : old) {
    if (slot.number_and_one == 0) continue;
    std::size_t i = slot.hash & (slots_.size() - 1);
    while (slots_[i].number_and_one != 0) i = (i + 1) & (slots_.size() - 1);
    slots_[i] = slot;
  }
}

}  // namespace w2v
