#include "output_format.hpp"

#include "console.hpp"
#include "w2v/base/error.hpp"

w2v::VectorFormat output_format(const std::string& named, const std::string& path) {
  const w2v::VectorFormat format = named.empty()    ? w2v::format_for(path)
                                   : named == "text" ? w2v::VectorFormat::text
                                                     : w2v::VectorFormat::binary;
  if (path == "-" && format == w2v::VectorFormat::binary && console::stdout_is_terminal()) {
    throw w2v::UsageError("binary vectors would be written to the terminal: expected a pipe, --format text, or a file");
  }
  return format;
}
