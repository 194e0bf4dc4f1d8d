#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "../codec/codec.h"
#include "absolve/options.h"

namespace absolve::inline detail {

/// The codec of a content coding; identity for automatic, too.
[[nodiscard]] codec::Coding coding_of(ContentCoding coding) noexcept;

/// What an input is compressed with, as the options say or its first bytes show. What continues an input says
/// nothing.
[[nodiscard]] ContentCoding content_coding_in(const Options& options, std::string_view beginning);

/// The name of what is in a file, or in what a URL leads to, by its own: `a.html` of `a.html.gz`, `a.svg` of `a.svgz`.
/// A name that says no compression is its own.
[[nodiscard]] std::string_view name_without_compression(std::string_view name) noexcept;

/// Whether a name is a URL.
[[nodiscard]] bool is_url(std::string_view name) noexcept;

/// The name of a file without the query of the URL that a program made it of, or a URL without its own.
[[nodiscard]] std::string_view without_query(std::string_view name) noexcept;

/// The bytes of a text that it is detected from.
inline constexpr std::size_t max_detection_bytes = std::size_t{64} << 10;

/// What is at the beginning of an input, at most max_detection_bytes of it, decompressed.
struct CompressedBeginning {
  std::string_view given;
  std::optional<std::string> decompressed;  // nullopt: it is not compressed
  bool cut;                                 // more follows

  [[nodiscard]] std::string_view text() const noexcept {
    return decompressed ? std::string_view(*decompressed) : given;
  }
};
[[nodiscard]] CompressedBeginning open_beginning(ContentCoding coding, std::string_view beginning);

}  // namespace absolve::inline detail
