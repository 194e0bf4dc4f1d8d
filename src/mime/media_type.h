#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../codec/codec.h"

namespace absolve::mime {

/// Names in lower case, values decoded.
using Parameters = std::vector<std::pair<std::string, std::string>>;

/// The value of a parameter, the first if there are several; "" if there is none. `name` must be in lower case.
[[nodiscard]] std::string_view parameter(const Parameters& parameters, std::string_view name) noexcept;

/// The value of a Content-Type field.
struct MediaType {
  std::string name = "text/plain";  // type/subtype in lower case
  Parameters parameters;

  [[nodiscard]] std::string_view parameter(std::string_view wanted) const noexcept {
    return mime::parameter(parameters, wanted);
  }

  [[nodiscard]] bool is_multipart() const noexcept { return name.starts_with("multipart/"); }
  [[nodiscard]] bool is_message() const noexcept;
};

/// Reads a Content-Type, including comments, quoted strings, and values in several pieces or with percent-encoding (RFC
/// 2045, section 5.1; RFC 2231, sections 3 and 4). Anything that is not a media type is text/plain (RFC 2045, section
/// 5.2). Linear.
[[nodiscard]] MediaType read_media_type(std::string_view value);

/// The file name in a Content-Disposition (RFC 2183, section 2.3); "" if it has none. Linear.
[[nodiscard]] std::string file_name_of(std::string_view disposition);
/// The name of a form's field (RFC 7578, section 4.2); "" if it has none. Linear.
[[nodiscard]] std::string field_name_of(std::string_view disposition);

enum class TransferEncoding : std::uint8_t {
  identity,  // 7bit, 8bit, binary
  quoted_printable,
  base64,
  unknown,  // or contradictory
};

/// Reads a Content-Transfer-Encoding (RFC 2045, section 6.1) as mail readers do: in all spellings that occur, also in
/// quotes, ignoring text after a semicolon.
[[nodiscard]] TransferEncoding read_transfer_encoding(std::string_view value);

/// The codec for an encoding; for an unknown encoding, the identity.
[[nodiscard]] codec::Coding coding_of(TransferEncoding encoding) noexcept;

}  // namespace absolve::mime
