#pragma once

#include <stdlib.h>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "catch.hpp"
#include "w2v/base/error.hpp"

namespace w2v::test {

using namespace std::string_literals;
using namespace std::string_view_literals;

/// A folder of one test case, removed at its end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string path = (std::filesystem::temp_directory_path() / "w2v-test-XXXXXX").string();
    if (mkdtemp(path.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = path;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }

  [[nodiscard]] std::string path(std::string_view name) const { return (path_ / name).string(); }
  std::string write(std::string_view name, std::string_view bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }
  [[nodiscard]] std::string read(std::string_view name) const {
    std::ifstream file(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_), {}));
  }

 private:
  std::filesystem::path path_;
};

/// What the Error says that `work` must throw.
template <class Work>
std::string message_of(Work&& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

/// Requires that numbers of draws fit a distribution: Pearson's chi-squared at one chance in a million, so
/// with a fixed seed it is either always right or always wrong. Every outcome should be expected at least 5
/// times.
inline void require_distribution(const std::vector<std::uint64_t>& drawn, const std::vector<double>& probabilities) {
  REQUIRE(drawn.size() == probabilities.size());
  double total = 0;
  for (const std::uint64_t number : drawn) total += static_cast<double>(number);
  double chi_squared = 0;
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    const double expected = total * probabilities[i];
    const double off = static_cast<double>(drawn[i]) - expected;
    chi_squared += off * off / expected;
  }
  // The quantile by Wilson and Hilferty (1931).
  const double spread = 2 / (9 * static_cast<double>(drawn.size() - 1));
  const double limit = static_cast<double>(drawn.size() - 1) * std::pow(1 - spread + 4.753 * std::sqrt(spread), 3);
  REQUIRE(chi_squared < limit);
}

}  // namespace w2v::test
