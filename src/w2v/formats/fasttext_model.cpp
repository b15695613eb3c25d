#include "w2v/formats/fasttext_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <utility>

#include "w2v/base/error.hpp"
#include "w2v/formats/binary_format.hpp"

namespace w2v {
namespace {

static_assert(std::endian::native == std::endian::little, "fastText models are little-endian");

/// Reads numbers one behind the other.
class Numbers {
 public:
  Numbers(std::string_view bytes, const std::string& name, std::size_t place)
      : bytes_(bytes), name_(name), place_(place) {}

  template <class Number>
  Number next(const char* what) {
    if (bytes_.size() - place_ < sizeof(Number)) {
      throw Error(fmt::format("{}: byte {}: the file is cut: expected {}", name_, bytes_.size(), what));
    }
    Number number;
    std::memcpy(&number, bytes_.data() + place_, sizeof number);
    place_ += sizeof number;
    return number;
  }

  [[nodiscard]] Error wrong(std::size_t place, const std::string& detail) const {
    return Error(fmt::format("{}: byte {}: a damaged fastText model: {}", name_, place, detail));
  }
  /// Reads a number that must be one.
  template <class Number>
  void expect(Number expected, const char* what) {
    const std::size_t place = place_;
    if (const Number found = next<Number>(what); found != expected)
      throw wrong(place, fmt::format("expected {} to be {}, found {}", what, expected, found));
  }

  [[nodiscard]] std::size_t place() const { return place_; }
  void move_to(std::size_t place) { place_ = place; }

 private:
  std::string_view bytes_;
  const std::string& name_;
  std::size_t place_;
};

}  // namespace

bool is_fasttext(std::string_view head) {
  std::int32_t magic = 0;
  if (head.size() < sizeof magic) return false;
  std::memcpy(&magic, head.data(), sizeof magic);
  return magic == FastTextHeader::right_magic;
}

FastTextModel::FastTextModel(MappedFile file) : file_(std::move(file)), name_(file_.name()), bytes_(file_.bytes()) {
  read();
}

FastTextModel::FastTextModel(std::string bytes, std::string name)
    : copy_(std::move(bytes)), name_(std::move(name)), bytes_(copy_) {
  read();
}

void FastTextModel::read() {
  Numbers numbers(bytes_, name_, 0);
  header_ = numbers.next<FastTextHeader>("a header of 64 bytes");
  if (header_.magic != FastTextHeader::right_magic)
    throw numbers.wrong(0, fmt::format("expected {}, found {}", FastTextHeader::right_magic, header_.magic));
  if (header_.version != FastTextHeader::newest_version && header_.version != FastTextHeader::newest_version - 1) {
    throw Error(fmt::format("{}: byte 4: a fastText model of another version: expected 11 or 12, found {}", name_,
                            header_.version));
  }
  if (header_.dim < 1 || static_cast<std::size_t>(header_.dim) > largest_dim)
    throw numbers.wrong(8, fmt::format("expected a dim of 1 to {}, found {}", largest_dim, header_.dim));
  if (header_.buckets < 0)
    throw numbers.wrong(40, fmt::format("expected 0 buckets or more, found {}", header_.buckets));
  if (header_.version < FastTextHeader::newest_version && header_.model == FastTextHeader::supervised)
    header_.most_ngram = 0;  // as fastText does: they were trained without
  if (header_.most_ngram > NgramLengths::longest) {
    throw numbers.wrong(48, fmt::format("expected n-grams of at most {} characters, found {}", NgramLengths::longest,
                                        header_.most_ngram));
  }
  if (header_.most_ngram > 0 && header_.buckets > 0) {
    lengths_ = {std::max(1, header_.least_ngram), header_.most_ngram};
    if (lengths_.least > lengths_.most) lengths_ = {};
  }

  std::size_t place = sizeof(FastTextHeader);
  read_words(place);
  numbers.move_to(place);
  const bool quantised = numbers.next<std::uint8_t>("whether it is quantised") != 0;
  if (quantised) {
    throw Error(
        fmt::format("{}: a quantised fastText model (.ftz), which is not read: expected the .bin that it was "
                    "made of",
                    name_));
  }
  numbers.expect(static_cast<std::int64_t>(size()) + header_.buckets, "the rows of the input matrix");
  numbers.expect(std::int64_t{header_.dim}, "the values of a row");
  rows_place_ = numbers.place();
  const std::uint64_t rows = size() + static_cast<std::uint64_t>(header_.buckets);
  if (rows > (bytes_.size() - rows_place_) / (dim() * sizeof(float))) {
    throw Error(fmt::format("{}: byte {}: the file is cut: expected {} rows of {} values from byte {} on", name_,
                            bytes_.size(), rows, dim(), rows_place_));
  }
}

void FastTextModel::read_words(std::size_t& place) {
  Numbers numbers(bytes_, name_, place);
  const auto entries = numbers.next<std::int32_t>("the number of words and labels");
  const auto words = numbers.next<std::int32_t>("the number of words");
  const auto labels = numbers.next<std::int32_t>("the number of labels");
  if (words < 0 || labels < 0 || std::int64_t{words} + labels != entries)
    throw numbers.wrong(place, fmt::format("{} words and {} labels are not {} entries", words, labels, entries));
  numbers.next<std::int64_t>("the number of tokens");
  if (numbers.next<std::int64_t>("the number of n-grams kept") > 0) {
    throw Error(
        fmt::format("{}: a pruned fastText model, which is not read: expected the .bin that it was made of", name_));
  }
  for (std::int32_t i = 0; i < entries; ++i) {
    const std::size_t begin = numbers.place();
    const std::size_t end = bytes_.find('\0', begin);
    if (end == std::string_view::npos || end - begin > longest_word)
      throw numbers.wrong(begin, fmt::format("expected word {} of {} and a zero byte behind it", i + 1, entries));
    numbers.move_to(end + 1);
    numbers.next<std::int64_t>("the count of a word");
    const std::size_t type_place = numbers.place();
    const auto type = numbers.next<std::int8_t>("the type of a word");
    if (type != (i < words ? 0 : 1)) {
      throw numbers.wrong(type_place, fmt::format("expected entry {} to be a {}, found the type {}", i + 1,
                                                  i < words ? "word" : "label", type));
    }
    if (type == 0) words_.push_back(bytes_.substr(begin, end - begin));
  }
  place = numbers.place();
}

void FastTextModel::add_row(std::uint64_t row, std::span<float> sum) const {
  const char* const from = bytes_.data() + row_place(row);
  for (std::size_t k = 0; k < sum.size(); ++k) {
    float value;  // at any address
    std::memcpy(&value, from + k * sizeof value, sizeof value);
    sum[k] += value;
  }
}

std::size_t FastTextModel::add_ngrams(std::string_view word, std::span<float> sum) const {
  std::size_t ngrams = 0;
  for_each_ngram(word, lengths_, [&](std::string_view ngram) {
    add_row(size() + bucket_of(ngram), sum);
    ++ngrams;
  });
  return ngrams;
}

void FastTextModel::vector_of(std::size_t i, std::span<float> values) const {
  std::ranges::fill(values, 0.0F);
  add_row(i, values);
  const auto part = static_cast<float>(1.0 / static_cast<double>(1 + add_ngrams(words_[i], values)));
  for (float& value : values) value *= part;
}

bool FastTextModel::compose(std::string_view word, std::span<float> values) const {
  std::ranges::fill(values, 0.0F);
  const std::size_t ngrams = add_ngrams(word, values);
  if (ngrams == 0) return false;
  const auto part = static_cast<float>(1.0 / static_cast<double>(ngrams));
  for (float& value : values) value *= part;
  return std::ranges::any_of(values, [](float value) { return value != 0; });
}

void FastTextModel::own_row(std::size_t i, std::span<float> values) const {
  std::ranges::fill(values, 0.0F);
  add_row(i, values);
}

void FastTextModel::bucket_row(std::uint32_t bucket, std::span<float> values) const {
  own_row(size() + bucket, values);  // buckets follow the words
}

std::uint32_t FastTextModel::ngram_row(std::string_view ngram, std::span<float> values) const {
  const std::uint32_t bucket = bucket_of(ngram);
  bucket_row(bucket, values);
  return bucket;
}

Row FastTextRows::read() {
  const std::size_t i = rows();
  begin_row();
  row_start_ = model_->row_place(i);
  if (model_->word(i).empty()) throw BadRow(place(row_start_), "empty word", "expected a word, found none");
  model_->vector_of(i, values_);
  if (const std::optional<std::size_t> bad = first_not_finite(values_))
    throw not_finite(place(row_start_), values_, *bad);
  return {model_->word(i), values_};
}

}  // namespace w2v
