#include "old_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "console.hpp"
#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"

namespace {

/// Old names whose value means the same in ours; an empty new name: the corpus itself.
const std::map<std::string, std::string> same_meaning = {
    {"-train", ""},           {"-output", "--output"},         {"-size", "--dim"},
    {"-window", "--window"},
    {"-threads", "--threads"}, {"-iter", "--epochs"},          {"-min-count", "--min-count"},
    {"-alpha", "--lr"},       {"-save-vocab", "--save-vocab"}, {"-read-vocab", "--read-vocab"}, {"-classes", "--classes"},
};

bool is_old(const std::string& argument) {
  static const std::set<std::string> others = {"-cbow", "-binary", "-sample", "-hs", "-negative", "-debug"};
  return same_meaning.contains(argument) || others.contains(argument);
}

}  // namespace

std::vector<std::string> translate_old_options(const std::vector<std::string>& arguments) {
  const auto command = std::find(arguments.begin(), arguments.end(), "train");  // options of the program may come first
  if (command == arguments.end() || std::none_of(command, arguments.end(), is_old)) return arguments;
  std::map<std::string, std::string> special = {{"-cbow", "1"}, {"-binary", "0"}, {"-sample", "1e-3"}, {"-hs", "0"}, {"-negative", "5"}};
  std::vector<std::string> translated(arguments.begin(), command + 1);
  for (std::size_t i = translated.size(); i < arguments.size(); ++i) {
    const std::string& name = arguments[i];
    if (!is_old(name)) {
      translated.push_back(name);
      continue;
    }
    if (++i == arguments.size()) throw w2v::UsageError(fmt::format("{} needs a value", name));
    const std::string& value = arguments[i];
    if (name == "-debug" || (name == "-classes" && value == "0")) continue;
    if (special.contains(name)) {
      special[name] = value;
    } else {
      const std::string& new_name = same_meaning.at(name);
      if (!new_name.empty()) translated.push_back(new_name);
      translated.push_back(value);
    }
  }
  // The C tool trains both objectives at once where both are on, by its default of 5 noise words too; here it is one.
  if (special["-hs"] == "0") {
    translated.insert(translated.end(), {"--negatives", special["-negative"]});
  } else {
    if (special["-negative"] != "0") {
      console::warning("-hs 1: trained by hierarchical softmax alone; the original would add negative sampling (-negative " +
                       w2v::printable(special["-negative"]) + ")");
    }
    translated.insert(translated.end(), {"--objective", "hs"});
  }
  const auto asks_for_classes = [](const std::string& argument) { return argument.starts_with("--classes"); };
  if (std::none_of(translated.begin(), translated.end(), asks_for_classes)) {
    translated.insert(translated.end(), {"--format", special["-binary"] == "0" ? "text" : "binary"});
  }
  translated.insert(translated.end(), {"--architecture", special["-cbow"] == "0" ? "skipgram" : "cbow",  //
                                       "--subsample", special["-sample"], "--subsample-formula", "word2vec"});
  return translated;
}
