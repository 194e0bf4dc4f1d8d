#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace absolve::http {

/// The header block of a saved response, and where its body begins. Offsets are bytes of the text, from 0.
///
///     HTTP/1.1 301 Moved Permanently    the block of a redirect or a proxy: curl -iL writes all of them
///     Location: /b
///
///     HTTP/1.1 200 OK                   begin
///     Content-Type: text/html           fields
///
///     <a href=x>                        body
struct Block {
  std::size_t begin;
  std::size_t fields;
  std::size_t body;
  bool bodiless;  // no blank line ends the header
};

/// Whether a text starts with the status line of a response (RFC 9112, section 4; HTTP/2 in the form that curl writes).
/// Constant.
[[nodiscard]] bool starts_like_a_response(std::string_view text) noexcept;

/// The header block at the beginning of a text, after a byte order mark; nullopt if no response starts there. Linear in
/// it.
[[nodiscard]] std::optional<Block> first_block(std::string_view text) noexcept;

/// The header block that follows another one, or the body of a redirect whose Content-Length ends it there; nullopt if
/// no response starts there. Linear in both blocks.
[[nodiscard]] std::optional<Block> next_block(std::string_view text, const Block& block);

/// The last of the header blocks at the beginning of a text: the one that belongs to the body. If there is none, the
/// whole text is body. Linear in them.
[[nodiscard]] Block last_block(std::string_view text);

/// The header block of a text that is known to be a response, since an archive says so: its status line may have any
/// form, and its body may start with anything. Interim responses (status 1xx) may come before it. Linear in them.
[[nodiscard]] Block first_final_block(std::string_view text) noexcept;

[[nodiscard]] constexpr bool is_redirection(unsigned status) noexcept { return status >= 300 && status < 400; }

/// The status code of a block; 0 if there is none in its status line. Constant.
[[nodiscard]] unsigned status_of(std::string_view text, const Block& block) noexcept;

}  // namespace absolve::http
