#include "w2v/query/expression.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"
#include "w2v/query/similarity.hpp"

namespace w2v {
namespace {

/// Goes through a text operand by operand.
class Parser {
 public:
  Parser(std::string_view text, const std::function<bool(std::string_view)>& is_word)
      : text_(text), is_word_(is_word) {}

  std::vector<Term> parse() {
    const std::string_view all = trimmed(text_);
    if (is_word_(all)) return {{1, std::string(all)}};
    if (all == "+" || all == "-") return {{1, std::string(all)}};  // a word, if an unknown one
    std::vector<Term> terms;
    while (true) {
      const std::size_t begin = place_;
      const std::optional<char> sign = skip_to_operator();
      const std::string_view operand = trimmed(text_.substr(begin, place_ - begin));
      const bool leading_sign = operand.empty() && terms.empty() && sign && !signed_;
      if (!leading_sign) terms.push_back(term(operand, begin));
      if (!sign) return terms;
      sign_ = *sign == '-' ? -1.0F : 1.0F;
      signed_ = true;
      ++place_;
    }
  }

 private:
  /// Moves to the next + or - between blanks, or to the end.
  std::optional<char> skip_to_operator() {
    for (; place_ < text_.size(); ++place_) {
      const char c = text_[place_];
      if ((c == '+' || c == '-') && is_blank(place_ + 1) && (place_ == 0 || is_blank(place_ - 1))) return c;
    }
    return std::nullopt;
  }
  [[nodiscard]] bool is_blank(std::size_t i) const { return i >= text_.size() || text_[i] == ' ' || text_[i] == '\t'; }

  [[nodiscard]] Term term(std::string_view operand, std::size_t begin) const {
    if (operand.empty()) throw missing("a word", place_);
    if (is_word_(operand)) return {sign_, std::string(operand)};
    const std::size_t star = operand.find('*');
    if (star == std::string_view::npos) return {sign_, std::string(operand)};
    const std::optional<float> weight = parse_float(trimmed(operand.substr(0, star)));
    if (!weight || !std::isfinite(*weight)) return {sign_, std::string(operand)};
    const std::string_view word = trimmed(operand.substr(star + 1));
    if (word.empty()) throw missing("a word behind *", text_.find('*', begin) + 1);
    return {sign_ * *weight, std::string(word)};
  }
  [[nodiscard]] UsageError missing(const char* what, std::size_t place) const {
    return UsageError(
        fmt::format("expression '{}': nothing at character {}: expected {}", printable(text_), place + 1, what));
  }

  std::string_view text_;
  const std::function<bool(std::string_view)>& is_word_;
  std::size_t place_ = 0;
  float sign_ = 1;
  bool signed_ = false;
};

}  // namespace

std::vector<Term> parse_expression(std::string_view text, const std::function<bool(std::string_view)>& is_word) {
  return Parser(text, is_word).parse();
}

std::vector<double> moved(std::span<const float> row, std::span<const float> center) {
  std::vector<double> values(row.begin(), row.end());
  for (std::size_t i = 0; i < center.size(); ++i) values[i] -= center[i];
  return values;
}

std::vector<float> expression_point(const WordVectors& vectors, std::span<const WeightedWord> words,
                                    std::span<const float> center) {
  std::vector<double> point(vectors.dim());
  for (const auto& [weight, word] : words) {
    const std::vector<float> row = vectors.row(word);
    if (words.size() == 1 && weight == 1 && center.empty()) return row;
    const std::vector<float> direction = unit(moved(row, center));
    for (std::size_t i = 0; i < point.size(); ++i) point[i] += double{weight} * direction[i];
  }
  return unit(point);
}

}  // namespace w2v
