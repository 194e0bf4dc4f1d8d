#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "../codec.h"

namespace absolve::codec {

/// Decompresses gzip or zstd as it arrives. Consecutive members or frames make up one text; zeros after the last member
/// are padding. Linear; takes memory for 64 KiB and for the window (zstd: up to 128 MiB). The text may be of any size:
/// a program that holds it as a whole needs a limit of its own. Only one thread at a time may use it.
///
///     codec::CompressedReader reader(codec::Coding::gzip,
///                                      [&](std::span<char> space) { return read_some(space); });
///     while (const std::size_t size = reader.read(space)) use(space.first(size));
///     if (!reader.error().empty()) ...
///
/// Once it has been moved from, it may only be assigned to or destroyed.
class CompressedReader {
 public:
  /// Reads up to space.size() compressed bytes into `space`; returns how many, 0 at their end. What it throws passes
  /// through.
  using Read = std::function<std::size_t(std::span<char> space)>;

  /// `coding`: gzip or zstd.
  CompressedReader(Coding coding, Read read);
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

}  // namespace absolve::codec
