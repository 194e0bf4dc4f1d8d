#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "../find/finding.h"

namespace absolve::inline detail {

/// A value read for its URL. `raw` is what the source holds; `text` is decoded and without the white space around.
struct Value {
  std::string_view raw;
  std::string_view text;    // points into raw or into the scratch string it was read with
  std::size_t text_begin;   // where text starts within the decoded value
  std::size_t decoded_end;  // the size of the decoded value
  bool decoded;             // text isn't simply a slice of raw
  bool control_characters;  // text holds bytes below 0x20
  bool folded = false;      // white space within raw was dropped
};

/// Reads a value as its quoting says. Linear.
[[nodiscard]] Value read_value(std::string_view raw, Quoting quoting, std::string& scratch);

/// The offset in value.raw of byte `offset` of value.text. Linear.
[[nodiscard]] std::size_t raw_offset(const Value& value, std::size_t offset);

/// New text for bytes [begin, end) of value.raw.
struct Insertion {
  std::size_t begin;
  std::size_t end;
  std::string text;
};

/// What to do so that `head` stands in the place of the first `tail` bytes of value.text: escaped, and with quotes
/// around the value where it needs them and has none. Sorted and disjoint; all bytes between stay. Linear.
[[nodiscard]] std::vector<Insertion> insert_head(const Value& value, Quoting quoting, std::string_view head,
                                                 std::size_t tail);

}  // namespace absolve::inline detail
