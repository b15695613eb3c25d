#include "training.hpp"
#include "w2v/base/error.hpp"

namespace w2v::test {
namespace {

Vocabulary vocabulary_of(const std::vector<std::string>& words) {
  Vocabulary vocabulary;
  for (const std::string& word : words) vocabulary.add(word, 7);
  return vocabulary;
}

TEST_CASE("a training that goes on keeps rows and frozen words by their names", "[train]") {
  const TrainConfig config = small(Architecture::skipgram);
  TrainingState earlier = start_training(vocabulary_of({"a", "b", "c"}), config);
  for (const bool frozen : {true, false}) {
    if (!frozen) earlier.frozen.clear();
    if (frozen) earlier.frozen = {0, 1, 1};
    const TrainingState state = continue_training(earlier, vocabulary_of({"c", "new", "a", "b"}), config);
    REQUIRE(state.frozen == (frozen ? std::vector<std::uint8_t>{1, 0, 0, 1} : std::vector<std::uint8_t>()));
    constexpr std::size_t new_rows[] = {2, 3, 0};  // of a, b, c
    for (std::size_t i = 0; i < 3; ++i) {
      REQUIRE(std::memcmp(state.model.input.row(new_rows[i]), earlier.model.input.row(i), config.dim * sizeof(float)) ==
              0);
    }
    REQUIRE(state.position.epoch == 0);
  }
}

TEST_CASE("a training that goes on without a word of the earlier one, or with none, is refused", "[train]") {
  const TrainConfig config = small(Architecture::skipgram);
  const TrainingState earlier = start_training(vocabulary_of({"a", "b"}), config);
  REQUIRE_THROWS_WITH(continue_training(earlier, vocabulary_of({"a", "c"}), config),
                      contains("the vocabulary lacks 'b'"));
  REQUIRE_THROWS_AS(continue_training(earlier, Vocabulary(), config), Error);
}

}  // namespace
}  // namespace w2v::test
