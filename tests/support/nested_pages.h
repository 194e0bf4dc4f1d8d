#pragma once

#include <string>
#include <string_view>

#include "codings.h"

namespace absolve::test {

/// A page made at random of srcset, style attributes and srcdoc, in one another, in all quotes and with escapes.
/// `wild`: with base elements, what is broken off, and what readers pass over; else of what other parsers read alike,
/// with relative references that every resolver resolves alike.
[[nodiscard]] std::string make_nested_page(Random& random, bool wild);

/// A place for a page: as it is, in a charset, in a message behind a transfer encoding, and these together.
enum class Around { nothing, utf16le, utf16be, iso2022jp, plain_part, quoted_printable, base64, base64_utf16, mailbox };
inline constexpr std::size_t around_count = 9;

[[nodiscard]] std::string_view name_of(Around around) noexcept;

/// The page in that place. `random` says what is left open: line ends, the length of lines.
[[nodiscard]] std::string put(std::string_view page, Around around, Random& random);

}  // namespace absolve::test
