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

/// `like` is the beginning of the original compressed data, as for compress(); "" if it is unknown.
[[nodiscard]] std::unique_ptr<Compression> gzip_compression(std::string_view like);
[[nodiscard]] std::unique_ptr<Compression> zstd_compression(std::string_view like);

/// A gzip member that holds a text, without time and name. The same text gives the same bytes.
[[nodiscard]] std::string compress_member(std::string_view text);

/// Compresses a text that arrives in parts, and hands over the compressed bytes when they are many, since compressing a
/// few takes as long as compressing many. A short text in gzip is compressed as a whole.
class Compressor {
 public:
  using Put = FunctionRef<void(std::string_view bytes)>;

  /// `coding` is gzip or zstd; `like` is as for gzip_compression.
  Compressor(Coding coding, std::string_view like) : coding_(coding), like_(like) {}

  void write(std::string_view bytes, Put put);
  /// Ends the member or frame. Does nothing if a function has thrown that took bytes.
  void finish(Put put);

 private:
  void compress(Put put);
  void hand_over(Put put);

  Coding coding_;
  std::string like_;
  std::unique_ptr<Compression> compression_;
  std::string held_;
  std::string compressed_;
  bool is_taking_ = false;  // bytes are taken, or this has thrown: they must not be taken again
};

}  // namespace absolve::codec
