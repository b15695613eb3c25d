#include "w2v/settings/config.hpp"

#include <cmath>
#include <limits>

#include "../support.hpp"
#include "w2v/objectives/schedule.hpp"

namespace w2v::test {
namespace {

TEST_CASE("the defaults make sense, and the rate is that of the architecture", "[settings]") {
  TrainConfig config;
  config.validate();
  REQUIRE(config.start_rate() == 0.025);
  REQUIRE(config.end_rate() == Approx(0.025e-4));
  config.architecture = Architecture::cbow;
  config.validate();
  REQUIRE(config.start_rate() == 0.05);
  config.learning_rate = 0.2;
  REQUIRE(config.end_rate() == Approx(0.2e-4));
  config.min_learning_rate = 0.1;
  REQUIRE(config.end_rate() == 0.1);
}

TEST_CASE("all faults of a configuration are told at once", "[settings]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const TrainConfig config{.dim = 0,
                           .window = 0,
                           .negatives = 0,
                           .epochs = 0,
                           .subsample = 2,
                           .noise_power = nan,
                           .learning_rate = -1,
                           .min_learning_rate = 5,
                           .max_sentence = 1,
                           .threads = -1};
  REQUIRE_THROWS_AS(config.validate(), UsageError);
  const std::string message = message_of([&] { config.validate(); });
  for (const std::string fault : {"--dim 0: expected 1 to 100000; ", "--window 0: expected 1 to 10000; ",
                                  "--negatives 0: expected 1 to 1000 (without noise words there is no objective); ",
                                  "--epochs 0: expected 1 or more; ", "--subsample 2: expected 0 (off) to 1; ",
                                  "--noise-power nan: expected -10 to 10; ", "--lr -1: expected a positive number; ",
                                  "--min-lr 5: expected 0 up to --lr; ", "--max-sentence 1: expected 2 to 10000; ",
                                  "--threads -1: expected 1 to 4096, or 0"}) {
    REQUIRE_THAT(message, contains(fault));
  }
}

TEST_CASE("settings at their limits are right, those beyond are not", "[settings]") {
  const double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const TrainConfig& right :
       {TrainConfig{
            .dim = 1, .window = 1, .negatives = 1, .epochs = 1, .subsample = 0, .noise_power = -10, .max_sentence = 2},
        TrainConfig{
            .dim = 100'000, .window = 10'000, .negatives = 1000, .subsample = 1, .noise_power = 10, .threads = 4096},
        TrainConfig{.learning_rate = 0.1, .min_learning_rate = 0.1},
        TrainConfig{.learning_rate = 0.1, .min_learning_rate = 0}}) {
    right.validate();
  }
  for (const TrainConfig& wrong :
       {TrainConfig{.dim = 100'001}, TrainConfig{.dim = std::numeric_limits<std::uint64_t>::max()},
        TrainConfig{.window = 10'001}, TrainConfig{.window = -5}, TrainConfig{.negatives = 1001},
        TrainConfig{.epochs = -1}, TrainConfig{.subsample = -1e-9}, TrainConfig{.subsample = nan},
        TrainConfig{.noise_power = 10.5}, TrainConfig{.noise_power = infinity}, TrainConfig{.learning_rate = 0},
        TrainConfig{.learning_rate = nan}, TrainConfig{.learning_rate = infinity}, TrainConfig{.min_learning_rate = -1},
        TrainConfig{.min_learning_rate = nan}, TrainConfig{.learning_rate = 0.1, .min_learning_rate = 0.2},
        TrainConfig{.threads = 4097}}) {
    REQUIRE_THROWS_AS(wrong.validate(), UsageError);
  }
}

TEST_CASE("the rate falls in a straight line from start to end and never leaves them", "[settings]") {
  const Schedule schedule{0.025, 0.001};
  REQUIRE(schedule.rate(0) == 0.025F);
  REQUIRE(schedule.rate(1) == 0.001F);
  REQUIRE(schedule.rate(0.5) == Approx(0.013));
  REQUIRE(schedule.rate(-3) == 0.025F);
  REQUIRE(schedule.rate(1.5) == 0.001F);
  for (int i = 0; i < 1000; ++i) REQUIRE(schedule.rate((i + 1) / 1000.0) < schedule.rate(i / 1000.0));
  REQUIRE(Schedule{0.5, 0.5}.rate(0.3) == 0.5F);
}

}  // namespace
}  // namespace w2v::test
