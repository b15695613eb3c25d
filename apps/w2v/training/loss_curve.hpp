#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pictures/chart.hpp"

namespace app {

/// How a training went, read from the file that `w2v train --loss-log` writes.
struct LossCurve {
  struct Line {
    double epoch;
    double tokens;
    double seconds;
    double loss;  ///< mean per pair, in nats; NaN if there was none
    double rate;
  };
  std::string name;            ///< the last part of the file's path
  std::vector<Line> reports;   ///< on the way
  std::vector<Line> epochs;    ///< at the end of each
  std::vector<Line> held_out;  ///< likewise, the loss on the text that is not trained on; empty without --held-out
};

/// Reads tab-separated lines below a heading, whose columns are known by their names: epoch, tokens, loss, rate,
/// seconds, and span, which is "report", "epoch" or "held-out"; others are left alone. A last line without an end, of a
/// training that goes on, is left out. Throws w2v::Error, with the line, for anything else, and for a log without a
/// single loss.
LossCurve read_loss_curve(const std::string& path);

/// What a chart has to the right: tokens read or seconds.
enum class LossAxis { tokens, seconds };

/// The losses, and the learning rates, of trainings. More reports than a picture shows are means of some beside each
/// other.
Chart loss_chart(const std::vector<LossCurve>& curves, LossAxis axis);
Chart rate_chart(const std::vector<LossCurve>& curves, LossAxis axis);
/// The epochs as a table of a page; empty where none has ended.
std::string epochs_table(const std::vector<LossCurve>& curves);

}  // namespace app
