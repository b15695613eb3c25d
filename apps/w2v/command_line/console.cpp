#include "command_line/console.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>

#include "w2v/base/text.hpp"
#include "w2v/io/file.hpp"
#include "w2v/io/mapped_file.hpp"

namespace console {
namespace {

Settings settings;
bool line_is_drawn = false;
std::atomic<bool> signalled{false};
static_assert(std::atomic<bool>::is_always_lock_free);  // as a signal handler needs it

std::array<int, 2> wake_pipe{-1, -1};  // readable once a signal has come

extern "C" void on_signal(int signal) {
  if (signalled.exchange(true)) _exit(128 + signal);
  const int error_number = errno;
  [[maybe_unused]] const ssize_t written = write(wake_pipe[1], "!", 1);
  errno = error_number;
}

/// What is written before and behind a file's name when it is cut while it is mapped and read, made beforehand: a
/// signal handler may not format.
struct CutMessage {
  std::string before;
  std::string behind;
};
CutMessage cut_message;

/// The signal comes again, and ends the program, if anything here goes wrong.
extern "C" void on_lost_bytes(int /*signal*/, siginfo_t* about, void* /*context*/) {
  std::array<char, 1024> line;
  std::size_t length = 0;
  const auto append = [&](const char* text, std::size_t most) {
    for (std::size_t i = 0; i < most && text[i] != '\0' && length < line.size(); ++i) line[length++] = text[i];
  };
  const char* name = w2v::mapping_name(about->si_addr);
  append(cut_message.before.data(), cut_message.before.size());
  const std::size_t name_begin = length;
  append(name != nullptr ? name : "a file", line.size() / 2);
  for (std::size_t i = name_begin; i < length; ++i) {  // nothing that JSON or a terminal takes for a command
    if (line[i] < ' ' || line[i] > '~' || line[i] == '"' || line[i] == '\\') line[i] = '?';
  }
  append(cut_message.behind.data(), cut_message.behind.size());
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line.data(), length);
  _exit(1);
}

std::string json_line(spdlog::level::level_enum level, std::string_view message, std::initializer_list<Field> fields) {
  nlohmann::ordered_json line;
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  line["time"] = fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday,
                             utc.tm_hour, utc.tm_min, utc.tm_sec);
  const auto name = spdlog::level::to_string_view(level);
  line["level"] = std::string(name.data(), name.size());
  line["message"] = message;
  for (const Field& field : fields) {
    std::visit([&](const auto& value) { line[field.key] = value; }, field.value);
  }
  const bool ascii = isatty(STDERR_FILENO) != 0;  // a terminal obeys controls of UTF-8 and of 8 bits, too
  return line.dump(-1, ' ', ascii, nlohmann::ordered_json::error_handler_t::replace);
}

void say(spdlog::level::level_enum level, const char* prefix, std::string_view message,
         std::initializer_list<Field> fields) {
  if (!spdlog::should_log(level)) return;
  if (line_is_drawn) draw("");
  spdlog::log(
      level, "{}",
      settings.json ? json_line(level, message, fields) : w2v::printable_lines(fmt::format("{}{}", prefix, message)));
}

}  // namespace

void set_up(const Settings& wanted) {
  settings = wanted;
  auto logger = std::make_shared<spdlog::logger>("w2v", std::make_shared<spdlog::sinks::stderr_sink_mt>());
  logger->set_pattern("%v");
  logger->flush_on(spdlog::level::trace);
  logger->set_level(settings.quiet ? spdlog::level::warn : spdlog::level::from_str(settings.level));
  spdlog::set_default_logger(std::move(logger));
  constexpr std::string_view cut = ": cannot read it any more: it was cut, or its disk failed, while it was in use";
  const std::string whole =
      (settings.json ? json_line(spdlog::level::err, cut, {}) : fmt::format("w2v: {}", cut)) + "\n";
  const std::size_t place = whole.find(cut);
  cut_message = {whole.substr(0, place), whole.substr(place)};
}

void info(std::string_view message, std::initializer_list<Field> fields) {
  say(spdlog::level::info, "", message, fields);
}
void warning(std::string_view message) {
  say(spdlog::level::warn, "w2v: warning: ", message, {});
}
void error(std::string_view message) {
  say(spdlog::level::err, "w2v: ", message, {});
}

bool redraws() {
  return !settings.json && spdlog::should_log(spdlog::level::info) && isatty(STDERR_FILENO) != 0;
}

void draw(std::string_view line) {
  // Not fmt::print(), which throws where nothing can be written: that is no reason to end the work.
  std::fputs(fmt::format("\r\x1b[K{}", w2v::printable_lines(line)).c_str(), stderr);
  std::fflush(stderr);
  line_is_drawn = !line.empty();
}

void say_at_prompt(std::string_view text) {
  std::fputs(w2v::printable_lines(text).c_str(), stderr);
  std::fflush(stderr);
}

bool stdin_is_terminal() {
  return isatty(STDIN_FILENO) != 0;
}
bool stdout_is_terminal() {
  return isatty(STDOUT_FILENO) != 0;
}

void catch_signals() {
  if (pipe2(wake_pipe.data(), O_CLOEXEC | O_NONBLOCK) == 0) w2v::interrupt_reads_by(wake_pipe[0]);
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  action.sa_flags = SA_SIGINFO | SA_RESETHAND;
  action.sa_sigaction = on_lost_bytes;
  sigaction(SIGBUS, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
}

bool interrupted() {
  return signalled;
}

}  // namespace console
