#include "w2v/simd/analogy_scores.hpp"

#include <random>

#include "step_oracle.hpp"
#include "w2v/simd/target.hpp"

namespace w2v::test {
namespace {

TEST_CASE("the best combination of eighths is exact, wherever it stands", "[simd]") {
  const BestTargetAgain again;
  std::mt19937 random(1);
  for (const std::string& target : simd::available_targets()) {
    simd::use_target(target);
    for (const std::size_t count : {64, 128, 320}) {
      for (std::size_t place = 0; place < count; place += 7) {
        Matrix<float> rows(3, count, "a test");
        const auto value = [&] { return (static_cast<float>(random() % 9) - 4) / 8; };
        for (std::size_t i = 0; i < count; ++i) {
          for (std::size_t r = 0; r < 3; ++r) rows.row(r)[i] = value();
        }
        rows.row(0)[place] = place % 2 == 0 ? -0.875F : 0.0F;
        rows.row(1)[place] = rows.row(2)[place] = 0.875F;
        float add = -100;
        float mul = -100;
        for (std::size_t i = 0; i < count; ++i) {
          const float a = rows.row(0)[i], b = rows.row(1)[i], c = rows.row(2)[i];
          add = std::max(add, b - a + c);
          mul = std::max(mul, (1 + b) * (1 + c) - 2.5F * (1 + a));
        }
        const simd::BestAnalogyScore best =
            simd::best_analogy_score(rows.row(0), rows.row(1), rows.row(2), 2.5F, count);
        CAPTURE(target, count, place);
        REQUIRE(best.add == add);
        REQUIRE(best.mul == mul);

        std::vector<float> products;
        for (std::size_t i = 0; i < count; ++i) products.push_back(rows.row(0)[i] * rows.row(1)[i]);
        simd::multiply(rows.row(0), rows.row(1), count);
        REQUIRE(std::vector<float>(rows.row(0), rows.row(0) + count) == products);
      }
    }
  }
}

}  // namespace
}  // namespace w2v::test
