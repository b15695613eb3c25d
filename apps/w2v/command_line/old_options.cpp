#include "command_line/old_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "command_line/console.hpp"
#include "training/setting_options.hpp"
#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"
#include "w2v/settings/settings.hpp"

namespace app {
namespace {

using w2v::TrainConfig;
using w2v::VocabularyConfig;

/// Old names whose value means the same in ours; an empty new name: the corpus itself.
const std::map<std::string, std::string> same_meaning = {
    {"-train", ""},
    {"-output", "--output"},
    {"-size", option_of(&TrainConfig::dim)},
    {"-window", option_of(&TrainConfig::window)},
    {"-threads", option_of(&TrainConfig::threads)},
    {"-iter", option_of(&TrainConfig::epochs)},
    {"-alpha", option_of(&TrainConfig::learning_rate)},
    {"-min-count", option_of(&VocabularyConfig::min_count)},
    {"-classes", "--classes"},
    {"-save-vocab", "--save-vocab"},
    {"-read-vocab", option_of(&VocabularyConfig::vocabulary_file)},
};
const std::set<std::string> other_meaning = {"-cbow", "-binary", "-sample", "-hs", "-negative", "-debug"};

bool is_old(const std::string& argument) {
  return same_meaning.contains(argument) || other_meaning.contains(argument);
}

using Arguments = std::vector<std::string>;

/// Whether one of our options, such as "--output", is among them; `letter`: its short form, such as "-o".
bool has(const Arguments& arguments, const std::string& name, const std::string& letter = "") {
  return std::ranges::any_of(arguments, [&](const std::string& argument) {
    return argument == name || argument.starts_with(name + "=") ||
           (!letter.empty() && argument.starts_with(letter) && !argument.starts_with("--"));
  });
}

/// The same of the option of a setting.
template <class Value>
bool has(const Arguments& arguments, Value TrainConfig::*field) {
  const char letter = w2v::facts_of(field).letter;
  return has(arguments, option_of(field), letter == 0 ? "" : std::string("-") + letter);
}

/// The old line names an output of words alone: the original writes the vocabulary and ends.
Arguments count_only(const Arguments& program, const Arguments& translated) {
  static const std::set<std::string> for_vocab = {option_of(&VocabularyConfig::min_count),
                                                  option_of(&VocabularyConfig::vocabulary_file),
                                                  option_of(&TrainConfig::threads)};
  Arguments arguments = program;
  arguments.emplace_back("vocab");
  for (std::size_t i = 0; i < translated.size(); ++i) {
    const std::string& argument = translated[i];
    if (!argument.starts_with('-')) {
      arguments.push_back(argument);  // the corpus
      continue;
    }
    const std::string name = argument == "--save-vocab" ? "--output" : argument;
    if (++i < translated.size() && (name == "--output" || for_vocab.contains(name)))
      arguments.insert(arguments.end(), {name, translated[i]});
  }
  return arguments;
}

}  // namespace

std::vector<std::string> translate_old_options(const std::vector<std::string>& arguments) {
  const auto command = std::find(arguments.begin(), arguments.end(), "train");  // options of the program may come first
  if (command == arguments.end() || std::none_of(command, arguments.end(), is_old)) return arguments;
  const Arguments program(arguments.begin(), command);
  std::map<std::string, std::string> given;  // of those with another meaning
  Arguments translated;
  for (auto next = command + 1; next != arguments.end(); ++next) {
    if (!is_old(*next)) {
      translated.push_back(*next);
      continue;
    }
    const std::string& name = *next;
    if (++next == arguments.end()) throw w2v::UsageError(fmt::format("{} needs a value", name));
    if (other_meaning.contains(name)) {
      given[name] = *next;
    } else if (name != "-classes" || *next != "0") {
      if (const std::string& new_name = same_meaning.at(name); !new_name.empty()) translated.push_back(new_name);
      translated.push_back(*next);
    }
  }
  if (!has(translated, "--output", "-o")) {
    if (has(translated, "--save-vocab")) return count_only(program, translated);
    throw w2v::UsageError(
        "options of the original word2vec: expected -output FILE too, or -save-vocab FILE for the vocabulary alone");
  }

  const auto value = [&](const std::string& name) {
    const auto found = given.find(name);
    return found == given.end() ? std::nullopt : std::optional(found->second);
  };
  const auto add = [&](const std::string& name, const std::string& text) {
    translated.insert(translated.end(), {name, text});
  };
  const auto add_setting = [&](auto field, std::string_view text) { add(option_of(field), std::string(text)); };
  // The original trains both objectives at once where both are on, by its default of 5 noise words too; here it is one.
  const std::optional<std::string> negatives = value("-negative");
  if (value("-hs").value_or("0") != "0") {
    if (negatives.value_or("5") != "0") {
      console::warning(
          "-hs 1: trained by hierarchical softmax alone; the original would add negative sampling (-negative " +
          w2v::printable(negatives.value_or("5")) + ")");
    }
    add_setting(&TrainConfig::objective, w2v::name_of(w2v::Objective::hierarchical_softmax));
  } else if (negatives) {
    add_setting(&TrainConfig::negatives, *negatives);
  }
  // What is left out has the original's defaults where they are others than ours, unless one of our options says it.
  const auto binary = value("-binary");
  if (!has(translated, "--classes") && (binary || !has(translated, "--format"))) {
    add("--format", binary.value_or("0") == "0" ? "text" : "binary");
  }
  const auto cbow = value("-cbow");
  if (cbow || !has(translated, &TrainConfig::architecture)) {
    add_setting(&TrainConfig::architecture,
                w2v::name_of(cbow.value_or("1") == "0" ? w2v::Architecture::skipgram : w2v::Architecture::cbow));
  }
  const auto sample = value("-sample");
  if (sample || !has(translated, &TrainConfig::subsample))
    add_setting(&TrainConfig::subsample, sample.value_or("1e-3"));
  if (!has(translated, &TrainConfig::subsample_formula))
    add_setting(&TrainConfig::subsample_formula, w2v::name_of(w2v::SubsampleFormula::word2vec));
  Arguments result = program;
  result.emplace_back("train");
  result.insert(result.end(), translated.begin(), translated.end());
  return result;
}

}  // namespace app
