#include <random>

#include "../support.hpp"
#include "w2v/text/html_stripper.hpp"

namespace w2v::test {
namespace {

std::string plain(std::string_view html) {
  HtmlStripper stripper;
  std::string out;
  stripper.append(html, out);
  return out;
}

TEST_CASE("what is no mark-up stays", "[text]") {
  for (const char* text : {"", "plain", "a < b and b > c", "1 <2", "<", "a<", "AT&T", "a & b", "&nosuch;", "&;", "&#;",
                           "&#x;", "&#12a;", "{{wiki|markup}} [[link]] '''bold'''"}) {
    REQUIRE(plain(text) == text);
  }
}

TEST_CASE("tags vanish; those that are no part of a line end it", "[text]") {
  REQUIRE(plain("<b>bo</b>ld <A HREF='x'>li</A>nk") == "bold link");
  REQUIRE(plain("one<br>two<BR/>three<br />four") == "one\ntwo\nthree\nfour");
  REQUIRE(plain("<p class=x>one</p><p>two</p>") == "\n\none\n\n\n\ntwo\n\n");
  REQUIRE(plain("<!DOCTYPE html><?xml version='1.0'?>x") == "x");
  REQUIRE(plain("a<i title=\"1 > 0\" alt='>'>b</i>c") == "abc");
  REQUIRE(plain("a<i title=don't>b</i>c's") == "abc's");
  REQUIRE(plain("a<i\ntitle\n=\n'>'\n>b") == "ab");
  REQUIRE(plain("a<span never closed") == "a");
}

TEST_CASE("comments, scripts and styles vanish", "[text]") {
  REQUIRE(plain("a<!-- <b> -- > ' -->b") == "ab");
  REQUIRE(plain("a<!---->b") == "ab");
  REQUIRE(plain("a<script src=x>if (a < b) '</p>'; </SCRIPT >b<style>p > a {}</style>c") == "a\n\n\n\nb\n\n\n\nc");
  REQUIRE(plain("a<script>never closed") == "a\n\n");
  REQUIRE(plain("a<!-- never closed") == "a");
}

TEST_CASE("character references are decoded once", "[text]") {
  REQUIRE(plain("&amp;&lt;&gt;&quot;&apos;&amp;lt;") == "&<>\"'&lt;");
  REQUIRE(plain("caf&eacute; &Eacute; &nbsp; &yuml;&times;&mdash;") == "café É \u00A0 ÿ×\u2014");
  REQUIRE(plain("&#233;&#xE9;&#XE9;&#x1F600;&#0;&#xD800;&#99999999;") ==
          "éé"
          "é😀\uFFFD\uFFFD\uFFFD");
}

TEST_CASE("pieces give what the whole gives", "[text]") {
  std::mt19937 random(4);
  constexpr const char* parts[] = {"a ",        "<b> ",       "</b> ",    "<p> ",       "<!-- ",   "--> ",
                                   "<script> ", "</script> ", "<i x=\" ", "> ",         "\" ",     "&amp; ",
                                   "<br\n",     "word\n",     "' ",       "</style > ", "<style> "};
  for (int round = 0; round < 2000; ++round) {
    HtmlStripper stripper;
    std::string html;
    std::string out;
    for (unsigned n = random() % 20; n > 0; --n) {
      std::string piece;
      for (unsigned k = random() % 3; k > 0; --k) piece += parts[random() % std::size(parts)];
      stripper.append(piece, out);
      html += piece;
    }
    INFO(html);
    REQUIRE(out == plain(html));
    stripper.start_file();
    out.clear();
    stripper.append("x", out);
    REQUIRE(out == "x");
  }
}

}  // namespace
}  // namespace w2v::test
