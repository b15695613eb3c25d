#include "training/train_options.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <limits>
#include <string>
#include <string_view>

#include "command_line/numbers.hpp"
#include "command_line/vector_files.hpp"
#include "training/setting_options.hpp"
#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"
#include "w2v/formats/vector_format.hpp"

namespace app {
namespace {

void add_files(CLI::App& command, TrainOptions& o) {
  command.add_option("-o,--output", o.output, "where the vectors go; - for standard output")
      ->type_name("FILE")
      ->capture_default_str();
  command
      .add_option("--format", o.format,
                  "text or binary; by the ending where not given (.txt and .vec: text). fasttext: the whole model in "
                  "fastText's form, with the rows of n-grams, for vectors of unknown words")
      ->check(CLI::IsMember({"text", "binary", "fasttext"}));
  command
      .add_option(
          "--classes", o.classes,
          "write 'word class' lines in place of vectors: so many classes, as w2v cluster finds them; 0: vectors")
      ->transform(whole_number(0, std::numeric_limits<std::uint32_t>::max()))
      ->capture_default_str();
  command
      .add_option("--save-output", o.save_output,
                  "write the output matrix there, the vectors of words as they are predicted (ns, softmax)")
      ->type_name("FILE");
  command.add_option("--save-vocab", o.save_vocab, "write the vocabulary there, as 'word count' lines")
      ->type_name("FILE");
  command
      .add_option("--loss-log", o.loss_log, "write the loss there, a tab-separated line for each report and each epoch")
      ->type_name("FILE");
}

void add_model(CLI::App& command, TrainOptions& o) {
  const std::string model(w2v::name_of(w2v::SettingGroup::model));
  add_settings(command, w2v::SettingGroup::model, o.train);
  command.add_option("--init", o.init, "start with the vectors of this file, in any format that can be read")
      ->type_name("FILE")
      ->group(model);
  command
      .add_option("--member", o.member, "the file to read where --init is an archive (zip, tar, 7z) of several files")
      ->type_name("NAME")
      ->group(model);
  command.add_flag("--freeze", o.freeze, "do not change the vectors of words that come from --init or --continue")
      ->group(model);
}

void add_training(CLI::App& command, TrainOptions& o) {
  add_settings(command, w2v::SettingGroup::training, o.train, [&](std::string_view name) {
    if (name != w2v::facts_of(&w2v::TrainConfig::max_sentence).name) return;
    command
        .add_option("--eval", o.eval,
                    "score this set of analogies or similarities after each epoch, as w2v eval; may be repeated")
        ->allow_extra_args(false)
        ->type_name("SET")
        ->group(std::string(w2v::name_of(w2v::SettingGroup::training)));
  });
}

void add_checkpoints(CLI::App& command, TrainOptions& o) {
  const std::string checkpoints = "Checkpoints";
  command
      .add_option("--checkpoint", o.checkpoint,
                  "save the training there, now and then, when it is interrupted and when it is done")
      ->type_name("FILE")
      ->group(checkpoints);
  command.add_option("--checkpoint-every", o.checkpoint_every, "time between two checkpoints, such as 30s, 10m, 2h")
      ->type_name("TIME")
      ->capture_default_str()
      ->group(checkpoints);
  command
      .add_option("--resume", o.resume,
                  "go on from this checkpoint, on the same corpus and with its settings; new checkpoints replace it")
      ->type_name("FILE")
      ->group(checkpoints);
  command
      .add_option("--continue", o.continue_from,
                  "add the text to this finished checkpoint: its words stay, new ones come in, and the rate falls anew")
      ->type_name("FILE")
      ->group(checkpoints);
}

}  // namespace

std::vector<NamedFile> TrainOptions::inputs() const {
  std::vector<NamedFile> inputs = corpus.inputs();
  for (const std::string& path : eval) inputs.push_back({"--eval", path});
  inputs.push_back({"--continue", continue_from});
  if (init != output || init == "-") inputs.push_back({"--init", init});
  if (!resume.empty() && resume != checkpoint) inputs.push_back({"--resume", resume});
  return inputs;
}

std::vector<NamedFile> TrainOptions::outputs() const {
  return {{"--output", output},
          {"--save-output", save_output},
          {"--save-vocab", save_vocab},
          {"--loss-log", loss_log},
          {"--checkpoint", checkpoint}};
}

w2v::VectorFormat TrainOptions::format_of(const std::string& path) const {
  if (classes > 0 && path == output) return w2v::VectorFormat::text;
  const bool whole_model = format == w2v::name_of(w2v::VectorFormat::fasttext);
  if (whole_model && path == output) return w2v::VectorFormat::fasttext;
  const w2v::VectorFormat found = output_format(whole_model ? "" : format, path);
  if (found != w2v::VectorFormat::text && found != w2v::VectorFormat::binary) {
    throw w2v::UsageError(
        fmt::format("{}: train writes text or binary: expected another ending, or --format; "
                    "w2v convert makes {} of either",
                    path, w2v::name_of(found)));
  }
  return found;
}

double TrainOptions::time_between_checkpoints() const {
  try {
    return w2v::parse_duration(checkpoint_every);
  } catch (const w2v::UsageError& e) {
    throw w2v::UsageError(std::string("--checkpoint-every: ") + e.what());
  }
}

void add_train_options(CLI::App& command, TrainOptions& options) {
  add_corpus_options(command, options.corpus);
  add_files(command, options);
  add_model(command, options);
  add_training(command, options);
  add_checkpoints(command, options);
  options.given = [&command](const std::string& option) { return command.get_option(option)->count() > 0; };
}

}  // namespace app
