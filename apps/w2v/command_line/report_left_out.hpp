#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "w2v/vectors/row_reader.hpp"

/// Says what a reader did not take from a file, if there was anything.
void report_left_out(const std::string& path, const w2v::LeftOut& left_out);

/// Says how many rows were left out, by reason. `first` is the message of the first of them, or empty.
void report_left_out(const std::string& path, const std::map<std::string, std::uint64_t>& reasons,
                     const std::string& first);
