#include "w2v/base/error.hpp"

#include <system_error>

namespace w2v {

std::string system_message(int error_number) {
  return std::generic_category().message(error_number);
}

}  // namespace w2v
