#include "w2v/vectors/row_reader.hpp"

#include <fmt/format.h>

#include <string>

#include "w2v/formats/binary_format.hpp"
#include "w2v/formats/csv_format.hpp"
#include "w2v/formats/npy_format.hpp"
#include "w2v/formats/projector_format.hpp"
#include "w2v/formats/quantized_format.hpp"
#include "w2v/formats/text_format.hpp"
#include "w2v/formats/words_beside.hpp"
#include "w2v/io/byte_source.hpp"

namespace w2v {

void LeftOut::add(const BadRow& row) {
  if (rows++ == 0) first = row.what();
  ++reasons[row.reason()];
}

std::optional<Row> RowReader::next() {
  while (!ended_ && words_.size() < options_.limit) {
    Row row;
    try {
      ended_ = at_end();
      if (ended_) break;
      row = parser_->read();
    } catch (const BadRow& fault) {
      if (!options_.lenient) throw;
      left_out_.add(fault);
      continue;
    } catch (const Interrupted&) {
      throw;
    } catch (const Error& fault) {
      ended_ = true;
      if (!options_.lenient) throw Damage(fault.what());
      left_out_.stopped = fault.what();
      break;
    }
    if (words_.add(row.word)) return row;
    const BadRow repeated = repeated_word(parser_->place(), row.word);
    if (options_.strict) throw Error(repeated.what());
    left_out_.add(repeated);
  }
  const std::uint64_t met = words_.size() + left_out_.rows;
  if (options_.lenient && ended_ && facts_.has_header && facts_.header_rows > met)
    left_out_.missing = facts_.header_rows - met;
  return std::nullopt;
}

bool RowReader::at_end() {
  const bool end = parser_->at_end();
  if (options_.lenient || !facts_.has_header) return end;
  const std::uint64_t rows = parser_->rows();
  if (end == (rows >= facts_.header_rows)) return end;
  throw Error(fmt::format("{}: row {} (byte {}): {} rows than the header says: expected {}, found {}", parser_->name(),
                          rows + 1, parser_->offset(), end ? "fewer" : "more", facts_.header_rows,
                          end ? std::to_string(rows) : "another"));
}

namespace {

std::shared_ptr<const FastTextModel> open_fasttext(const std::string& path, const std::string& member,
                                                   BufferedReader& in) {
  if (member.empty()) {
    std::optional<MappedFile> file = MappedFile::open(path);
    if (file && is_fasttext(file->bytes())) return std::make_shared<FastTextModel>(std::move(*file));
  }
  std::string bytes;
  for (std::string_view piece = in.peek(1); !piece.empty(); piece = in.peek(1)) {
    bytes += piece;
    in.consume(piece.size());
  }
  return std::make_shared<FastTextModel>(std::move(bytes), in.name());
}

}  // namespace

RowReader open_vectors(const std::string& path, const ReadOptions& options) {
  const bool whole = !options.lenient && options.limit == ReadOptions().limit;
  BufferedReader in(open_member(path, options.member, whole));
  const WordsBeside words(path, options.member);
  VectorFacts facts = detect_format(in, words);
  std::unique_ptr<RowParser> parser;
  std::shared_ptr<const FastTextModel> model;
  switch (facts.format) {
    case VectorFormat::binary:
      parser = std::make_unique<BinaryRows>(std::move(in), facts);
      break;
    case VectorFormat::float16:
      parser = std::make_unique<Float16Rows>(std::move(in), facts);
      break;
    case VectorFormat::int8:
      parser = std::make_unique<Int8Rows>(std::move(in), facts);
      break;
    case VectorFormat::fasttext:
      model = open_fasttext(path, options.member, in);
      facts.dim = model->dim();
      facts.header_rows = model->size();
      parser = std::make_unique<FastTextRows>(std::move(in), facts, model);
      break;
    case VectorFormat::npy:
      parser = std::make_unique<NpyRows>(std::move(in), facts, words.open(facts.format));
      break;
    case VectorFormat::csv:
      parser = std::make_unique<CsvRows>(std::move(in), facts);
      break;
    case VectorFormat::projector:
      parser = std::make_unique<ProjectorRows>(std::move(in), facts, words.open(facts.format));
      break;
    default:
      parser = std::make_unique<TextRows>(std::move(in), facts);
      break;
  }
  return {std::move(parser), facts, options, std::move(model)};
}

}  // namespace w2v
