#include "training/loss_log.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cmath>
#include <optional>

#include "command_line/console.hpp"
#include "w2v/base/error.hpp"

namespace app {

LossLog::LossLog(const std::string& path, bool append) {
  const int behind = append ? O_APPEND : O_TRUNC;
  const std::optional<int> descriptor = w2v::descriptor_named(path);
  file_ = path == "-"  ? w2v::File::standard_output()
          : descriptor ? w2v::File::of_descriptor(*descriptor, path)
                       : w2v::File(open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | behind, 0666), path);
  if (!file_.is_open())
    throw w2v::Error(fmt::format("{}: cannot open for writing: {}", path, w2v::system_message(errno)));
  struct stat status {};
  const bool begun = append && fstat(file_.descriptor(), &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0;
  if (!begun) write("epoch\tprogress\ttokens\tpairs\tloss\trate\tseconds\tspan\n");
}

void LossLog::report(const w2v::TrainingProgress& now) {
  write(fmt::format("{}\t{:.6f}\t{}\t{}\t{:.6f}\t{:.6g}\t{:.3f}\treport\n", now.epoch,
                    static_cast<double>(now.tokens) / static_cast<double>(now.total_tokens), now.tokens, now.pairs,
                    now.loss, now.learning_rate, now.seconds));
}

void LossLog::epoch(const w2v::EpochResult& result) {
  write(fmt::format("{}\t{:.6f}\t{}\t{}\t{:.6f}\t{:.6g}\t{:.3f}\tepoch\n", result.epoch,
                    static_cast<double>(result.epoch) / result.epochs,
                    result.tokens * static_cast<std::uint64_t>(result.epoch), result.pairs, result.loss,
                    result.learning_rate, result.seconds_in_all));
  if (std::isnan(result.held_out_loss)) return;
  write(fmt::format("{}\t{:.6f}\t{}\t\t{:.6f}\t{:.6g}\t{:.3f}\theld-out\n", result.epoch,
                    static_cast<double>(result.epoch) / result.epochs,
                    result.tokens * static_cast<std::uint64_t>(result.epoch), result.held_out_loss,
                    result.learning_rate, result.seconds_in_all));
}

void LossLog::write(const std::string& line) {
  if (!file_.is_open()) return;
  try {
    file_.write(line);
  } catch (const w2v::ClosedPipe& e) {
    file_ = w2v::File();
    console::warning(fmt::format("{}: the loss is not written any more, the training goes on", e.what()));
  } catch (const w2v::Error& e) {
    file_ = w2v::File();
    fault_ = e.what();
    console::warning(fmt::format("{}: the loss is not written any more, the training goes on", fault_));
  }
}

void LossLog::require_whole() {
  if (fault_.empty()) return;
  throw w2v::Error(fmt::format("{}: the training is done, but its loss was not written to the end", fault_));
}

}  // namespace app
