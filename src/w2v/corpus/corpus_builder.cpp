#include "w2v/corpus/corpus_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "w2v/base/error.hpp"
#include "w2v/base/memory.hpp"
#include "w2v/base/text.hpp"
#include "w2v/corpus/encoded_text.hpp"

namespace w2v {
namespace {

constexpr std::size_t ids_at_once = 1 << 16;

}  // namespace

CorpusBuilder::CorpusBuilder(const VocabularyConfig& config, std::uint64_t memory)
    : config_(config), rules_(config), spool_(memory > 0 ? memory : free_memory() / 2) {}

void CorpusBuilder::add(std::string_view token) {
  if (token == sentence_end_word) return end_sentence();
  if (token.empty() || std::ranges::any_of(token, is_separator)) {
    throw Error(fmt::format("the token '{}' is empty or has a blank in it: expected bytes without separators",
                            printable(token)));
  }
  if (ids_.size() == ids_at_once) {
    spool_.append(ids_);
    ids_.clear();
  }
  ids_.push_back(tokens_.add(token));
  if (tokens_.size() > word_bits) throw Error("more than 2^31 different tokens");
}

void CorpusBuilder::end_sentence() {
  if (!ids_.empty()) ids_.back() |= sentence_end_bit;
}

Corpus CorpusBuilder::finish() && {
  spool_.append(ids_);
  spool_.finish();
  std::vector<std::uint32_t> numbers(tokens_.size());
  std::iota(numbers.begin(), numbers.end(), 0U);
  const EncodedPiece whole{.worker = 0, .begin = 0, .end = spool_.size(), .starts_sentence = false};
  return make_corpus({std::move(spool_), {whole}, {std::move(numbers)}, std::move(tokens_)}, config_, rules_);
}

}  // namespace w2v
