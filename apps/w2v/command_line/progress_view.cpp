#include "command_line/progress_view.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "command_line/console.hpp"
#include "w2v/base/text.hpp"

namespace app {
namespace {

std::string duration(double seconds) {
  const auto whole = static_cast<long long>(std::llround(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
  return fmt::format("{}:{:02} h", whole / 3600, whole / 60 % 60);
}

void show(const std::string& line, std::initializer_list<console::Field> fields) {
  if (console::redraws()) {
    console::draw(line);
  } else {
    console::info(line, fields);
  }
}

/// The mean loss of pairs, which is NaN where there was none.
std::string loss_text(double loss) {
  return std::isnan(loss) ? "no pairs" : fmt::format("loss {:.4f}", loss);
}

}  // namespace

std::string speed_text(double words_a_second) {
  return words_a_second < 1e6 ? fmt::format("{:.0f} k words/s", words_a_second / 1e3)
                              : fmt::format("{:.2f} M words/s", words_a_second / 1e6);
}

void ProgressView::skipped(const std::string& folder, const w2v::SkippedEntries& entries) {
  std::string kinds;
  const auto tell = [&](std::uint64_t number, const char* one, const char* more) {
    if (number > 0) kinds += (kinds.empty() ? "" : ", ") + w2v::count_of(number, one, more);
  };
  tell(entries.dangling_links, "link that leads nowhere", "links that lead nowhere");
  tell(entries.links_to_folders, "link to a folder", "links to folders");
  tell(entries.others, "pipe, socket or device", "pipes, sockets or devices");
  console::warning(fmt::format("{}: not read: {}: expected files, links to files, and folders", folder, kinds));
}

void ProgressView::reading(const w2v::ReadingProgress& progress) {
  const auto bytes = static_cast<double>(progress.bytes);
  const double share = progress.total_bytes > 0 ? bytes / static_cast<double>(progress.total_bytes) : NAN;
  const std::string percent = std::isnan(share) ? "" : fmt::format("{:.1f} %, ", 100 * share);
  show(fmt::format("reading: {}{}, {} tokens", percent, w2v::format_bytes(progress.bytes),
                   w2v::format_count(progress.tokens)),
       {{"bytes", bytes}, {"tokens", progress.tokens}});
}

void ProgressView::left_out_of_archive(const std::string& archive, std::uint64_t entries) {
  console::warning(
      fmt::format("{}: {} not read", archive,
                  w2v::count_of(entries, "link or device in the archive was", "links or devices in the archive were")));
}

void ProgressView::training(const w2v::TrainingProgress& progress) {
  const double share = static_cast<double>(progress.tokens) / static_cast<double>(progress.total_tokens);
  const double speed = static_cast<double>(progress.tokens) / progress.seconds;
  const double left = progress.seconds / share - progress.seconds;
  show(
      fmt::format("training: {:.1f} %, epoch {}/{}, {}, {}, rate {:.5f}, {} left", 100 * share, progress.epoch,
                  progress.epochs, speed_text(speed), loss_text(progress.loss), progress.learning_rate, duration(left)),
      {{"progress", share},
       {"epoch", progress.epoch},
       {"words_per_second", speed},
       {"loss", progress.loss},
       {"learning_rate", progress.learning_rate},
       {"seconds_left", left}});
}

void ProgressView::epoch_done(const w2v::EpochResult& result) {
  const double speed = static_cast<double>(result.tokens) / result.seconds;
  console::info(fmt::format("epoch {}/{}: {}, {} tokens, {} kept, {} pairs, {}, {:.1f} s", result.epoch, result.epochs,
                            loss_text(result.loss), w2v::format_count(result.tokens), w2v::format_count(result.kept),
                            w2v::format_count(result.pairs), speed_text(speed), result.seconds),
                {{"epoch", result.epoch},
                 {"loss", result.loss},
                 {"tokens", result.tokens},
                 {"kept", result.kept},
                 {"pairs", result.pairs},
                 {"words_per_second", speed},
                 {"seconds", result.seconds}});
  if (!result.has_held_out) return;
  if (std::isnan(result.held_out_loss)) {
    console::info(
        fmt::format("epoch {}/{}: no pairs in the held-out text, so it has no loss", result.epoch, result.epochs));
    return;
  }
  console::info(fmt::format("epoch {}/{}: held-out loss {:.4f}", result.epoch, result.epochs, result.held_out_loss),
                {{"epoch", result.epoch}, {"held_out_loss", result.held_out_loss}});
}

void ProgressView::projecting(const w2v::ProjectionProgress& progress) {
  show(fmt::format("t-SNE: iteration {}/{}, divergence {:.4f}", progress.iteration, progress.iterations,
                   progress.divergence),
       {{"iteration", progress.iteration}, {"divergence", progress.divergence}});
}

double ProgressView::interval() const {
  return console::redraws() ? 0.2 : 10;
}

bool ProgressView::stop_requested() const {
  return console::interrupted();
}

bool StopOnSignal::stop_requested() const {
  return console::interrupted();
}

}  // namespace app
