#include "w2v/settings/settings.hpp"

#include <set>

#include "../support.hpp"

namespace w2v::test {
namespace {

TEST_CASE("each setting has a name, a short option and a place of its own, and a help text", "[settings]") {
  std::set<std::string_view> names;
  std::set<char> letters;
  for_each_setting([&](const auto& row) {
    CAPTURE(row.facts.name);
    REQUIRE(!row.facts.help.empty());
    REQUIRE(names.insert(row.facts.name).second);
    REQUIRE((row.facts.letter == 0 || letters.insert(row.facts.letter).second));
    REQUIRE(&facts_of(row.field) == &row.facts);
  });
  for_each_setting([&](const auto& row) { REQUIRE((row.facts.follows.empty() || names.contains(row.facts.follows))); });
}

// Checkpoints that exist have these lines, in this order.
TEST_CASE("the settings of a checkpoint keep their names, their order and the names of their values", "[settings]") {
  const TrainConfig config{.architecture = Architecture::cbow,
                           .objective = Objective::hierarchical_softmax,
                           .subsample_formula = SubsampleFormula::paper,
                           .subsample_once = true,
                           .cbow_update = CbowUpdate::mean,
                           .threads = 3};
  REQUIRE(settings_text(config, {.stop_words_file = "s", .keep_words_file = "k", .vocabulary_file = "v"}) ==
          "architecture cbow\nobjective hs\ndim 100\nwindow 5\nfixed-window off\nnegatives 5\nepochs 5\n"
          "subsample 0.0001\nsubsample-formula paper\nsubsample-once on\nnoise-power 0.75\nnoise-pool 0\n"
          "cbow-update mean\nsubwords off\nbuckets 2000000\noptimizer sgd\nbatch 128\nlr 0.05\nmin-lr "
          "5e-06\nmax-sentence 1000\nheld-out 0\n"
          "patience 0\ndeterministic off\nseed 1\nmin-count 5\nmax-vocab 0\n");
  REQUIRE(name_of(Architecture::skipgram) == "skipgram");
  REQUIRE(name_of(Objective::negative_sampling) == "ns");
  REQUIRE(name_of(Objective::softmax) == "softmax");
  REQUIRE(name_of(Optimizer::adam) == "adam");
  REQUIRE(name_of(SubsampleFormula::word2vec) == "word2vec");
  REQUIRE(name_of(CbowUpdate::word2vec) == "word2vec");
}

TEST_CASE("settings are taken from another training where that is asked for", "[settings]") {
  const TrainConfig from{.dim = 7, .window = 8, .learning_rate = 0.5, .threads = 9};
  const VocabularyConfig from_rules{.min_count = 2, .stop_words_file = "s"};
  TrainConfig config{.dim = 70, .window = 80};
  VocabularyConfig rules;
  take_settings([](std::string_view name) { return name != "window"; }, from, from_rules, config, rules);
  REQUIRE(config.dim == 7);
  REQUIRE(config.window == 80);
  REQUIRE(config.learning_rate == 0.5);
  REQUIRE(rules.min_count == 2);
  REQUIRE(config.threads == 0);  // what is not stored stays
  REQUIRE(rules.stop_words_file.empty());
}

}  // namespace
}  // namespace w2v::test
