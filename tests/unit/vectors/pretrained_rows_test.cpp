#include "w2v/vectors/pretrained_rows.hpp"

#include "vector_files.hpp"

namespace w2v::test {
namespace {

Model model_of(const std::vector<std::string>& words, std::size_t dim) {
  Vocabulary vocabulary;
  for (const std::string& word : words) vocabulary.add(word, 10);
  const RowLayout rows({{RowKind::word, vocabulary.size()}});
  return make_model(std::move(vocabulary), {rows, rows}, dim, 1, 1);
}

TEST_CASE("a model takes the rows of its words, and keeps those of others", "[vectors]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("v.txt", "3 2\nsea 1 2\nother 3 4\nthe 5 6\n");
  Model model = model_of({"the", "of", "sea"}, 2);
  const std::vector<float> of(model.input.row(1), model.input.row(1) + 2);
  RowReader reader = open_vectors(path);
  const PretrainedRows rows = take_pretrained_rows(reader, model);
  REQUIRE(rows.matched == 2);
  REQUIRE(rows.unknown == 1);
  REQUIRE(rows.taken == std::vector<std::uint8_t>{1, 0, 1});
  const auto row = [&](std::size_t i) { return std::vector<float>(model.input.row(i), model.input.row(i) + 2); };
  REQUIRE(row(0) == std::vector<float>{5, 6});
  REQUIRE(row(1) == of);
  REQUIRE(row(2) == std::vector<float>{1, 2});
  for (std::size_t k = 2; k < model.input.stride(); ++k) REQUIRE(model.input.row(0)[k] == 0);
}

TEST_CASE("rows of another length are refused", "[vectors]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("v.txt", "2 3\nthe 1 2 3\nof 3 4 5\n");
  Model model = model_of({"the", "of"}, 2);
  RowReader reader = open_vectors(path);
  REQUIRE_THAT(message_of([&] { take_pretrained_rows(reader, model); }), contains("expected 2 values, found 3"));
}

}  // namespace
}  // namespace w2v::test
