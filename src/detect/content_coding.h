#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "../codec/codec.h"
#include "absolve/input.h"

namespace absolve::inline detail {

/// The codec for a content coding; for `automatic`, the identity, too.
[[nodiscard]] codec::Coding coding_of(ContentCoding coding) noexcept;

/// How an input is compressed, by what is known of it, by its first bytes or by a name, that of its file or a URL. For
/// a text that continues an input, the first bytes are not used. Never automatic. Linear in the beginning.
[[nodiscard]] ContentCoding content_coding_of(std::string_view beginning, const Input& input, std::string_view name);

/// The name of a file or URL without the extension of the compression: `a.html` for `a.html.gz`, `a.svg` for `a.svgz`.
/// A name without such an extension is returned unchanged.
[[nodiscard]] std::string_view name_without_compression(std::string_view name) noexcept;

/// Whether a name is a URL.
[[nodiscard]] bool is_url(std::string_view name) noexcept;

/// A URL without its query; the name of a file without that of the URL from which a program made the name (`a.css?v=1`,
/// `a.css@v=1`, `a.css%3Fv=1`), or without the number by which it told copies apart (`a.css.1`).
[[nodiscard]] std::string_view without_query(std::string_view name) noexcept;

/// The beginning of an input, at most limits::detection of it, decompressed.
struct CompressedBeginning {
  std::string_view given;
  std::optional<std::string> decompressed;  // nullopt if it is not compressed
  bool cut;                                 // more follows

  [[nodiscard]] std::string_view text() const noexcept {
    return decompressed ? std::string_view(*decompressed) : given;
  }
};
[[nodiscard]] CompressedBeginning open_beginning(ContentCoding coding, std::string_view beginning);

}  // namespace absolve::inline detail
