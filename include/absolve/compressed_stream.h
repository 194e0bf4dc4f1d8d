#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "absolve/export.h"
#include "absolve/type.h"

namespace absolve {

/// Decompresses gzip or zstd as it arrives. Consecutive members or frames make up one text; zeros after the last member
/// are padding. Linear; takes memory for 64 KiB and for the window (zstd: up to 128 MiB). The text may be of any size:
/// a program that holds it as a whole needs a limit of its own. Only one thread at a time may use it.
///
///     absolve::CompressedReader reader(absolve::ContentCoding::gzip,
///                                      [&](std::span<char> space) { return read_some(space); });
///     while (const std::size_t size = reader.read(space)) use(space.first(size));
///     if (!reader.error().empty()) ...
///
/// Once it has been moved from, it may only be assigned to or destroyed.
class ABSOLVE_API CompressedReader {
 public:
  /// Reads up to space.size() compressed bytes into `space`; returns how many, 0 at their end. What it throws passes
  /// through.
  using Read = std::function<std::size_t(std::span<char> space)>;

  /// `coding`: gzip or zstd.
  CompressedReader(ContentCoding coding, Read read);
  ~CompressedReader();
  CompressedReader(CompressedReader&&) noexcept;
  CompressedReader& operator=(CompressedReader&&) noexcept;

  /// Decompresses up to space.size() bytes into `space`, which must not be empty; returns how many. 0: the text has
  /// ended, or no more of it can be read.
  [[nodiscard]] std::size_t read(std::span<char> space);
  /// Why no more can be read, in words: "its compressed data (gzip) is cut short"; "": no error so far.
  [[nodiscard]] const std::string& error() const noexcept;

 private:
  class State;
  std::unique_ptr<State> state_;
};

/// Compresses what `fill` writes, as it is written, into one member of gzip or one frame of zstd, and ends that when
/// `fill` returns or throws. `coding`: gzip or zstd. `like`: the beginning of the original compressed data, with its
/// whole header: of gzip, the name, the comment, the time and the system are kept; of zstd, whether there is a
/// checksum. "": none of these, but a checksum. What `fill` and `take` throw passes through. The same input gives the
/// same bytes.
ABSOLVE_API void compress(ContentCoding coding, std::string_view like,
                          const std::function<void(const std::function<void(std::string_view bytes)>& write)>& fill,
                          const std::function<void(std::string_view bytes)>& take);

}  // namespace absolve
