#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "w2v/text/text_config.hpp"

namespace w2v {

/// Cuts text into tokens at Unicode's word boundaries (UAX #29), and into sentences, as ICU has them; Chinese,
/// Japanese, Thai, Lao, Khmer and Burmese by its dictionaries. A token holds no blank. What is ASCII and stands between
/// blanks is split without ICU, with the same result. A segmenter is for one thread.
class Segmenter {
 public:
  /// Throws UsageError for a locale that is none, Error if ICU's data are not there.
  explicit Segmenter(const TextConfig& config);
  Segmenter(Segmenter&&) noexcept;
  ~Segmenter();

  /// Appends the tokens of a text, which must be valid UTF-8, each with a blank behind it.
  void append_tokens(std::string_view text, std::string& out);

  /// Calls use(text) for each sentence of a text, which must be valid UTF-8.
  template <class Use>
  void for_each_sentence(std::string_view text, Use&& use) {
    find_sentences(text);
    while (const std::size_t length = next_sentence()) {
      use(text.substr(0, length));
      text.remove_prefix(length);
    }
  }

  /// Tokens appended so far.
  [[nodiscard]] std::uint64_t tokens() const { return tokens_; }

 private:
  struct Icu;

  void find_sentences(std::string_view text);
  /// Bytes of the next sentence, 0 behind the last.
  std::size_t next_sentence();

  void append_by_icu(std::string_view text, std::string& out);
  void append_ascii(std::string_view word, bool is_number, std::string& out);

  TextConfig config_;
  std::unique_ptr<Icu> icu_;
  std::uint64_t tokens_ = 0;
};

}  // namespace w2v
