#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../text/limits.h"

namespace absolve::mime {

/// The meaning of a header field for absolve.
enum class Meaning : std::uint8_t {
  content_type,
  transfer_encoding,
  content_base,
  base,
  content_location,
  snapshot_location,
  links,      // it holds URLs between angle brackets: Link, List-*
  signature,  // of the body and of header fields: rewriting breaks it
  digest,     // of the body: rewriting makes it stale
  line_count,
  content_length,
  content_id,
  disposition,
  named,  // any field that the user asked for by its name
};

/// One field of a header block. Offsets are bytes of the message, from 0.
struct Field {
  Meaning meaning;
  std::string_view name;      // as spelled in the standards
  std::size_t begin;          // where the name begins
  std::size_t body;           // after the colon
  std::size_t end;            // of the body, without its last line end
  bool contradicted = false;  // another field with the same name gives a different type or encoding
};

[[nodiscard]] constexpr bool is_too_long(const Field& field) noexcept {
  return field.end - field.begin > limits::field;
}

/// The fields of the header block [begin, end) that have a meaning here, in order. Of several with one name the first
/// is used, except for links and signatures. Lines that are not fields are skipped. Linear.
[[nodiscard]] std::vector<Field> find_fields(std::string_view message, std::size_t begin, std::size_t end);

/// All fields of the header block [begin, end) with a name, in any case, in their order. Linear.
[[nodiscard]] std::vector<Field> find_named(std::string_view message, std::size_t begin, std::size_t end,
                                            std::string_view name);

/// The first field with that meaning; nullptr if there is none.
[[nodiscard]] const Field* find(std::span<const Field> fields, Meaning meaning) noexcept;

/// The body of a field, unfolded (RFC 5322, section 2.2.3); "" if it is longer than limits::field.
[[nodiscard]] std::string body_of(std::string_view message, const Field& field);
/// The same, in the message or in `scratch`.
[[nodiscard]] std::string_view body_of(std::string_view message, const Field& field, std::string& scratch);

/// Whether text starts with a header: the lines up to a blank line are fields, and one of them has a name that occurs
/// in messages; if some of the lines are not fields, two of them must. Batch lines may come before. `cut` means that
/// the text continues after this. Linear.
[[nodiscard]] bool starts_like_a_header(std::string_view text, bool cut) noexcept;

/// The same, but returns how many bytes were needed to recognize it: those before the last field that was counted.
/// nullopt if the text doesn't start with a header.
[[nodiscard]] std::optional<std::size_t> size_of_header_evidence(std::string_view text, bool cut) noexcept;

/// Whether a line has the shape `name:` of a field.
[[nodiscard]] bool is_field(std::string_view line) noexcept;

}  // namespace absolve::mime
