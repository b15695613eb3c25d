#pragma once

#include "command_line/console.hpp"
#include "w2v/base/observer.hpp"

/// For work that reports nothing on its way: ends it when a signal asks for that.
class StopOnSignal : public w2v::Observer {
 public:
  [[nodiscard]] bool stop_requested() const override { return console::interrupted(); }
};
