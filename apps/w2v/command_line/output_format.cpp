#include "command_line/output_format.hpp"

#include "command_line/console.hpp"
#include "w2v/base/error.hpp"

w2v::VectorFormat output_format(const std::string& named, const std::string& path) {
  using w2v::VectorFormat;
  w2v::refuse_compression(path);
  const VectorFormat format = named.empty() ? w2v::format_for(path) : w2v::format_named(named);
  const bool bytes = format == VectorFormat::binary || format == VectorFormat::float16 || format == VectorFormat::int8;
  if (path == "-" && bytes && console::stdout_is_terminal()) {
    throw w2v::UsageError("binary vectors would be written to the terminal: expected a pipe, --format text, or a file");
  }
  return format;
}
