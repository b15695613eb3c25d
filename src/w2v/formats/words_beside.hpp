#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "w2v/formats/detect.hpp"
#include "w2v/io/buffered_reader.hpp"

namespace w2v {

/// The file of words that belongs to a file of numbers (npy, projector): the companion_path() of a file, which may be
/// compressed, as words are beside v.npy.gz in v.words. Of a file in an archive it is in the same folder of that
/// archive. Nothing is beside standard input, or beside an archive that is read from a pipe.
class WordsBeside {
 public:
  /// `path` and `member` are those of the numbers, as open_member() has them.
  explicit WordsBeside(std::string path, std::string member = {})
      : path_(std::move(path)), member_(std::move(member)) {}

  [[nodiscard]] bool exist(VectorFormat format) const;

  /// Opens them. Of v.npy they are in v.vocab, which earlier versions wrote, if there is no v.words. Throws Error,
  /// UsageError for "-".
  [[nodiscard]] BufferedReader open(VectorFormat format) const;

  /// What messages call the file; empty if nothing can be beside the numbers.
  [[nodiscard]] std::string name(VectorFormat format) const;

 private:
  struct Place {
    std::string file;
    bool in_archive;
  };
  [[nodiscard]] Place place(VectorFormat format) const;

  std::string path_;
  std::string member_;
};

/// The words of a file that holds numbers alone, from a file beside it that has them, one a line. Lines end with `\n`
/// or `\r\n`, and a word may hold a `\r`. In a file without any `\n`, as old Macs wrote, lines end with `\r`.
class WordLines {
 public:
  explicit WordLines(BufferedReader in) : in_(std::move(in)) {}

  /// The word of row `row`, from 1, of the file `numbers`; valid until the next call. Throws Error if there is none,
  /// BadRow if it is empty.
  std::string_view next(const std::string& numbers, std::uint64_t row);

  /// Throws Error if more words follow, behind `rows` rows.
  void require_end(std::uint64_t rows);

 private:
  BufferedReader in_;
  std::optional<bool> has_newlines_;
};

}  // namespace w2v
