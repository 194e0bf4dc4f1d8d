#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "../../text/function_ref.h"
#include "../codec.h"

namespace absolve::codec {

/// Compresses a text that arrives in parts into one member of gzip, or one frame of zstd. The same text gives the same
/// bytes.
class Compression {
 public:
  virtual ~Compression() = default;

  /// Appends the compressed bytes that are ready to `out`.
  virtual void write(std::string_view bytes, std::string& out) = 0;
  virtual void finish(std::string& out) = 0;
};

/// `like`: the beginning of the original compressed data, as for compress(); "": unknown.
[[nodiscard]] std::unique_ptr<Compression> gzip_compression(std::string_view like);
[[nodiscard]] std::unique_ptr<Compression> zstd_compression(std::string_view like);

/// A gzip member that holds a text, without time and name. The same text gives the same bytes.
[[nodiscard]] std::string compress_member(std::string_view text);

/// Compresses what `fill` writes, bit by bit, and ends the member or frame when `fill` returns or throws. For a short
/// text in gzip, the result is the same as compressing it as a whole. `coding`: gzip or zstd.
void compress_as_it_comes(Coding coding, std::string_view like,
                          FunctionRef<void(FunctionRef<void(std::string_view bytes)> write)> fill,
                          FunctionRef<void(std::string_view bytes)> take);

}  // namespace absolve::codec
