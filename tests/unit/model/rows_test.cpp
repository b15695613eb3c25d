#include "w2v/model/rows.hpp"

#include "../support.hpp"

namespace w2v::test {
namespace {

TEST_CASE("kinds of rows lie one behind the other", "[model]") {
  const RowLayout layout({{RowKind::word, 70}, {RowKind::ngram, 2000}, {RowKind::context, 0}, {RowKind::document, 5}});
  REQUIRE(layout.rows() == 2075);
  REQUIRE(layout.rows_of(RowKind::word) == 70);
  REQUIRE(layout.rows_of(RowKind::context) == 0);
  REQUIRE(layout.text() == "words 70, n-grams 2000, documents 5");
  REQUIRE(RowLayout::parse(layout.text()) == layout);
  REQUIRE(RowLayout::parse("inner-nodes 7") == RowLayout({{RowKind::inner_node, 7}}));
}

TEST_CASE("only what text() writes is read as kinds of rows", "[model]") {
  for (const char* text :
       {"", "words", "words ", "words 0", "words -1", "words 1,n-grams 2", "words 1, ", "word 1", "words 01",
        "words 1 ", " words 1", "words 1x", "words 99999999999999999999", "words 1, n-grams 0"}) {
    CAPTURE(text);
    REQUIRE_THROWS_WITH(RowLayout::parse(text), contains("kinds of rows: expected such as 'words 1000', found '"));
  }
  REQUIRE_THROWS_WITH(RowLayout::parse("words 1, words 2"), contains("expected each once, found 'words' twice"));
  REQUIRE_THROWS_WITH(RowLayout::parse("words 2000000000000"), contains("expected at most 1099511627776 rows"));
}

}  // namespace
}  // namespace w2v::test
