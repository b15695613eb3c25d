#pragma once

#include <string>

/// What `w2v --version` and `w2v info` say about the program: a line with the version, then how it was built and what
/// it uses here.
std::string build_facts();
