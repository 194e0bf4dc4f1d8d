#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace absolve::codec {

/// Decompresses members of gzip, or frames of zstd, as they come: each by itself.
class Decompression {
 public:
  struct Step {
    std::size_t taken;       // of the compressed bytes
    std::size_t given;       // of the space
    bool is_end;             // of the member or frame
    std::string_view error;  // what is wrong, as compressed.h says it; "": nothing
  };

  virtual ~Decompression() = default;

  /// A new member or frame begins.
  virtual void begin() = 0;
  /// Decompresses as much as there is, or as there is space for. Neither taken nor given: more of it must be seen.
  [[nodiscard]] virtual Step step(std::string_view compressed, std::span<char> space) = 0;
};

[[nodiscard]] std::unique_ptr<Decompression> gzip_decompression();
/// `dictionary`: "": there is none. It is copied.
[[nodiscard]] std::unique_ptr<Decompression> zstd_decompression(std::string_view dictionary);

}  // namespace absolve::codec
