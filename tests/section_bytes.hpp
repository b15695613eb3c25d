#pragma once

#include <xxhash.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

namespace w2v::test {

/// Section files as bytes, by docs/FORMATS.md alone: for tests and fuzz targets that look into one or change one.

inline constexpr std::size_t section_line = 64;

template <class Value>
Value value_at(std::string_view bytes, std::size_t place) {
  Value value;
  std::memcpy(&value, bytes.data() + place, sizeof value);
  return value;
}
template <class Value>
void set_value(std::string& bytes, std::size_t place, Value value) {
  std::memcpy(bytes.data() + place, &value, sizeof value);
}

inline std::size_t section_count(std::string_view bytes) {
  return value_at<std::uint32_t>(bytes, 12);
}
/// Bytes of header and table.
inline std::size_t front_bytes(std::string_view bytes) {
  return section_line * (1 + section_count(bytes));
}
/// Where the entry of a section begins in the table.
inline std::size_t section_entry(std::size_t section) {
  return section_line * (1 + section);
}
inline std::uint64_t section_begin(std::string_view bytes, std::size_t section) {
  return value_at<std::uint64_t>(bytes, section_entry(section) + 24);
}
inline std::uint64_t section_length(std::string_view bytes, std::size_t section) {
  return value_at<std::uint64_t>(bytes, section_entry(section) + 32);
}
inline std::string_view section_bytes(std::string_view bytes, std::size_t section) {
  return bytes.substr(section_begin(bytes, section), section_length(bytes, section));
}
/// The number of a section, from 0; ends the program if there is none of this name.
inline std::size_t section_number(std::string_view bytes, std::string_view name) {
  for (std::size_t i = 0; i < section_count(bytes); ++i) {
    if (bytes.data() + section_entry(i) == name) return i;
  }
  std::abort();
}
inline std::string_view section_bytes(std::string_view bytes, std::string_view name) {
  return section_bytes(bytes, section_number(bytes, name));
}

/// Gives a section, which is where `layout` has it, the hash of its bytes. The front needs its own then.
inline void seal_section(std::string& bytes, std::size_t section, std::string_view layout) {
  const std::uint64_t hash =
      XXH3_64bits(bytes.data() + section_begin(layout, section), section_length(layout, section));
  set_value(bytes, section_entry(section) + 40, hash);
}
/// Gives header and table, which are as long as those of `layout`, the hash of their bytes.
inline void seal_front(std::string& bytes, std::string_view layout) {
  set_value(bytes, 56, std::uint64_t{0});
  set_value(bytes, 56, XXH3_64bits(bytes.data(), front_bytes(layout)));
}
/// Gives all parts of a file the hashes of their bytes. `layout`: a file as large, whose table is right.
inline void seal(std::string& bytes, std::string_view layout) {
  for (std::size_t i = 0; i < section_count(layout); ++i) seal_section(bytes, i, layout);
  seal_front(bytes, layout);
}
inline void seal(std::string& bytes) {
  seal(bytes, std::string(bytes));
}

/// Puts other bytes in the place of the last section, with the right lengths and hashes. `layout`: as for seal().
inline void replace_last_section(std::string& bytes, const std::string& content, const std::string& layout) {
  const std::size_t last = section_count(layout) - 1;
  bytes.resize(section_begin(layout, last));
  bytes += content;
  bytes.resize((bytes.size() + section_line - 1) / section_line * section_line);
  std::string replaced = layout;
  for (std::string* front : {&bytes, &replaced}) {
    set_value(*front, section_entry(last) + 32, std::uint64_t{content.size()});
    set_value(*front, 16, std::uint64_t{bytes.size()});
  }
  seal(bytes, replaced);
}

}  // namespace w2v::test
