#pragma once

#include <string>

#include "w2v/vectors/row_reader.hpp"

/// Says what a reader did not take from a file, if there was anything.
void report_left_out(const std::string& path, const w2v::LeftOut& left_out);
