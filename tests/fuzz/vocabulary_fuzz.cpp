// The vocabulary file: lines 'word count'.

#include <cmath>
#include <set>
#include <string>

#include "fuzz.hpp"
#include "w2v/base/text.hpp"
#include "w2v/corpus/vocabulary.hpp"
#include "w2v/io/byte_source.hpp"
#include "w2v/io/known_file.hpp"

namespace w2v::fuzz {
namespace {

void check_order(const Vocabulary& vocabulary) {
  std::set<std::string_view> words;
  double total = 0;
  for (std::size_t i = 0; i < vocabulary.size(); ++i) {
    const std::string_view word = vocabulary.words()[i];
    require(words.insert(word).second, "words are different");
    require(!word.empty() && word != sentence_end_word && word.find_first_of(separators) == std::string_view::npos,
            "a word is a token");
    require(vocabulary.counts()[i] > 0, "every word occurs");
    total += static_cast<double>(vocabulary.counts()[i]);
    if (i == 0) continue;
    const std::uint64_t count = vocabulary.counts()[i];
    const std::uint64_t before = vocabulary.counts()[i - 1];
    require(before > count || (before == count && vocabulary.words()[i - 1] < word), "the order is the rule's");
  }
  require(std::abs(static_cast<double>(vocabulary.total()) - total) <= total * 1e-9, "the total is the sum");
}

void check(std::string_view bytes) {
  const Folder& folder = Folder::get();
  const std::string in = folder.write("in", bytes);
  Vocabulary vocabulary;
  if (!accepted([&] { vocabulary = read_vocabulary(in); })) return;
  require(vocabulary.size() > 0, "there are words");
  check_order(vocabulary);
  const std::string out = folder.path("out");
  write_vocabulary(vocabulary, AtomicFile(out));
  // The first word may be the mark of a compressed file or an archive, or a byte-order mark.
  const std::string written = folder.read("out");
  if (looks_packed(written.substr(0, longest_head)) || written.starts_with("\xEF\xBB\xBF")) return;
  const Vocabulary again = read_vocabulary(out);
  require(again.counts() == vocabulary.counts(), "counts are read back");
  for (std::size_t i = 0; i < again.size(); ++i) {
    require(again.words()[i] == vocabulary.words()[i], "words are read back");
  }
}

}  // namespace
}  // namespace w2v::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  w2v::fuzz::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
