#pragma once

#include <string>
#include <vector>

namespace app {

/// Turns a command line of the original word2vec program, after `train`, into ours, so that a line from a paper's
/// appendix runs: `train -train c.txt -output v.bin -cbow 0 -size 200 -binary 1`. What such a line leaves out has the
/// original's defaults, unless one of our options says it; with -save-vocab and no output it only counts, as the
/// original does. Any other command line is returned as it is. Throws w2v::UsageError for what we do not have.
std::vector<std::string> translate_old_options(const std::vector<std::string>& arguments);

}  // namespace app
