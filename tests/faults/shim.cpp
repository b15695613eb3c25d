// Makes system calls of a program fail: LD_PRELOAD puts these functions before the C library's. What they do is
// told by the environment:
//
//   W2V_FAULT         a kind, such as read-short or write-ENOSPC: see rules
//   W2V_FAULT_AT      which call of the kind it meets, from 1
//   W2V_FAULT_EVERY   0: only that call; 1: that one and all behind it; 2: every second one from there on
//   W2V_FAULT_REPORT  a file that gets a line 'call TAB file' for each fault that was made
//
// Calls are counted whatever file they are for, over all threads. Messages on standard error are spared: the C
// library writes them without calling these functions.

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace {

enum class Call { none, read, write, open, fsync, close, rename, map, stat, seek, list, copy, truncate, wait };

constexpr int cut_short = -1;  // in the place of an error number

struct Rule {
  std::string_view name;
  Call call;
  int error;
};

constexpr std::array rules{
    Rule{"read-short", Call::read, cut_short}, Rule{"read-EINTR", Call::read, EINTR},
    Rule{"read-EIO", Call::read, EIO},         Rule{"write-short", Call::write, cut_short},
    Rule{"write-EINTR", Call::write, EINTR},   Rule{"write-EIO", Call::write, EIO},
    Rule{"write-ENOSPC", Call::write, ENOSPC}, Rule{"open-EMFILE", Call::open, EMFILE},
    Rule{"open-EACCES", Call::open, EACCES},   Rule{"fsync-EIO", Call::fsync, EIO},
    Rule{"close-EIO", Call::close, EIO},       Rule{"rename-EIO", Call::rename, EIO},
    Rule{"mmap-ENOMEM", Call::map, ENOMEM},    Rule{"stat-EIO", Call::stat, EIO},
    Rule{"lseek-EIO", Call::seek, EIO},        Rule{"readdir-EIO", Call::list, EIO},
    Rule{"dup-EMFILE", Call::copy, EMFILE},    Rule{"ftruncate-ENOSPC", Call::truncate, ENOSPC},
    Rule{"poll-EINTR", Call::wait, EINTR},
};

long number(const char* name, long otherwise) {
  const char* text = std::getenv(name);
  return text != nullptr ? std::atol(text) : otherwise;
}

/// What the environment asks for; read once, at the first call.
struct Plan {
  Call call = Call::none;
  int error = 0;
  long at = number("W2V_FAULT_AT", 1);
  long every = number("W2V_FAULT_EVERY", 0);
  const char* report = std::getenv("W2V_FAULT_REPORT");

  Plan() {
    const char* kind = std::getenv("W2V_FAULT");
    if (kind == nullptr) return;
    const auto* const rule = std::find_if(rules.begin(), rules.end(), [&](const Rule& r) { return r.name == kind; });
    if (rule == rules.end()) {
      std::fprintf(stderr, "no fault of the kind %s\n", kind);
      _exit(99);
    }
    call = rule->call;
    error = rule->error;
  }
};

std::atomic<long> calls{0};

/// One line, by system calls that nothing here counts.
void report(const char* path, const char* function, const char* file) {
  if (path == nullptr) return;
  std::array<char, 4400> line{};
  const int length = std::snprintf(line.data(), line.size(), "%s\t%s\n", function, file);
  const long descriptor = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND, 0666);
  syscall(SYS_write, descriptor, line.data(), std::min<std::size_t>(static_cast<std::size_t>(length), line.size() - 1));
  syscall(SYS_close, descriptor);
}

/// The fault of this call: an error number, cut_short, or 0 for none.
int fault(Call call, const char* function, const char* file) {
  static const Plan plan;
  if (plan.call != call) return 0;
  const long behind = ++calls - plan.at;
  const bool meets = plan.every == 0 ? behind == 0 : behind >= 0 && behind % plan.every == 0;
  if (!meets) return 0;
  report(plan.report, function, file);
  return plan.error;
}

int fault(Call call, const char* function, int descriptor) {
  std::array<char, 64> link{};
  std::array<char, 4096> file{};
  std::snprintf(link.data(), link.size(), "/proc/self/fd/%d", descriptor);
  syscall(SYS_readlinkat, AT_FDCWD, link.data(), file.data(), file.size() - 1);
  return fault(call, function, file.data());
}

// The C library's function of that name, looked up once.
#define REAL(function)                                                                             \
  ([] {                                                                                            \
    static auto* const found = reinterpret_cast<decltype(&function)>(dlsym(RTLD_NEXT, #function)); \
    return found;                                                                                  \
  }())

/// Fails, or goes on to the C library's function.
template <class Function, class Place, class... Arguments>
auto failing(Call call, const char* name, Place place, Function* next, Arguments... arguments) {
  if (const int error = fault(call, name, place); error > 0) {
    errno = error;
    return static_cast<decltype(next(arguments...))>(-1);
  }
  return next(arguments...);
}

/// Fails, goes on, or goes on with half of the bytes.
template <class Function, class Bytes, class... Arguments>
ssize_t moving(Call call, const char* name, Function* next, int descriptor, Bytes bytes, std::size_t size,
               Arguments... arguments) {
  const int error = size > 0 ? fault(call, name, descriptor) : 0;
  if (error == cut_short) size = (size + 1) / 2;
  if (error > 0) {
    errno = error;
    return -1;
  }
  return next(descriptor, bytes, size, arguments...);
}

mode_t mode_of(int flags, va_list& rest) {
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
}

}  // namespace

// Each is defined with the C library's own name and form; the names with 64 are the same on x86-64.
extern "C" {

ssize_t read(int d, void* bytes, size_t size) {
  return moving(Call::read, "read", REAL(read), d, bytes, size);
}
ssize_t pread(int d, void* bytes, size_t size, off_t at) {
  return moving(Call::read, "pread", REAL(pread), d, bytes, size, at);
}
ssize_t pread64(int d, void* bytes, size_t size, off64_t at) {
  return moving(Call::read, "pread64", REAL(pread64), d, bytes, size, at);
}
ssize_t write(int d, const void* bytes, size_t size) {
  return moving(Call::write, "write", REAL(write), d, bytes, size);
}
ssize_t pwrite(int d, const void* bytes, size_t size, off_t at) {
  return moving(Call::write, "pwrite", REAL(pwrite), d, bytes, size, at);
}
ssize_t pwrite64(int d, const void* bytes, size_t size, off64_t at) {
  return moving(Call::write, "pwrite64", REAL(pwrite64), d, bytes, size, at);
}
ssize_t writev(int d, const iovec* parts, int count) {
  return failing(Call::write, "writev", d, REAL(writev), d, parts, count);
}

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return failing(Call::open, "open", path, REAL(open), path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return failing(Call::open, "open64", path, REAL(open64), path, flags, mode);
}
int openat(int folder, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return failing(Call::open, "openat", path, REAL(openat), folder, path, flags, mode);
}
int mkostemp(char* form, int flags) {
  return failing(Call::open, "mkostemp", form, REAL(mkostemp), form, flags);
}
FILE* fopen(const char* path, const char* mode) {
  auto* const next = REAL(fopen);
  if (const int error = fault(Call::open, "fopen", path); error > 0) {
    errno = error;
    return nullptr;
  }
  return next(path, mode);
}
FILE* fopen64(const char* path, const char* mode) {
  return fopen(path, mode);
}

int fsync(int d) {
  return failing(Call::fsync, "fsync", d, REAL(fsync), d);
}
int fdatasync(int d) {
  return failing(Call::fsync, "fdatasync", d, REAL(fdatasync), d);
}
int close(int d) {
  auto* const next = REAL(close);
  const int error = fault(Call::close, "close", d);
  const int result = next(d);  // Linux closes the file whatever it answers
  if (error <= 0) return result;
  errno = error;
  return -1;
}
int rename(const char* from, const char* to) {
  return failing(Call::rename, "rename", to, REAL(rename), from, to);
}
int linkat(int a, const char* from, int b, const char* to, int flags) {
  return failing(Call::rename, "linkat", to, REAL(linkat), a, from, b, to, flags);
}

void* mmap(void* wish, size_t size, int protection, int flags, int d, off_t at) {
  auto* const next = REAL(mmap);
  const int error = d < 0 ? fault(Call::map, "mmap", "memory") : fault(Call::map, "mmap", d);
  if (error <= 0) return next(wish, size, protection, flags, d, at);
  errno = error;
  return MAP_FAILED;
}
void* mmap64(void* wish, size_t size, int protection, int flags, int d, off64_t at) {
  return mmap(wish, size, protection, flags, d, at);
}
void* mremap(void* old, size_t old_size, size_t size, int flags, ...) {
  auto* const next = REAL(mremap);
  if (const int error = fault(Call::map, "mremap", "memory"); error > 0) {
    errno = error;
    return MAP_FAILED;
  }
  return next(old, old_size, size, flags);  // nobody here asks for a place
}

int stat(const char* path, struct stat* out) {
  return failing(Call::stat, "stat", path, REAL(stat), path, out);
}
int lstat(const char* path, struct stat* out) {
  return failing(Call::stat, "lstat", path, REAL(lstat), path, out);
}
int fstat(int d, struct stat* out) {
  return failing(Call::stat, "fstat", d, REAL(fstat), d, out);
}
int statvfs(const char* path, struct statvfs* out) {
  return failing(Call::stat, "statvfs", path, REAL(statvfs), path, out);
}
int access(const char* path, int mode) {
  return failing(Call::stat, "access", path, REAL(access), path, mode);
}
off_t lseek(int d, off_t to, int from) {
  return failing(Call::seek, "lseek", d, REAL(lseek), d, to, from);
}
off64_t lseek64(int d, off64_t to, int from) {
  return failing(Call::seek, "lseek64", d, REAL(lseek64), d, to, from);
}

dirent* readdir(DIR* folder) {
  auto* const next = REAL(readdir);
  if (const int error = fault(Call::list, "readdir", dirfd(folder)); error > 0) {
    errno = error;
    return nullptr;
  }
  return next(folder);
}
dirent64* readdir64(DIR* folder) {
  return reinterpret_cast<dirent64*>(readdir(folder));
}

int dup(int d) {
  return failing(Call::copy, "dup", d, REAL(dup), d);
}
int pipe2(int* ends, int flags) {
  return failing(Call::copy, "pipe2", "pipe", REAL(pipe2), ends, flags);
}
int ftruncate(int d, off_t size) {
  return failing(Call::truncate, "ftruncate", d, REAL(ftruncate), d, size);
}
int ftruncate64(int d, off64_t size) {
  return failing(Call::truncate, "ftruncate64", d, REAL(ftruncate64), d, size);
}
int fallocate(int d, int mode, off_t at, off_t size) {
  return failing(Call::truncate, "fallocate", d, REAL(fallocate), d, mode, at, size);
}
int posix_fallocate(int d, off_t at, off_t size) {
  auto* const next = REAL(posix_fallocate);
  const int error = fault(Call::truncate, "posix_fallocate", d);
  return error > 0 ? error : next(d, at, size);
}
int poll(pollfd* files, nfds_t count, int time) {
  return failing(Call::wait, "poll", "poll", REAL(poll), files, count, time);
}
}
