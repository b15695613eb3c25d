#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <random>

#include "../vectors/vector_files.hpp"
#include "w2v/base/half.hpp"
#include "w2v/formats/jsonl_format.hpp"
#include "w2v/formats/npy_format.hpp"

namespace w2v::test {
namespace {

using Rows = std::vector<std::pair<std::string, std::vector<float>>>;

/// Writes the rows in a format, as convert does.
std::optional<StorageLoss> write_rows(const TemporaryFolder& folder, std::string_view name, VectorFormat format,
                                      const Rows& rows, std::optional<std::uint64_t> promised = std::nullopt) {
  const std::string path = folder.path(name);
  std::optional<AtomicFile> words;
  if (const auto companion = companion_path(path, format)) words.emplace(*companion);
  VectorWriter writer(AtomicFile(path), format, promised, rows.at(0).second.size(), std::move(words));
  for (const auto& [word, values] : rows) writer.write(word, values);
  writer.commit();
  return writer.loss();
}

const Rows sample{{"foo", {1, -0.5F, 0.1F}}, {"b", {0, 1e-45F, -3e38F}}};

/// What NumPy 1.24 writes for numpy.array([[1, -.5, .1], [0, 1e-45, -3e38]], '<f4').
std::string numpy_bytes() {
  return "\x93NUMPY\x01"s + '\0' + "v" + '\0' + "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }" +
         std::string(58, ' ') + "\n" + raw({1, -0.5F, 0.1F, 0, 1e-45F, -3e38F});
}

TEST_CASE("each export is written byte by byte as its definition has it", "[formats]") {
  const TemporaryFolder folder;
  for (const std::optional<std::uint64_t> promised :
       {std::optional<std::uint64_t>(2), std::optional<std::uint64_t>()}) {
    write_rows(folder, "v.glove", VectorFormat::glove, sample, promised);
    REQUIRE(folder.read("v.glove") == "foo 1 -0.5 0.1\nb 0 1e-45 -3e+38\n");
    write_rows(folder, "v.npy", VectorFormat::npy, sample, promised);
    REQUIRE(folder.read("v.npy") == numpy_bytes());
    REQUIRE(folder.read("v.words") == "foo\nb\n");
    write_rows(folder, "v.tsv", VectorFormat::projector, sample, promised);
    REQUIRE(folder.read("v.tsv") == "1\t-0.5\t0.1\n0\t1e-45\t-3e+38\n");
    REQUIRE(folder.read("v_metadata.tsv") == "foo\nb\n");
    write_rows(folder, "v.csv", VectorFormat::csv,
               {{"a", {1}}, {"q\"q", {2}}, {"a,b", {3}}, {"l\nl", {4}}, {" s ", {5}}});
    REQUIRE(folder.read("v.csv") == "a,1\n\"q\"\"q\",2\n\"a,b\",3\n\"l\nl\",4\n s ,5\n");
    write_rows(folder, "v.jsonl", VectorFormat::jsonl, sample, promised);
    REQUIRE(folder.read("v.jsonl") ==
            "{\"word\": \"foo\", \"vector\": [1, -0.5, 0.1]}\n{\"word\": \"b\", \"vector\": [0, 1e-45, -3e+38]}\n");
    write_rows(folder, "v.f16", VectorFormat::float16, {{"foo", {1, -2}}, {"b", {65504, 0}}}, promised);
    REQUIRE(folder.read("v.f16") == "2 2 float16\nfoo \0\x3C\0\xC0\nb \xFF\x7B\0\0\n"s);
    write_rows(folder, "v.i8", VectorFormat::int8, {{"foo", {254, -3}}, {"b", {0, 0}}}, promised);
    REQUIRE(folder.read("v.i8") == "2 2 int8\nfoo " + raw({2}) + "\x7F\xFE\nb " + raw({0}) + "\0\0\n"s);
  }
}

TEST_CASE("arrays of every kind of number are read, others refused by name", "[formats]") {
  const TemporaryFolder folder;
  folder.write("v.words", "new york\r\nb\xFF");
  const auto array = [&](std::string_view type, std::string_view order, std::string_view shape,
                         const std::string& values, char version = 1) {
    std::string dictionary = fmt::format("{{'descr': {}, 'fortran_order': {}, 'shape': {}, }}\n", type, order, shape);
    std::string bytes = "\x93NUMPY"s + version + '\0' + static_cast<char>(dictionary.size()) + '\0';
    if (version > 1) bytes += "\0\0"s;
    return folder.write("v.npy", bytes + dictionary + values);
  };
  const double wide[] = {0.1, -2, 1e-310, 3};
  const std::string doubles(reinterpret_cast<const char*>(wide), sizeof wide);
  const std::vector<std::pair<std::string, std::vector<float>>> expected{{"new york", {0.1F, -2}}, {"b\xFF", {0, 3}}};
  for (const char version : {1, 2, 3}) {
    const WordVectors read = load_vectors(array("'<f8'", "False", "(2, 2)", doubles, version)).vectors;
    REQUIRE(words_of(read) == std::vector<std::string>{"new york", "b\xFF"});
    REQUIRE(bits(read.row(0)) == bits(expected[0].second));
    REQUIRE(bits(read.row(1)) == bits(expected[1].second));
  }
  const LoadedVectors halves = load_vectors(array("'<f2'", "False", "(2, 1)", "\0\x3C\0\xC0"s));
  REQUIRE(halves.facts.format == VectorFormat::npy);
  REQUIRE(halves.vectors.row(0) == std::vector<float>{1});
  REQUIRE(halves.vectors.row(1) == std::vector<float>{-2});

  const auto refused = [&](const std::string& path) { return message_of([&] { load_vectors(path); }); };
  REQUIRE_THAT(refused(array("'>f4'", "False", "(2, 2)", "")), contains("found '>f4'"));
  REQUIRE_THAT(refused(array("'<i8'", "False", "(2, 2)", "")), contains("found '<i8'"));
  REQUIRE_THAT(refused(array("'<f4'", "True", "(2, 2)", "")), contains("Fortran"));
  for (const std::string_view shape : {"(2,)", "()", "(2, 2, 2)", "(2, -1)", "(99999999999999999999, 2)", "2"}) {
    REQUIRE_THAT(refused(array("'<f4'", "False", shape, "")), contains("another shape"));
  }
  REQUIRE_THAT(refused(array("'<f4'", "False", "(2, 0)", "")), contains("impossible number"));
  REQUIRE_THAT(refused(array("'<f4'", "False", "(2, 1)", "1234", 4)), contains("version"));
  REQUIRE_THAT(refused(array("'<f4'", "False", "(2, 2)", "123456789")), contains("cut in the middle"));
  REQUIRE_THAT(refused(array("'<f4'", "False", "(3, 1)", raw({1, 2, 3}))), contains("fewer words"));
  REQUIRE_THAT(refused(array("'<f4'", "False", "(1, 1)", raw({1}))), contains("more words"));
  REQUIRE_THAT(refused(array("'<f4'", "False", "(3, 1)", raw({1, 2}))), contains("fewer rows"));
  REQUIRE_THAT(refused(array("'<f4'", "False", "(2, 1)", raw({1, NAN}))), contains("not finite"));
  REQUIRE_THAT(refused(folder.write("v.npy", "\x93NUMPY\x01\0"s)), contains("cut array file"));
  REQUIRE_THAT(refused(folder.write("v.npy", numpy_bytes().substr(0, 60))), contains("cut array file"));
  REQUIRE_THAT(refused(folder.write("w.npy", numpy_bytes())), contains("w.words"));
}

TEST_CASE("float16 and int8 lose no more than they must, and say how much", "[formats]") {
  const TemporaryFolder folder;
  std::mt19937 random(4);
  std::normal_distribution<float> normal;
  Rows rows;
  for (int i = 0; i < 300; ++i) {
    std::vector<float> values(37);
    for (float& value : values) value = normal(random) * std::ldexp(1.0F, i % 20 - 10);
    rows.emplace_back("w" + std::to_string(i), values);
  }
  rows.emplace_back("zero", std::vector<float>(37, 0.0F));
  for (const VectorFormat format : {VectorFormat::float16, VectorFormat::int8}) {
    const StorageLoss loss = *write_rows(folder, "v", format, rows);
    const LoadedVectors loaded = load_vectors(folder.path("v"));
    REQUIRE(loaded.facts.format == format);
    REQUIRE(loaded.vectors.size() == rows.size());
    double errors = 0;
    double largest_error = 0;
    double cosines = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::vector<float>& old = rows[i].second;
      const std::vector<float> stored = loaded.vectors.row(i);
      double off = 0, aa = 0, bb = 0, ab = 0, peak = 0;
      for (const float value : old) peak = std::max(peak, std::abs(double{value}));
      for (std::size_t j = 0; j < old.size(); ++j) {
        const double a = old[j];
        const double b = stored[j];
        off += (a - b) * (a - b), aa += a * a, bb += b * b, ab += a * b;
        const double bound =
            format == VectorFormat::int8 ? peak / 127 * 0.500001 : std::max(std::abs(a) / 2048, std::ldexp(1.0, -25));
        REQUIRE(std::abs(a - b) <= bound);
      }
      if (aa == 0) continue;
      errors += std::sqrt(off / aa);
      largest_error = std::max(largest_error, std::sqrt(off / aa));
      cosines += ab / std::sqrt(aa * bb);
    }
    REQUIRE(loss.rows == 300);
    REQUIRE(loss.mean_error == Approx(errors / 300));
    REQUIRE(loss.largest_error == Approx(largest_error));
    REQUIRE(loss.mean_cosine == Approx(cosines / 300));
    // What is stored is stored again without a loss.
    Rows again;
    for (std::size_t i = 0; i < rows.size(); ++i) again.emplace_back(rows[i].first, loaded.vectors.row(i));
    const std::string bytes = folder.read("v");
    write_rows(folder, "w", format, again);
    if (format == VectorFormat::float16) REQUIRE(folder.read("w") == bytes);
  }
}

TEST_CASE("int8 stores the largest and smallest floats", "[formats]") {
  const TemporaryFolder folder;
  using limits = std::numeric_limits<float>;
  write_rows(folder, "v", VectorFormat::int8,
             {{"huge", {limits::max(), limits::lowest()}}, {"tiny", {limits::denorm_min(), 0}}});
  const WordVectors read = load_vectors(folder.path("v")).vectors;
  REQUIRE(read.row(0)[0] == Approx(limits::max()).epsilon(1e-6));
  REQUIRE(read.row(0)[1] == -read.row(0)[0]);
  REQUIRE(std::abs(read.row(1)[0]) <= 127 * limits::denorm_min());
}

TEST_CASE("damaged float16 and int8 files are refused", "[formats]") {
  REQUIRE_THAT(load_message("2 2 float16\na 1234\n"), contains("fewer rows"));
  REQUIRE_THAT(load_message("1 2 float16\na 123"), contains("cut in the middle of a row"));
  REQUIRE_THAT(load_message("1 2 int8\na 12345"), contains("cut in the middle of a row"));
  REQUIRE_THAT(load_message("1 2 float16\na \0\0\0\x7C\n"s), contains("(byte 16): not finite"));
  REQUIRE_THAT(load_message("1 1 int8\na " + raw({INFINITY}) + "\0\n"s), contains("not finite"));
  REQUIRE_THAT(load_message("1 0 int8\n"), contains("impossible number"));
  REQUIRE_THAT(load_message("1 99999999 float16\n"), contains("impossible number"));
}

TEST_CASE("what a format cannot hold is refused by name, and the next row may follow", "[formats]") {
  const TemporaryFolder folder;
  const std::vector<std::tuple<VectorFormat, std::string, std::vector<float>, std::string>> cases{
      {VectorFormat::npy, "a\nb", {1}, "'a\\x0ab'"},       {VectorFormat::npy, "a\r", {1}, "'a\\x0d'"},
      {VectorFormat::projector, "a\tb", {1}, "'a\\x09b'"}, {VectorFormat::projector, "a\n", {1}, "'a\\x0a'"},
      {VectorFormat::glove, "a b", {1}, "'a b'"},          {VectorFormat::float16, "a b", {1}, "'a b'"},
      {VectorFormat::int8, "a b", {1}, "'a b'"},           {VectorFormat::csv, "", {1}, "empty"},
      {VectorFormat::float16, "big", {-65505}, "'big'"}};
  for (const auto& [format, word, values, name] : cases) {
    const std::string path = folder.path("v");
    std::optional<AtomicFile> words;
    if (const auto companion = companion_path(path, format)) words.emplace(*companion);
    VectorWriter writer(AtomicFile(path), format, std::nullopt, 1, std::move(words));
    const auto write = [&writer](const std::string& bad_word, const std::vector<float>& row) {
      return message_of([&] { writer.write(bad_word, row); });
    };
    REQUIRE_THROWS_AS(writer.write(word, values), BadRow);
    REQUIRE_THAT(write(word, values), contains(name));
    writer.write("good", std::vector{1.0F});
    REQUIRE(writer.rows() == 1);
  }
  REQUIRE(folder.files() == 0);
}

TEST_CASE("of two files both come into being or none", "[formats]") {
  const TemporaryFolder folder;
  folder.write("v.npy", "old");
  {
    VectorWriter writer(AtomicFile(folder.path("v.npy")), VectorFormat::npy, std::nullopt, 1, AtomicFile("/dev/full"));
    writer.write("a", std::vector{1.0F});
    REQUIRE_THAT(message_of([&] { writer.commit(); }), contains("/dev/full"));
  }
  REQUIRE(folder.read("v.npy") == "old");
  {
    VectorWriter writer(AtomicFile("/dev/full"), VectorFormat::npy, 1, 1, AtomicFile(folder.path("v.words")));
    writer.write("a", std::vector{1.0F});
    REQUIRE_THAT(message_of([&] { writer.commit(); }), contains("/dev/full"));
  }
  REQUIRE(folder.files() == 1);
  REQUIRE_THAT(message_of([&] { companion_path("-", VectorFormat::projector); }), contains("projector"));
  REQUIRE_THAT(message_of([&] { VectorWriter(AtomicFile(folder.path("v.npy")), VectorFormat::npy, 1, 1); }),
               contains("file of words"));
}

TEST_CASE("JSON strings hold well-formed UTF-8 whatever the bytes are", "[formats]") {
  const auto json = [](std::string_view bytes) {
    std::string out;
    append_json_string(out, bytes);
    return out;
  };
  const std::string bad = "\xEF\xBF\xBD";
  REQUIRE(json("a\"\\\n\x01\x7F"s) == R"("a\"\\\u000a\u0001\u007f")");
  REQUIRE(json("\0"s) == R"("\u0000")");
  REQUIRE(json("na\xC3\xAFve \xE6\x9D\xB1 \xF0\x9F\x98\x80") == "\"na\xC3\xAFve \xE6\x9D\xB1 \xF0\x9F\x98\x80\"");
  REQUIRE(json("\x80x\xC3") == "\"" + bad + "x" + bad + "\"");
  REQUIRE(json("\xC0\x80") == "\"" + bad + bad + "\"");  // longer than needed
  REQUIRE(json("\xE0\x80\x80") == "\"" + bad + bad + bad + "\"");
  REQUIRE(json("\xED\xA0\x80") == "\"" + bad + bad + bad + "\"");  // a surrogate
  REQUIRE(json("\xF4\x90\x80\x80") == "\"" + bad + bad + bad + bad + "\"");
  REQUIRE(json("\xE6\x9D") == "\"" + bad + bad + "\"");
}

}  // namespace
}  // namespace w2v::test
