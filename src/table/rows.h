#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absolve/options.h"
#include "absolve/table.h"

namespace absolve::table {

/// The character between two fields.
[[nodiscard]] constexpr char separator_of(Type type) noexcept { return type == Type::tsv ? '\t' : ','; }

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

/// Whether a row has a non-empty field in a column.
[[nodiscard]] inline bool is_filled(const Row& row, std::size_t column) noexcept {
  return column != TableColumns::none && row.fields[column].begin < row.fields[column].end;
}

/// Whether a row that has all columns holds a reference; false: a document. In a table with both kinds, a row without a
/// document has a reference, even if it is empty.
[[nodiscard]] inline bool has_reference(const Row& row, const TableColumns& columns) noexcept {
  const bool has_body = is_filled(row, columns.body) || is_filled(row, columns.body_b64);
  return columns.has_references() && (is_filled(row, columns.reference) || !has_body);
}

/// The decoded field: a slice of the text or of `scratch`. Linear.
[[nodiscard]] std::string_view meaning_of(std::string_view text, const Field& field, std::string& scratch);

/// A text written as a field: in quotes if it needs them, or if `is_quoted`. Linear.
[[nodiscard]] std::string written(std::string_view text, char separator, bool is_quoted = false);

/// Where the last complete row of a text ends, from `at` on; npos: there is none. Linear.
[[nodiscard]] std::size_t end_of_rows(std::string_view text, std::size_t at, char separator);

}  // namespace absolve::table
