#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "w2v/base/observer.hpp"
#include "w2v/text/text_config.hpp"

namespace w2v {

struct TextReport {
  std::uint64_t tokens = 0;
  std::uint64_t sentences = 0;
  std::uint64_t invalid_bytes = 0;  ///< that were replaced by U+FFFD
};

/// Makes raw UTF-8 into lines of tokens, a sentence a line, a blank between tokens, no empty line. Calls `write` with
/// the text, in order, piece by piece; what it gets in all depends on the text and the config alone. `paths`: files,
/// folders, or "-"; plain, compressed or archives. The end of a file ends the sentence. Memory does not grow with the
/// text, but with its longest stretch without a blank. Throws Error, UsageError, Interrupted.
TextReport tokenize_text(const std::vector<std::string>& paths, const TextConfig& config, int threads,
                         const std::function<void(std::string_view)>& write, Observer& observer);

}  // namespace w2v
