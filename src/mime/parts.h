#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "fields.h"
#include "media_type.h"

namespace absolve::mime {

inline constexpr std::size_t max_levels = 64;
inline constexpr std::size_t max_entities = 10'000;
inline constexpr std::size_t max_header_size = std::size_t{1} << 20;

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
    multipart,        // its parts follow
    message,          // the message in it follows
    encoded_message,  // behind a transfer encoding
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
  std::string_view problem = {};  // why it, or what is left of it, wasn't read, in words; "" where it was
};

/// Whether a line delimits the parts of a multipart with that boundary: whether it closes it; nullopt: it doesn't.
/// Blanks at its end don't count (RFC 2046, section 5.1.1).
[[nodiscard]] std::optional<bool> delimiter_of(std::string_view line, std::string_view boundary) noexcept;

/// Where the header of a message begins: after a byte order mark or the lines of a batch, and after blank lines that
/// someone has put before it. Linear.
[[nodiscard]] std::size_t header_begin(std::string_view message) noexcept;

/// The boundary of a multipart; "": there is none.
[[nodiscard]] std::string_view boundary_of(const MediaType& type) noexcept;

/// Finds the entities of a message, each before those in it, in one pass and without recursion. A line is a
/// delimiter only if it equals, blanks at its end aside, the boundary of an open multipart, the innermost first;
/// an outer one closes what is inside. `levels` and `entities` are what is left of the limits. Every text has an
/// answer; linear.
[[nodiscard]] std::vector<Entity> find_entities(std::string_view message, std::size_t levels = max_levels,
                                                std::size_t entities = max_entities);

}  // namespace absolve::mime
