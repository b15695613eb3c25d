#include "vector_files.hpp"
#include "w2v/base/text.hpp"

namespace w2v::test {
namespace {

/// About 13 MB of text rows: more blocks than one, on as many threads as there are.
std::string long_text(std::size_t rows) {
  std::string bytes = std::to_string(rows) + " 10\n";
  for (std::size_t i = 0; i < rows; ++i) {
    bytes += "word" + std::to_string(i);
    for (std::size_t j = 0; j < 10; ++j) {
      bytes += ' ';
      append_float(bytes, static_cast<float>(i * 31 % 1009) / static_cast<float>(j + 3));
    }
    bytes += '\n';
  }
  return bytes;
}

struct Rows {
  std::vector<std::string> words;
  std::vector<std::vector<float>> values;
  LeftOut left_out;
};

/// What the serial reader makes of a file: its rows, or its message.
std::string read_serially(const std::string& path, const ReadOptions& options, Rows& rows) {
  return message_of([&] {
    RowReader reader = open_vectors(path, options);
    while (const auto row = reader.next()) {
      rows.words.emplace_back(row->word);
      rows.values.emplace_back(row->values.begin(), row->values.end());
    }
    rows.left_out = reader.left_out();
  });
}

void require_same_as_serial(const std::string& path, const ReadOptions& options) {
  Rows expected;
  const std::string message = read_serially(path, options, expected);
  LoadedVectors loaded;
  REQUIRE(message_of([&] { loaded = load_vectors(path, options); }) == message);
  if (loaded.vectors.dim() == 0) return;
  REQUIRE(loaded.left_out.rows == expected.left_out.rows);
  REQUIRE(loaded.left_out.reasons == expected.left_out.reasons);
  REQUIRE(loaded.left_out.first == expected.left_out.first);
  REQUIRE(loaded.vectors.size() == expected.words.size());
  for (std::size_t i = 0; i < expected.words.size(); ++i) {
    if (loaded.vectors.word(i) != expected.words[i]) FAIL("word " << i);
    if (bits(loaded.vectors.row(i)) != bits(expected.values[i])) FAIL("row " << i);
  }
}

TEST_CASE("text read in blocks is what the serial reader reads, faults too", "[vectors]") {
  constexpr std::size_t rows = 160'000;
  const TemporaryFolder folder;
  const std::string whole = long_text(rows);
  REQUIRE(whole.size() > 3 * (std::size_t{4} << 20));
  const std::size_t far = whole.find("word120000 ");
  const auto with_row = [&](const std::string& row) {
    return whole.substr(0, far) + row + whole.substr(whole.find('\n', far));
  };
  std::string with_returns = whole;
  std::ranges::replace(with_returns, '\n', '\r');
  const std::vector<std::string> files{whole,
                                       whole.substr(0, whole.size() - 1),
                                       whole.substr(0, far),
                                       whole.substr(0, far + 25),
                                       whole + "more 1 2 3 4 5 6 7 8 9 10\n",
                                       with_row("word119999 1 2 3 4 5 6 7 8 9 10"),
                                       with_row("word120000 1 2 3 4 5 6 7 8 x 10"),
                                       with_row("word120000 1 2 3 inf 5 6 7 8 9 10"),
                                       whole.substr(whole.find('\n') + 1),
                                       with_returns,
                                       with_returns.substr(0, with_returns.find("word120000 ") + 20)};
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::string path = folder.write("v", files[i]);
    for (const std::uint64_t limit : {std::uint64_t{100'000}, std::uint64_t{160'000}, std::uint64_t{200'000}}) {
      CAPTURE(i, limit);
      require_same_as_serial(path, {.limit = limit});
      require_same_as_serial(path, {.strict = true, .limit = limit});
    }
  }
  REQUIRE(load_message(files[6]).find("row 120001") != std::string::npos);
  REQUIRE(load(with_returns).vectors.size() == rows);
}

}  // namespace
}  // namespace w2v::test
