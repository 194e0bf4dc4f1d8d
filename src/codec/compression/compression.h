#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "../codec.h"
#include "absolve/callable.h"

namespace absolve::codec {

/// Compresses a member of gzip, or a frame of zstd, as its text comes. The same gives the same.
class Compression {
 public:
  virtual ~Compression() = default;

  /// Appends what is ready to `out`.
  virtual void write(std::string_view bytes, std::string& out) = 0;
  virtual void finish(std::string& out) = 0;
};

/// `like`: the beginning of what the text was compressed in, as compress() has it; "": nothing is known of that.
[[nodiscard]] std::unique_ptr<Compression> gzip_compression(std::string_view like);
[[nodiscard]] std::unique_ptr<Compression> zstd_compression(std::string_view like);

/// A member of gzip that holds a text, without time and name. The same gives the same.
[[nodiscard]] std::string compress_member(std::string_view text);

/// Compresses what `fill` writes, bit by bit, and ends the member or frame when it returns or throws. A short text in
/// gzip becomes what is made of it as a whole. `coding`: gzip or zstd.
void compress_as_it_comes(Coding coding, std::string_view like,
                          FunctionRef<void(FunctionRef<void(std::string_view bytes)> write)> fill,
                          FunctionRef<void(std::string_view bytes)> take);

}  // namespace absolve::codec
