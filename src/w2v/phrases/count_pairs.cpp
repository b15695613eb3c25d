#include "w2v/phrases/count_pairs.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <utility>

#include "w2v/base/error.hpp"
#include "w2v/base/parallel.hpp"

namespace w2v {
namespace {

constexpr std::uint32_t no_word = 0xFFFFFFFF;
constexpr std::size_t tokens_between_looks = std::size_t{1} << 16;  // at whether to stop

/// Hashes from `first` to `last`, both of them in it.
struct HashRange {
  std::uint64_t first;
  std::uint64_t last;
};

/// The ranges that are still to be counted.
class Ranges {
 public:
  explicit Ranges(int number) {
    const std::uint64_t width = ~std::uint64_t{0} / static_cast<std::uint64_t>(number);
    for (int i = number - 1; i >= 0; --i) {
      const std::uint64_t first = width * static_cast<std::uint64_t>(i);
      ranges_.push_back({first, i == number - 1 ? ~std::uint64_t{0} : first + width - 1});
    }
  }
  bool take(HashRange& range) {
    const std::lock_guard lock(mutex_);
    if (ranges_.empty()) return false;
    range = ranges_.back();
    ranges_.pop_back();
    ++taken_;
    return true;
  }
  void leave(const HashRange& range) {
    const std::lock_guard lock(mutex_);
    ranges_.push_back(range);
  }
  [[nodiscard]] int taken() const { return taken_; }

 private:
  std::mutex mutex_;
  std::vector<HashRange> ranges_;
  int taken_ = 0;
};

/// Counts the pairs of a range. Places of the table are asked for a batch ahead, for nearly each of them is a cache
/// miss.
class RangeCounter {
 public:
  RangeCounter(HashRange range, std::uint64_t memory, Ranges& ranges)
      : range_(range), memory_(memory), ranges_(ranges) {}

  void add(const Pair& pair) {
    const std::uint64_t hash = pair.hash();
    if (hash < range_.first || hash > range_.last) return;
    table_.prefetch(hash);
    batch_[waiting_++] = {pair, hash};
    if (waiting_ == batch_.size()) flush();
  }

  const PairTable& finish() {
    flush();
    return table_;
  }

 private:
  struct Waiting {
    Pair pair;
    std::uint64_t hash;
  };

  void flush() {
    const std::size_t count = std::exchange(waiting_, 0);
    for (std::size_t i = 0; i < count; ++i) {
      if (batch_[i].hash > range_.last) continue;
      while (!table_.has_room()) make_room();
      if (batch_[i].hash <= range_.last) table_.add(batch_[i].pair, batch_[i].hash);
    }
  }

  void make_room() {
    // While it grows, the old table is there beside one of twice its size.
    if (3 * table_.bytes() <= memory_ || range_.first == range_.last) {
      table_.grow();
      return;
    }
    const std::uint64_t middle = range_.first + (range_.last - range_.first) / 2;
    ranges_.leave({middle + 1, range_.last});
    range_.last = middle;
    table_.keep_below(middle + 1);
  }

  HashRange range_;
  std::uint64_t memory_;
  Ranges& ranges_;
  PairTable table_;
  std::array<Waiting, 64> batch_;
  std::size_t waiting_ = 0;
};

/// Calls on_pair(Pair) for all pairs in order; false if there was a reason to stop.
template <class OnPair, class Stop>
bool walk(std::span<const TokenId> tokens, std::span<const WordRole> roles, OnPair&& on_pair, Stop&& stop) {
  std::uint32_t first = no_word;
  std::uint32_t gap = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (i % tokens_between_looks == 0 && stop()) return false;
    const std::uint32_t word = tokens[i] & word_bits;
    const WordRole role = roles[word];
    if (role == frequent_word) {
      if (first != no_word) on_pair(Pair{first, word, gap});
      first = word;
      gap = 0;
    } else if (role == rare_word || gap >> (8 * (most_words_in_gap - 1)) != 0) {
      first = no_word;
      gap = 0;
    } else if (first != no_word) {
      gap = gap << 8 | role;
    }
    if ((tokens[i] & sentence_end_bit) != 0) {
      first = no_word;
      gap = 0;
    }
  }
  return true;
}

}  // namespace

CountedPairs count_pairs(std::span<const TokenId> tokens, std::span<const WordRole> roles,
                         const std::function<bool(const CountedPair&)>& accept, std::uint64_t memory, int threads,
                         const Observer& observer) {
  Ranges ranges(threads);
  CountedPairs counted;
  std::mutex adding;
  parallel(threads, [&](const Worker& worker) {
    const auto stop = [&] {
      if (observer.stop_requested()) throw Interrupted();
      return worker.failed.load();
    };
    std::vector<CountedPair> accepted;
    for (HashRange range{}; ranges.take(range);) {
      RangeCounter counter(range, memory / static_cast<std::uint64_t>(threads), ranges);
      if (!walk(
              tokens, roles, [&](const Pair& pair) { counter.add(pair); }, stop))
        return;
      for (const PairTable::Place& place : counter.finish().places()) {
        const CountedPair pair{place.pair(), place.count()};
        if (pair.count > 0 && accept(pair)) accepted.push_back(pair);
      }
    }
    const std::lock_guard lock(adding);
    counted.pairs.insert(counted.pairs.end(), accepted.begin(), accepted.end());
  });
  std::sort(counted.pairs.begin(), counted.pairs.end(),
            [](const CountedPair& a, const CountedPair& b) { return a.pair < b.pair; });
  counted.rounds = ranges.taken();
  return counted;
}

}  // namespace w2v
