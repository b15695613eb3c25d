#include "w2v/formats/number_field.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "w2v/base/text.hpp"

namespace w2v {
namespace {

bool has_decimal_comma(std::string_view field) {
  std::string with_point(field);
  std::ranges::replace(with_point, ',', '.');
  return std::ranges::count(field, ',') == 1 && parse_float(with_point);
}

}  // namespace

bool like_number(std::string_view field) {
  const bool digits = field.find_first_of("0123456789") != std::string_view::npos;
  if (digits && field.find_first_not_of("0123456789+-.,eE") == std::string_view::npos) return true;
  return parse_float(field).has_value();
}

BadRow bad_number(const std::string& place, std::string_view field, std::size_t i, std::size_t dim,
                  std::string_view where) {
  const bool is_number = parse_float(field).has_value();
  return {place, is_number ? "not finite" : "not a number",
          fmt::format("expected a {} as value {} of {}, found '{}'{}{}", is_number ? "finite number" : "number", i + 1,
                      dim, printable(field), has_decimal_comma(field) ? " with a decimal comma" : "", where)};
}

}  // namespace w2v
