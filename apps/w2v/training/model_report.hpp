#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "eval/eval_report.hpp"
#include "pictures/word_map.hpp"
#include "training/loss_curve.hpp"
#include "w2v/corpus/vocabulary.hpp"

namespace app {

/// What is told of a model on one page; what is empty is left out.
struct ModelReport {
  std::string title;
  std::string caption;
  std::vector<std::pair<std::string, std::string>> facts;
  std::vector<std::pair<std::string, std::string>> settings;  ///< of its training
  std::optional<w2v::Vocabulary> vocabulary;
  std::vector<LossCurve> losses;
  std::optional<EvalReport> evaluation;  ///< of one model
  WordMap map;
  std::vector<std::uint32_t> asked;                 ///< words whose neighbours are told
  std::vector<std::vector<w2v::Match>> neighbours;  ///< of each of them
};

std::string report_html(const ModelReport& report, const w2v::WordVectors& vectors);

}  // namespace app
