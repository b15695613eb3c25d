#include "w2v/io/known_file.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

namespace w2v {
namespace {

using namespace std::string_view_literals;

enum class Fit { no, yes, not_yet };

/// A kind of file with the bytes that it begins with; '?' stands for any byte from `first` to `last`.
struct Mark {
  FileKind kind;
  const char* name;
  std::string_view bytes;
  char first = 0;
  char last = 0;
};

constexpr std::array marks{
    Mark{FileKind::gzip, "a gzip file", "\x1F\x8B\x08"},
    Mark{FileKind::xz, "an xz file",
         "\xFD"
         "7zXZ\0"sv},
    Mark{FileKind::zstd, "a zstd file", "\x28\xB5\x2F\xFD"},
    Mark{FileKind::bzip2, "a bzip2 file", "BZh?\x31\x41\x59\x26\x53\x59", '1', '9'},
    Mark{FileKind::bzip2, "a bzip2 file", "BZh?\x17\x72\x45\x38\x50\x90", '1', '9'},  // of nothing
    Mark{FileKind::lz4, "an lz4 file", "\x04\x22\x4D\x18"},
    Mark{FileKind::lz4, "an lz4 file", "\x02\x21\x4C\x18"},  // its older format
    Mark{FileKind::compress, "a compress (.Z) file", "\x1F\x9D"},
    Mark{FileKind::lzip, "an lzip file", "LZIP?", 0, 1},
    Mark{FileKind::lzop, "an lzop file", "\x89LZO\0\r\n\x1A\n"sv},
    Mark{FileKind::zip, "a zip archive", "PK\3\4"},
    Mark{FileKind::zip, "a zip archive", "PK00PK\3\4"},
    Mark{FileKind::zip, "a zip archive", "PK\5\6"},  // of nothing
    Mark{FileKind::seven_zip, "a 7z archive", "7z\xBC\xAF\x27\x1C"},
    Mark{FileKind::refused, "a part of a split zip archive", "PK\7\x8"},
    Mark{FileKind::refused, "a rar archive", "Rar!\x1A\7"},
    Mark{FileKind::refused, "a cab archive", "MSCF\0\0\0\0"sv},
    Mark{FileKind::refused, "a xar archive", "xar!\0"sv},
    Mark{FileKind::refused, "an ar archive, such as a Debian package", "!<arch>\n"},
    Mark{FileKind::refused, "an RPM package", "\xED\xAB\xEE\xDB"},
    Mark{FileKind::refused, "an lrzip file", "LRZI\0"sv},
    Mark{FileKind::refused, "a grzip file", "GRZipII\0"sv},
    Mark{FileKind::refused, "a framed snappy file", "\xFF\x06\0\0sNaPpY"sv},
    Mark{FileKind::refused, "an lz4 or zstd file that begins with a skippable frame", "?\x2A\x4D\x18", '\x50', '\x5F'},
};

Fit fit(const Mark& mark, std::string_view head) {
  const std::size_t length = std::min(mark.bytes.size(), head.size());
  for (std::size_t i = 0; i < length; ++i) {
    const bool joker = mark.bytes[i] == '?' && mark.first != mark.last;
    if (joker ? head[i] < mark.first || head[i] > mark.last : head[i] != mark.bytes[i]) return Fit::no;
  }
  return length == mark.bytes.size() ? Fit::yes : Fit::not_yet;
}

/// A field of a tar header: an octal number between blanks and zeros; or, in its first byte's highest bit, a binary
/// one.
bool is_tar_number(std::string_view field) {
  if (!field.empty() && static_cast<unsigned char>(field[0]) >= 0x80) return true;
  return std::ranges::all_of(field, [](char c) { return c == ' ' || c == '\0' || (c >= '0' && c <= '7'); });
}

std::optional<std::uint64_t> octal(std::string_view field) {
  field.remove_prefix(std::min(field.find_first_not_of(' '), field.size()));
  if (field.empty() || field[0] < '0' || field[0] > '7') return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : field) {
    if (c < '0' || c > '7') break;
    value = 8 * value + static_cast<std::uint64_t>(c - '0');
  }
  return value;
}

constexpr std::size_t tar_name_bytes = 100;
constexpr std::size_t tar_sum_begin = 148;
constexpr std::size_t tar_sum_bytes = 8;

/// A tar archive has no mark that all writers write. Its first 512 bytes are a header with a sum of its bytes.
Fit fit_tar(std::string_view head) {
  constexpr std::size_t header_bytes = 512;
  if (!head.empty() && head[0] == '\0') return Fit::no;
  std::size_t begin = tar_name_bytes;
  for (const std::size_t length : {8, 8, 8, 12, 12, 8}) {  // mode, owner, group, size, time, sum
    if (begin < head.size() && !is_tar_number(head.substr(begin, length))) return Fit::no;
    begin += length;
  }
  if (head.size() < header_bytes) {
    // Whoever types a line waits for its answer: a name with a line end is only known where the whole header is there.
    return head.substr(0, tar_name_bytes).find('\n') == head.npos ? Fit::not_yet : Fit::no;
  }
  const std::optional<std::uint64_t> expected = octal(head.substr(tar_sum_begin, tar_sum_bytes));
  std::int64_t sum = 0;         // of unsigned bytes
  std::int64_t signed_sum = 0;  // as some old writers add
  for (std::size_t i = 0; i < header_bytes; ++i) {
    const char byte = i - tar_sum_begin < tar_sum_bytes ? ' ' : head[i];
    sum += static_cast<unsigned char>(byte);
    signed_sum += static_cast<signed char>(byte);
  }
  const auto equals = [&](std::int64_t value) { return expected && value == static_cast<std::int64_t>(*expected); };
  return equals(sum) || equals(signed_sum) ? Fit::yes : Fit::no;
}

/// The first header of a tar archive that is cut within it.
bool is_cut_tar(std::string_view head) {
  return head.size() >= tar_sum_begin + tar_sum_bytes && fit_tar(head) == Fit::not_yet &&
         head.substr(0, tar_name_bytes).ends_with('\0') && octal(head.substr(tar_sum_begin, tar_sum_bytes));
}

/// The properties of usual files, a size of the dictionary, and the size of the text, which may be left open.
Fit fit_lzma(std::string_view head) {
  constexpr std::size_t header_bytes = 13;
  constexpr auto mark = "\x5D\0\0"sv;
  if (head.substr(0, mark.size()) != mark.substr(0, head.size())) return Fit::no;
  if (head.size() < header_bytes) return Fit::not_yet;
  const std::string_view size = head.substr(5, 8);
  return size == "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"sv || size.substr(6) == "\0\0"sv ? Fit::yes : Fit::no;
}

/// cpio's headers of digits: hexadecimal ones, 8 a field, or octal ones.
Fit fit_cpio(std::string_view head) {
  constexpr auto octal_mark = "070707"sv;
  for (const std::string_view mark : {"070701"sv, "070702"sv, octal_mark}) {
    if (head.substr(0, mark.size()) != mark.substr(0, head.size())) continue;
    const std::size_t header_bytes = mark == octal_mark ? 76 : 110;
    const std::string_view digits = mark == octal_mark ? "01234567" : "0123456789abcdefABCDEF";
    if (head.substr(0, header_bytes).find_first_not_of(digits) != head.npos) return Fit::no;
    return head.size() < header_bytes ? Fit::not_yet : Fit::yes;
  }
  return Fit::no;
}

/// cpio's oldest header, of 16-bit numbers: the kind of the first file is possible, and its name is not empty nor long.
Fit fit_binary_cpio(std::string_view head) {
  constexpr auto mark = "\xC7\x71"sv;
  constexpr std::size_t header_bytes = 26;
  if (head.substr(0, mark.size()) != mark.substr(0, head.size())) return Fit::no;
  if (head.size() < header_bytes) return head.find('\n') == head.npos ? Fit::not_yet : Fit::no;
  const auto number = [&](std::size_t place) {
    return static_cast<unsigned char>(head[place]) + 256 * static_cast<unsigned char>(head[place + 1]);
  };
  const int type = number(6) >> 12;
  const bool possible = type == 1 || type == 2 || type == 4 || type == 6 || type == 8 || type == 10 || type == 12;
  return possible && number(20) > 1 && number(20) <= 1024 ? Fit::yes : Fit::no;
}

/// lha's mark, and the level of its header.
Fit fit_lha(std::string_view head) {
  constexpr std::size_t mark_begin = 2;
  constexpr std::size_t level = 20;
  constexpr Mark mark{FileKind::refused, "", "-l?", 'h', 'z'};
  if (head.size() <= mark_begin || fit(mark, head.substr(mark_begin)) == Fit::no) return Fit::no;
  if (head.size() > 6 && head[6] != '-') return Fit::no;
  if (head.size() <= level) return head.find('\n') == head.npos ? Fit::not_yet : Fit::no;
  return head[level] >= 0 && head[level] <= 3 ? Fit::yes : Fit::no;
}

/// An image of a disk, whose first 32 KB may be anything. Bytes are only waited for behind zeros.
Fit fit_image(std::string_view head) {
  constexpr std::size_t begin = 32'768;
  if (head.size() < longest_head) return head.find_first_not_of('\0') == head.npos ? Fit::not_yet : Fit::no;
  const std::string_view mark = head.substr(begin, longest_head - begin);
  return mark == "\1CD001"sv || mark == "\0BEA01"sv ? Fit::yes : Fit::no;
}

struct Test {
  FileKind kind;
  const char* name;
  Fit (*fit)(std::string_view head);
};

constexpr std::array tests{
    Test{FileKind::lzma, "an lzma file", fit_lzma},
    Test{FileKind::tar, "a tar archive", fit_tar},
    Test{FileKind::refused, "a cpio archive", fit_cpio},
    Test{FileKind::refused, "a cpio archive", fit_binary_cpio},
    Test{FileKind::refused, "an lha archive", fit_lha},
    Test{FileKind::refused, "an image of a disk (ISO 9660 or UDF)", fit_image},
};

}  // namespace

KnownFile known_file(std::string_view head, bool complete) {
  bool sure = true;
  for (const Mark& mark : marks) {
    const Fit found = fit(mark, head);
    if (found == Fit::yes) return {mark.kind, mark.name, true};
    sure = sure && found == Fit::no;
  }
  for (const Test& test : tests) {
    const Fit found = test.fit(head);
    if (found == Fit::yes) return {test.kind, test.name, true};
    sure = sure && found == Fit::no;
  }
  if (complete && is_cut_tar(head)) return {FileKind::refused, "a tar archive that is cut", true};
  return {FileKind::plain, "text", sure || complete};
}

}  // namespace w2v
