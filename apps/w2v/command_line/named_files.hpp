#pragma once

#include <string>
#include <vector>

namespace app {

/// Something that a command reads or writes: what messages call it, and its path; an empty one is not given.
struct NamedFile {
  std::string name;
  std::string path;
};

/// Throws w2v::UsageError, which names both, if two inputs are "-", for standard input can be read only once, or if an
/// output is a file that is read, also by another name: it would be gone. Inputs may be folders, with all that is below
/// them.
void check_files(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs = {});

/// Two outputs to one file would be a mixture, or the second instead of the first. Throws w2v::UsageError.
void require_different_files(const std::vector<NamedFile>& outputs);

}  // namespace app
