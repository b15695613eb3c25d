#include "w2v/formats/row_encoder.hpp"

#include "w2v/base/error.hpp"
#include "w2v/formats/binary_format.hpp"
#include "w2v/formats/csv_format.hpp"
#include "w2v/formats/jsonl_format.hpp"
#include "w2v/formats/npy_format.hpp"
#include "w2v/formats/projector_format.hpp"
#include "w2v/formats/quantized_format.hpp"
#include "w2v/formats/text_format.hpp"

namespace w2v {

std::unique_ptr<RowEncoder> make_encoder(VectorFormat format, std::size_t dim) {
  switch (format) {
    case VectorFormat::text:
      return std::make_unique<TextEncoder>(dim, true);
    case VectorFormat::glove:
      return std::make_unique<TextEncoder>(dim, false);
    case VectorFormat::binary:
      return std::make_unique<BinaryEncoder>(dim);
    case VectorFormat::float16:
      return std::make_unique<Float16Encoder>(dim);
    case VectorFormat::int8:
      return std::make_unique<Int8Encoder>(dim);
    case VectorFormat::npy:
      return std::make_unique<NpyEncoder>(dim);
    case VectorFormat::projector:
      return std::make_unique<ProjectorEncoder>();
    case VectorFormat::csv:
      return std::make_unique<CsvEncoder>();
    case VectorFormat::jsonl:
      return std::make_unique<JsonlEncoder>();
    case VectorFormat::fasttext:
      throw UsageError(
          "a fastText model has more than vectors of words: expected another format; w2v train writes one");
  }
  throw Error("no such format of vectors");
}

}  // namespace w2v
