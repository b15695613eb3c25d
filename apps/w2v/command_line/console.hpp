#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

/// What the program says to a person or a log: everything goes to standard error, one line a message.
namespace console {

struct Settings {
  bool quiet = false;          ///< only warnings and errors
  std::string level = "info";  ///< debug, info, warning, error
  bool json = false;           ///< one JSON object a line
};

/// A number or a text that a message holds, for those who read JSON.
struct Field {
  template <class Number>
  requires std::is_arithmetic_v<Number> Field(const char* its_key, Number number) : key(its_key) {
    if constexpr (std::is_integral_v<Number>) {
      value = static_cast<std::uint64_t>(number);
    } else {
      value = static_cast<double>(number);
    }
  }
  Field(const char* its_key, std::string text) : key(its_key), value(std::move(text)) {}

  const char* key;
  std::variant<std::uint64_t, double, std::string> value;  // counts are not negative
};

void set_up(const Settings& settings);

void info(std::string_view message, std::initializer_list<Field> fields = {});
void warning(std::string_view message);
void error(std::string_view message);

/// True if standard error is a terminal and messages are for a person to read: a line may be drawn again.
bool redraws();
/// Shows a line that the next one replaces; an empty one removes it. Only where redraws().
void draw(std::string_view line);

/// Shows text to a person who types at a prompt, as it is.
void say_at_prompt(std::string_view text);

bool stdin_is_terminal();
bool stdout_is_terminal();

/// From now on SIGINT and SIGTERM set a flag and end a wait for input, the second one ends the program at once; writing
/// to a closed pipe is an error of write(). SIGBUS, which a mapped file gives that is cut while it is read, ends the
/// program with a message and exit code 1.
void catch_signals();
/// True once SIGINT or SIGTERM has come.
bool interrupted();

}  // namespace console
