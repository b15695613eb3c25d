#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "w2v/formats/row_parser.hpp"

namespace w2v {

/// True for a number, and for what is meant as one: digits with signs, points, commas and e, such as 0,1 or 1.000,5.
bool like_number(std::string_view field);

/// What to throw for a field that is no finite number: it was expected to be value `i`, from 0, of `dim`. `place` names
/// the row and the field's byte.
BadRow bad_number(const std::string& place, std::string_view field, std::size_t i, std::size_t dim,
                  std::string_view where = "");

}  // namespace w2v
