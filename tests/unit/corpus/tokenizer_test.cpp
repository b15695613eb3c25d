#include "w2v/corpus/tokenizer.hpp"

#include "text_oracle.hpp"

namespace w2v::test {
namespace {

/// Tokens with | for the end of a sentence.
std::string split(std::string_view text) {
  std::string all;
  tokenize(
      text, [&](std::string_view token) { all += "[" + std::string(token) + "]"; }, [&] { all += "|"; });
  return all;
}

TEST_CASE("every separator byte separates, in any number", "[corpus]") {
  for (const char c : " \t\v\f\0"sv) {
    CAPTURE(static_cast<int>(c));
    REQUIRE(split("a"s + c + "b") == "[a][b]");
    REQUIRE(split(std::string(3, c) + "a" + c + c + "b" + c) == "[a][b]");
  }
  REQUIRE(split("") == "");
  REQUIRE(split(" ") == "");
  REQUIRE(split("a") == "[a]");
}

TEST_CASE("a newline, a return, or both end the sentence, at every line", "[corpus]") {
  REQUIRE(split("a b\nc") == "[a][b]|[c]");
  REQUIRE(split("a b\r\nc\r\n") == "[a][b]|[c]|");
  REQUIRE(split("\n\na\n \n") == "||[a]||");
  REQUIRE(split("a\rb") == "[a]|[b]");
  REQUIRE(split("a\r\r\nb\n\r\r") == "[a]||[b]|||");
  REQUIRE(split("\r \r\n\ra \r \n") == "|||[a]||");
}

TEST_CASE("a token </s> ends the sentence and is no word; longer ones are words", "[corpus]") {
  REQUIRE(split("a </s> b </s>\n</s>") == "[a]|[b]|||");
  REQUIRE(split("</s>x x</s> </s </S> <s>") == "[</s>x][x</s>][</s][</S>][<s>]");
}

TEST_CASE("lines know no sentences", "[corpus]") {
  std::string all;
  split_lines(
      "a </s> b\r\n</s>\n\rc", [&](std::string_view token) { all += "[" + std::string(token) + "]"; },
      [&] { all += "|"; });
  REQUIRE(all == "[a][</s>][b]|[</s>]||[c]");
}

TEST_CASE("tokens are bytes, of any value and length", "[corpus]") {
  REQUIRE(split("caf\xC3\xA9 \xFF\x80 \xC2\xA0 \x01") == "[caf\xC3\xA9][\xFF\x80][\xC2\xA0][\x01]");
  const std::string a = std::string(200'000, 'x') + "a";
  const std::string b = std::string(200'000, 'x') + "b";
  REQUIRE((split(a + " " + b) == "[" + a + "][" + b + "]"));
}

TEST_CASE("any bytes split as the second opinion says", "[corpus]") {
  std::mt19937 random(3);
  for (int round = 0; round < 300; ++round) {
    std::string text;
    while (random() % 60 != 0) {
      text += random() % 8 == 0 ? " </s> "
                                : std::string(1, static_cast<char>(random() % 2 == 0 ? random() : random() % 34));
    }
    Sentences all(1);
    tokenize(
        text, [&](std::string_view token) { all.back().emplace_back(token); }, [&] { all.emplace_back(); });
    std::erase_if(all, [](const Sentence& sentence) { return sentence.empty(); });
    REQUIRE(all == sentences_of(text));
  }
}

}  // namespace
}  // namespace w2v::test
