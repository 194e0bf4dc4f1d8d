#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../text/ascii.h"
#include "../text/slice.h"
#include "absolve/options.h"
#include "table_columns.h"

namespace absolve::table {

/// A line before the header that tells the delimiter, as Excel reads and writes it: `sep=;`.
struct SeparatorLine {
  char delimiter;
  std::size_t next;  // where the header begins
};

/// The line of that kind that a text begins with, perhaps after a byte order mark; nullopt if there is none.
[[nodiscard]] std::optional<SeparatorLine> separator_line(std::string_view text) noexcept;

/// Where the first row begins: after a byte order mark, a line that tells the delimiter of csv, and empty lines.
[[nodiscard]] std::size_t begin_of_rows(std::string_view text, Type type) noexcept;

/// A field of a row. Offsets are bytes of the text, from 0.
///
///     a,"b ""c""",d
///       |begin   |
///                end
struct Field {
  std::size_t begin;  // without quotes
  std::size_t end;
  bool is_quoted = false;

  /// The field as it is written, including quotes.
  [[nodiscard]] std::size_t outer_begin() const noexcept { return begin - (is_quoted ? 1 : 0); }
  [[nodiscard]] std::size_t outer_end() const noexcept { return end + (is_quoted ? 1 : 0); }
};

/// A row of a table (RFC 4180, section 2).
struct Row {
  enum class State {
    good,
    broken,    // there is text between the closing quote of a field and the next separator, or a field without quotes
               // contains a single CR, which some programs take as a line end
    unclosed,  // a quote is not closed: the text ends in it
  };

  std::vector<Field> fields;
  std::size_t count = 0;   // of all fields, including those that are not stored
  std::size_t filled = 0;  // the same without empty fields at the end
  std::size_t begin = 0;
  std::size_t end = 0;   // without its line end, and without CRs before that
  std::size_t next = 0;  // where the next row begins
  State state = State::good;

  /// Whether it is an empty line, which is not a row.
  [[nodiscard]] bool is_blank() const noexcept { return begin == end; }
};

/// Reads the row that begins at `at`. A quote has a meaning only at the beginning of a field, as in most programs. Only
/// the first `most` fields are stored. Linear in the row.
void read_row(std::string_view text, std::size_t at, char separator, Row& row, std::size_t most = SIZE_MAX);

/// A field without white space around what is in it.
[[nodiscard]] constexpr Field trimmed(std::string_view text, Field field) noexcept {
  const std::string_view content = detail::trimmed(text.substr(field.begin, field.end - field.begin));
  field.begin = offset_of(content, text);
  field.end = field.begin + content.size();
  return field;
}

/// Whether a row of a text has a field in a column that is neither empty nor only white space.
[[nodiscard]] inline bool is_filled(std::string_view text, const Row& row, std::size_t column) noexcept {
  if (column == TableColumns::none) return false;
  const Field field = trimmed(text, row.fields[column]);
  return field.begin < field.end;
}

/// Whether a row that has all columns holds a reference; false if it holds a document. In a table with both kinds, a
/// row without a document has a reference, even if it is empty.
[[nodiscard]] inline bool has_reference(std::string_view text, const Row& row, const TableColumns& columns) noexcept {
  const bool has_body = is_filled(text, row, columns.body) || is_filled(text, row, columns.body_b64);
  return columns.has_references() && (is_filled(text, row, columns.reference) || !has_body);
}

/// The decoded field: a slice of the text or of `scratch`. Linear.
[[nodiscard]] std::string_view meaning_of(std::string_view text, const Field& field, std::string& scratch);

/// Whether a text is the same in a field without quotes: a quote in the middle has no meaning there. Linear.
[[nodiscard]] bool stays_unquoted(std::string_view text, char separator);

/// A text written as a field: in quotes if it needs them, or if `is_quoted`. Linear.
[[nodiscard]] std::string written(std::string_view text, char separator, bool is_quoted = false);

/// Where the last complete row of a text ends, from `at` on; npos if there is none. Linear.
[[nodiscard]] std::size_t end_of_rows(std::string_view text, std::size_t at, char separator);

}  // namespace absolve::table
