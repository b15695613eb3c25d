#pragma once

#include <string>

namespace app {

/// Takes the numbers 0, 1 and 2 where standard input, output or error is closed, so that no file that is opened later
/// gets one of them: messages would go into an output, and input would come from a file of our own. Reading and writing
/// there fail as they do on a closed descriptor. To be called first of all. False if a number cannot be taken.
bool hold_standard_descriptors();

enum class StreamUse { input, output };

/// "-" for a path that names the standard stream of this use, such as /dev/stdin for an input; another path as it is.
/// Throws w2v::UsageError for a descriptor that was not open when the program began: it may be one of its own by now.
/// For use before the command opens files.
std::string without_stream_name(const std::string& path, StreamUse use);

}  // namespace app
