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

std::vector<std::uint32_t> TokenTable::add(const TokenTable& other) {
  // Each token waits for a slot and an entry that are not in the cache, unless they are asked for a while before.
  constexpr std::size_t ahead = 16;
  while (4 * (size() + other.size()) > 3 * slots_.size()) grow();
  entries_.reserve(size() + other.size());
  const auto hash_of = [](const Entry& entry) { return entry.key.hash(entry.length); };
  const auto home = [this](std::uint32_t hash) { return &slots_[hash & (slots_.size() - 1)]; };
  std::vector<std::uint32_t> numbers;
  numbers.reserve(other.size());
  for (std::size_t i = 0; i < other.size(); ++i) {
    if (i + 2 * ahead < other.size()) __builtin_prefetch(home(hash_of(other.entries_[i + 2 * ahead])));
    if (i + ahead < other.size()) {
      const Slot* const slot = home(hash_of(other.entries_[i + ahead]));
      if (slot->number_and_one != 0) __builtin_prefetch(&entries_[slot->number_and_one - 1]);
    }
    const Entry& entry = other.entries_[i];
    numbers.push_back(add(entry.token(), entry.key, hash_of(entry), entry.count));
  }
  return numbers;
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
  const std::vector<Slot> old =
      std::exchange(slots_, std::vector<Slot>(std::max<std::size_t>(1024, 2 * slots_.size())));
  for (const Slot& slot : old) {
    if (slot.number_and_one == 0) continue;
    std::size_t i = slot.hash & (slots_.size() - 1);
    while (slots_[i].number_and_one != 0) i = (i + 1) & (slots_.size() - 1);
    slots_[i] = slot;
  }
}

}  // namespace w2v
