#include "training/checkpoints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <new>

#include "command_line/console.hpp"
#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"
#include "w2v/train/trainer.hpp"

namespace app {

void Checkpoints::operator()(const w2v::TrainingState& state) {
  const auto start = std::chrono::steady_clock::now();
  try {
    const std::uint64_t bytes = w2v::save_checkpoint(w2v::AtomicFile(path_), facts_, state);
    fault_.clear();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const w2v::Position& at = state.position;
    const double share = w2v::is_done(at, facts_.config)
                             ? 1
                             : (at.epoch + static_cast<double>(at.in_epoch.tokens) / static_cast<double>(an_epoch_)) /
                                   facts_.config.epochs;
    console::info(fmt::format("checkpoint {}: {:.1f} % trained, {}, {:.2f} s", path_, 100 * share,
                              w2v::format_bytes(bytes), seconds),
                  {{"checkpoint", path_}, {"progress", share}, {"bytes", bytes}, {"seconds", seconds}});
  } catch (const w2v::Error& e) {
    take_fault(e.what());
  } catch (const std::bad_alloc&) {
    take_fault(fmt::format("{}: out of memory", path_));
  }
}

void Checkpoints::take_fault(std::string fault) {
  fault_ = std::move(fault);
  console::warning(fmt::format("{}: no new checkpoint", fault_));
}

void Checkpoints::require_saved() const {
  if (!are_saved())
    throw w2v::Error(fmt::format("{}: the training is done, but its last checkpoint was not saved", fault_));
}

}  // namespace app
