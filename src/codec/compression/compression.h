#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "../codec.h"
#include "absolve/callable.h"

namespace absolve::codec {

/// Compresses a member of gzip, or a frame of zstd, as its text comes. The same gives the same: there is no time and no
/// name in it.
class Compression {
 public:
  virtual ~Compression() = default;

  /// Appends what is ready to `out`.
  virtual void write(std::string_view bytes, std::string& out) = 0;
  virtual void finish(std::string& out) = 0;
};

[[nodiscard]] std::unique_ptr<Compression> gzip_compression();
[[nodiscard]] std::unique_ptr<Compression> zstd_compression();

/// A member of gzip that holds a text, without time and name. The same gives the same.
[[nodiscard]] std::string compress_member(std::string_view text);

/// Compresses what `fill` writes, bit by bit, and ends the member or frame when it returns. A short text becomes what
/// compress_member() makes of it. `coding`: gzip or zstd.
void compress_as_it_comes(Coding coding, FunctionRef<void(FunctionRef<void(std::string_view bytes)> write)> fill,
                          FunctionRef<void(std::string_view bytes)> take);

}  // namespace absolve::codec
