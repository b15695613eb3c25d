#include "w2v/settings/config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "w2v/base/error.hpp"
#include "w2v/settings/settings.hpp"

namespace w2v {

int TrainConfig::noise_pool_size() const {
  if (!noise_pool) return automatic_noise_pool();
  if (*noise_pool <= 0 || *noise_pool > most_noise_pool) return *noise_pool;  // 0, or for validate()
  return static_cast<int>(std::bit_ceil(static_cast<unsigned>(*noise_pool)));
}

int TrainConfig::automatic_noise_pool() const {
  // What is chosen here, and why: docs/QUALITY.md.
  constexpr int widest_window = 5;
  constexpr int most_negatives = 10;
  if (subwords.any() || architecture == Architecture::cbow || window > widest_window || negatives > most_negatives)
    return 0;
  const std::uint64_t used =
      std::uint64_t{most_max_sentence} * static_cast<std::uint64_t>(std::max(negatives, 0));  // in a chunk, at most
  return static_cast<int>(
      std::min<std::uint64_t>(most_noise_pool, std::bit_ceil(used / 32)));  // so each about 15 times
}

void TrainConfig::validate() const {
  std::string faults;
  const auto require = [&faults](bool right, auto field, const auto& found, const std::string& expected) {
    if (right) return;
    faults += fmt::format("{}--{} {}: expected {}", faults.empty() ? "" : "; ", facts_of(field).name, found, expected);
  };
  require(dim >= 1 && dim <= 100'000, &TrainConfig::dim, dim, "1 to 100000");
  require(window >= 1 && window <= 10'000, &TrainConfig::window, window, "1 to 10000");
  require(negatives >= 1 && negatives <= 1'000, &TrainConfig::negatives, negatives,
          "1 to 1000 (without noise words there is no objective)");
  require(epochs >= 1, &TrainConfig::epochs, epochs, "1 or more");
  require(subsample >= 0 && subsample <= 1, &TrainConfig::subsample, subsample, "0 (off) to 1");
  require(std::isfinite(noise_power) && std::abs(noise_power) <= 10, &TrainConfig::noise_power, noise_power,
          "-10 to 10");
  require(noise_pool_size() >= 0 && noise_pool_size() <= most_noise_pool, &TrainConfig::noise_pool, noise_pool_size(),
          fmt::format("0 (every noise word afresh) to {}", most_noise_pool));
  require(!subwords.any() || objective != Objective::softmax, &TrainConfig::subwords, text_of(subwords),
          "off under --objective softmax");
  require(!subwords.any() ||
              (subwords.least >= 1 && subwords.least <= subwords.most && subwords.most <= NgramLengths::longest),
          &TrainConfig::subwords, text_of(subwords),
          fmt::format("lengths of 1 to {} such as 3-6", NgramLengths::longest));
  require(buckets >= 1, &TrainConfig::buckets, buckets, "1 or more");
  require(optimizer == Optimizer::sgd || objective == Objective::softmax, &TrainConfig::optimizer, name_of(optimizer),
          "sgd, or --objective softmax");
  require(batch >= 1 && batch <= 65'536, &TrainConfig::batch, batch, "1 to 65536");
  require(std::isfinite(start_rate()) && start_rate() > 0, &TrainConfig::learning_rate, start_rate(),
          "a positive number");
  require(end_rate() >= 0 && end_rate() <= start_rate(), &TrainConfig::min_learning_rate, end_rate(), "0 up to --lr");
  require(max_sentence >= 2 && max_sentence <= most_max_sentence, &TrainConfig::max_sentence, max_sentence,
          fmt::format("2 to {}", most_max_sentence));
  require(held_out >= 0 && held_out <= 0.5, &TrainConfig::held_out, held_out, "0 (none) to 0.5");
  require(patience >= 0, &TrainConfig::patience, patience, "1 or more, or 0 for no end to it");
  require(patience == 0 || held_out > 0, &TrainConfig::patience, patience,
          "--held-out beside it, whose loss it watches");
  require(threads >= 0 && threads <= 4'096, &TrainConfig::threads, threads, "1 to 4096, or 0 for all cores");
  if (!faults.empty()) throw UsageError(faults);
}

}  // namespace w2v
