#pragma once

#include <string>
#include <vector>

/// Something that a command writes: what messages call it, and its path; an empty one is not written.
struct Output {
  std::string name;
  std::string path;
};

/// Two outputs to one file would be a mixture, or the second instead of the first. Throws w2v::UsageError.
void require_different_files(const std::vector<Output>& outputs);

/// Throws w2v::UsageError, which names both, if an output is a file that is read, also by another name: it would be gone.
/// `inputs`: files, folders with all that is below them, or "-".
void require_not_read(const std::vector<Output>& outputs, const std::vector<std::string>& inputs);
