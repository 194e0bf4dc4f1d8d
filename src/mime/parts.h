#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "../text/limits.h"
#include "fields.h"
#include "media_type.h"

namespace absolve::mime {

/// An entity of a message: the message itself, a part, a message in a part (RFC 2045, section 2.4).
///
///     Content-Type: text/html            header
///                                        the blank line belongs to the header
///     <a href="x">...                    body
///                                        end: the line end before a delimiter belongs to that (RFC 2046, 5.1.1)
///     --boundary
struct Entity {
  static constexpr std::size_t none = SIZE_MAX;

  enum class Kind : std::uint8_t {
    leaf,
    multipart,        // followed by its parts
    message,          // followed by the message in it
    encoded_message,  // a message inside a transfer encoding
  };

  std::size_t parent = none;  // index of the entity that it is in
  std::size_t header = 0;     // offsets in the message, in bytes from 0
  std::size_t body = 0;
  std::size_t end = 0;
  bool bodiless = false;  // no blank line ends the header
  Kind kind = Kind::leaf;
  TransferEncoding encoding = TransferEncoding::identity;
  MediaType type = {};
  std::vector<Field> fields = {};
  std::string_view problem = {};  // why it, or the rest of it, wasn't read, in words; "" if it was
};

/// Whether a line is a delimiter of the multipart with that boundary: true if it closes the multipart, false if it only
/// ends a part; nullopt if it is not a delimiter. Blanks at its end are ignored (RFC 2046, section 5.1.1).
[[nodiscard]] std::optional<bool> delimiter_of(std::string_view line, std::string_view boundary) noexcept;

/// Where the header of a message begins: after a byte order mark, batch lines, and blank lines that somebody has put
/// before it. Linear.
[[nodiscard]] std::size_t header_begin(std::string_view message) noexcept;

/// The boundary of a multipart; "" if it has none.
[[nodiscard]] std::string_view boundary_of(const MediaType& type) noexcept;

/// Finds the entities of a message, each before those in it, in one pass and without recursion. A line is only a
/// delimiter if it equals the boundary of an open multipart, ignoring blanks at its end; the innermost multipart is
/// tried first, and a delimiter of an outer one closes those inside. `levels` and `entities` are what is left of the
/// limits. Every text has an answer; linear.
[[nodiscard]] std::vector<Entity> find_entities(std::string_view message, std::size_t levels = limits::document_levels,
                                                std::size_t entities = limits::entities);

}  // namespace absolve::mime
