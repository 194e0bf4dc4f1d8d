#include "archive.h"

#include "../codec/compression/compression.h"

namespace absolve::inline detail {

std::string gzip_member(std::string_view record) { return codec::compress_member(record); }

}  // namespace absolve::inline detail
