#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "w2v/corpus/vocabulary_rules.hpp"
#include "w2v/settings/config.hpp"

namespace w2v {

/// A setting by the name of its option, without dashes, and its value as text.
struct Setting {
  std::string name;
  std::string value;
};

/// All that decides what a training comes to, but for files it reads and the number of threads: rates as they
/// hold, set or not.
std::vector<Setting> settings_of(const TrainConfig& train, const VocabularyConfig& vocabulary);

/// Sets those for which `take(name)` is true to what they are in `from_train` and `from_vocabulary`.
void take_settings(const std::function<bool(const std::string& name)>& take, const TrainConfig& from_train,
                   const VocabularyConfig& from_vocabulary, TrainConfig& train, VocabularyConfig& vocabulary);

/// The settings as lines `name value`, and back. Throws Error for anything but the lines that settings_text()
/// writes.
std::string settings_text(const TrainConfig& train, const VocabularyConfig& vocabulary);
void read_settings(std::string_view text, TrainConfig& train, VocabularyConfig& vocabulary);

}  // namespace w2v
