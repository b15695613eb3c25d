#include <limits>
#include <random>

#include "step_oracle.hpp"
#include "w2v/simd/find_above.hpp"

namespace w2v::test {
namespace {

TEST_CASE("find_above finds each place that reaches the threshold, in order, and no NaN", "[simd]") {
  const BestTargetAgain again;
  std::mt19937 random(6);
  for (const std::string& target : simd::available_targets()) {
    simd::use_target(target);
    for (const std::size_t count : {0, 64, 128, 320}) {
      std::vector<float> values(count);
      std::vector<float> scales(count);
      for (std::size_t i = 0; i < count; ++i) {
        values[i] = static_cast<float>(random() % 21) - 10;
        scales[i] = random() % 9 == 0 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(random() % 3);
      }
      for (const float threshold : {-std::numeric_limits<float>::infinity(), -3.0F, 0.0F, 7.0F, 19.0F, 21.0F}) {
        std::vector<std::uint32_t> expected;
        for (std::uint32_t i = 0; i < count; ++i) {
          if (values[i] * scales[i] >= threshold) expected.push_back(i);
        }
        std::vector<std::uint32_t> found(count + 1, 77);
        const std::size_t number = simd::find_above(values.data(), scales.data(), count, threshold, found.data());
        CAPTURE(target, count, threshold);
        REQUIRE(found.back() == 77);
        found.resize(number);
        REQUIRE(found == expected);
      }
    }
  }
}

}  // namespace
}  // namespace w2v::test
