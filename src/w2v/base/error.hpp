#pragma once

#include <stdexcept>
#include <string>

namespace w2v {

/// The work failed: bad data, input or output, divergence. The message is one line, lower case, without a full
/// stop, in the form `place: what is wrong: what was expected`. Exit code 1 of the program.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The request makes no sense: an impossible option or set of options. Exit code 2 of the program.
class UsageError : public Error {
 public:
  using Error::Error;
};

/// The caller asked to stop (Observer::stop_requested). Exit code 130 of the program.
class Interrupted : public Error {
 public:
  Interrupted() : Error("interrupted") {}
};

/// Whoever reads our output has gone: no fault, the work just ends. Exit code 0 of the program.
class ClosedPipe : public Error {
 public:
  using Error::Error;
};

/// Text of the system's error number, e.g. "No space left on device".
std::string system_message(int error_number);

}  // namespace w2v
