#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "absolve/callable.h"
#include "absolve/export.h"
#include "absolve/options.h"

namespace absolve {

/// Decompresses gzip or zstd as it comes. Members, or frames, that follow one another are one text; zeros behind the
/// last member are padding. Linear; memory is that of 64 KiB and of the window (zstd: up to 128 MiB). One thread at a
/// time may use it.
///
///     absolve::CompressedReader reader(absolve::ContentCoding::gzip,
///                                      [&](std::span<char> space) { return read_some(space); });
///     while (const std::size_t size = reader.read(space)) use(space.first(size));
///     if (!reader.error().empty()) ...
///
/// Once it has been moved from, it may only be assigned to or destroyed.
class ABSOLVE_API CompressedReader {
 public:
  /// Reads up to space.size() compressed bytes; returns how many: 0 at their end. What it throws passes through.
  using Read = Callable<std::size_t(std::span<char> space)>;

  /// `coding`: gzip or zstd.
  CompressedReader(ContentCoding coding, Read read);
  ~CompressedReader();
  CompressedReader(CompressedReader&&) noexcept;
  CompressedReader& operator=(CompressedReader&&) noexcept;

  /// Decompresses up to space.size() bytes, which are more than none; returns how many: 0 where the text has ended, or
  /// where no more of it can be read.
  [[nodiscard]] std::size_t read(std::span<char> space);
  /// Why no more can be read, in words: "its compressed data (gzip) is cut short"; "": nothing is wrong so far. What
  /// expands beyond the limit of 64 MiB and 100 times its size is an error, too.
  [[nodiscard]] const std::string& error() const noexcept;

 private:
  class State;
  std::unique_ptr<State> state_;
};

/// Compresses what `fill` writes as it comes, as one member of gzip or one frame of zstd, and ends that when `fill`
/// returns or throws. `like`: the beginning of what the text was compressed in, with all of its header; of gzip the
/// name, the comment, the time and the system stay, of zstd whether there is a checksum. "": it gets none of these, but
/// a checksum. What `fill` and `take` throw passes through. The same gives the same. `coding`: gzip or zstd.
ABSOLVE_API void compress(ContentCoding coding, std::string_view like,
                          FunctionRef<void(FunctionRef<void(std::string_view bytes)> write)> fill,
                          FunctionRef<void(std::string_view bytes)> take);

}  // namespace absolve
