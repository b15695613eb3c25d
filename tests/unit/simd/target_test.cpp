#include "w2v/simd/target.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "step_oracle.hpp"
#include "w2v/simd/dot_products.hpp"

namespace w2v::test {
namespace {

TEST_CASE("the best instruction set is used unless another is asked for", "[simd]") {
  const BestTargetAgain again;
  const std::vector<std::string> targets = simd::available_targets();
  REQUIRE(!targets.empty());
  // What every processor of the kind has: on x86-64 also portable code, on arm64 NEON.
  REQUIRE((targets.back() == "scalar" || targets.back() == "neon"));
  REQUIRE(std::set<std::string>(targets.begin(), targets.end()).size() == targets.size());
  REQUIRE(simd::target_name() == targets.front());
  const std::vector<std::string> compiled = simd::compiled_targets();
  for (const std::string& target : targets) {
    REQUIRE(std::ranges::count(compiled, target) == 1);
    simd::use_target(target);
    REQUIRE(simd::target_name() == target);
  }
  simd::use_target("best");
  REQUIRE(simd::target_name() == targets.front());
}

TEST_CASE("an instruction set that is not there is a wrong option, and changes nothing", "[simd]") {
  const BestTargetAgain again;
  const std::string last = simd::available_targets().back();
  simd::use_target(last);
  for (const std::string name : {"", "Scalar", "avx2 ", "sve", "mmx"}) {
    CAPTURE(name);
    REQUIRE_THROWS_AS(simd::use_target(name), UsageError);
    REQUIRE(simd::target_name() == last);
  }
  REQUIRE_THAT(message_of([] { simd::use_target("mmx"); }),
               contains("'mmx' is no instruction set of this processor and program: expected best or one of "));
}

/// Long sums of real numbers, whose last bits tell in how many lanes they were added up.
std::vector<float> fingerprint() {
  std::vector<float> found;
  std::mt19937 random(5);
  for (int round = 0; round < 20; ++round) {
    std::vector<float> a(301);
    std::vector<float> b(301);
    for (float& value : a) value = std::uniform_real_distribution<float>(-1, 1)(random);
    for (float& value : b) value = std::uniform_real_distribution<float>(-1, 1)(random);
    found.resize(found.size() + 2);
    const float* row = b.data();
    simd::score_rows(a.data(), {&row, 1}, 301, &found[found.size() - 2], &found[found.size() - 1]);
  }
  return found;
}

/// Whether two instruction sets may round alike: as the compiler has it, the portable one works on one value at a time
/// or on four in the order of a 128-bit vector.
bool may_agree(const std::string& target, const std::string& other) {
  return target == "scalar" && (other == "sse4" || other == "neon");
}

TEST_CASE("the instruction set that is asked for is the one that runs: each rounds in its own way", "[simd]") {
  const BestTargetAgain again;
  std::map<std::vector<float>, std::string> seen;
  for (const std::string& target : simd::available_targets()) {
    simd::use_target(target);
    const std::vector<float> found = fingerprint();
    REQUIRE(fingerprint() == found);  // the same each time
    CAPTURE(target);
    const auto [place, is_new] = seen.try_emplace(found, target);
    REQUIRE((is_new || may_agree(target, place->second)));
  }
  simd::use_target("best");
  REQUIRE(seen.at(fingerprint()) == simd::available_targets().front());
}

TEST_CASE("training steps run on the instruction set that is asked for, too", "[simd]") {
  const BestTargetAgain again;
  std::mt19937 random(5);
  const Problem problem = random_problem(random, 100, 8, 6, 1);
  std::map<std::vector<float>, std::string> seen;
  for (const std::string& target : simd::available_targets()) {
    simd::use_target(target);
    simd::LogisticStep<float> step(112, 8, 6);
    const Moved<float> moved = real_step(step, problem, false, 0.1F, 1.0F);
    CAPTURE(target);
    std::vector<float> values;
    for (std::size_t r = 0; r < 8; ++r) values.insert(values.end(), moved.inputs.row(r), moved.inputs.row(r) + 100);
    const auto [place, is_new] = seen.try_emplace(values, target);
    REQUIRE((is_new || may_agree(target, place->second)));
  }
}

}  // namespace
}  // namespace w2v::test
