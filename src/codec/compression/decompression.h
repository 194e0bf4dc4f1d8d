#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include "fault.h"

namespace absolve::codec {

/// Decompresses members of gzip, or frames of zstd, that arrive in parts: each member by itself.
class Decompression {
 public:
  struct Step {
    std::size_t taken;  // how many of the compressed bytes were used
    std::size_t given;  // how many bytes were written to the space
    bool is_end;        // the member or frame has ended
    Fault fault;        // what is wrong
  };

  virtual ~Decompression() = default;

  /// Starts a new member or frame.
  virtual void begin() = 0;
  /// Decompresses as much as there is, or as there is space for. If `taken` and `given` are both 0, it needs more
  /// input.
  [[nodiscard]] virtual Step step(std::string_view compressed, std::span<char> space) = 0;
};

[[nodiscard]] std::unique_ptr<Decompression> gzip_decompression();
/// For deflated data without a frame, as in ZIP archives.
[[nodiscard]] std::unique_ptr<Decompression> raw_decompression();
/// `dictionary` may be "", and is copied.
[[nodiscard]] std::unique_ptr<Decompression> zstd_decompression(std::string_view dictionary);

}  // namespace absolve::codec
