#include "left_out.h"

#include "../archive/digest.h"
#include "../codec/compression/compressed.h"
#include "../text/types.h"

namespace absolve::collect {

std::string_view why_left_out(Type type, bool is_compressed) {
  const bool is_archive = type == Type::warc || is_package(type);
  if (is_archive && !warc::Digest::of("sha256")) {
    return "is an archive, which this build of the library doesn't read (ABSOLVE_ARCHIVES)";
  }
  const bool needs_codecs = is_package(type) || (type == Type::warc && is_compressed);
  if (needs_codecs && codec::decompress_beginning(codec::Coding::gzip, {}, 1).fault == codec::Fault::left_out) {
    return "needs gzip, which this build of the library doesn't write (ABSOLVE_CODECS)";
  }
  return {};
}

}  // namespace absolve::collect
