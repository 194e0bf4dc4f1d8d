#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absolve/options.h"
#include "absolve/table.h"

namespace absolve::table {

/// What is between two fields.
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

  /// As it is written, quotes included.
  [[nodiscard]] std::size_t outer_begin() const noexcept { return begin - (is_quoted ? 1 : 0); }
  [[nodiscard]] std::size_t outer_end() const noexcept { return end + (is_quoted ? 1 : 0); }
};

/// A row of a table (RFC 4180, section 2).
struct Row {
  enum class State {
    good,
    broken,  // something stands between the quote that ends a field and what separates it from the next, or a CR alone
             // in a field without quotes, which some programs take for a line end
    unclosed,  // nothing closes a quote: the text ends in it
  };

  std::vector<Field> fields;
  std::size_t count = 0;  // of all fields, also of those that are not kept
  std::size_t begin = 0;
  std::size_t end = 0;   // without its line end, or CRs before that
  std::size_t next = 0;  // where the next one begins
  State state = State::good;

  /// Whether it is an empty line, which is no row.
  [[nodiscard]] bool is_blank() const noexcept { return begin == end; }
};

/// Reads the row that begins at `at`. A quote means something at the beginning of a field alone, as most programs have
/// it. Of the fields the first `most` are kept. Linear in the row.
void read_row(std::string_view text, std::size_t at, char separator, Row& row, std::size_t most = SIZE_MAX);

/// Whether a row has something in a column.
[[nodiscard]] inline bool is_filled(const Row& row, std::size_t column) noexcept {
  return column != TableColumns::none && row.fields[column].begin < row.fields[column].end;
}

/// Whether a row, which has all columns, holds a reference; or else a document. Where a table has both, what has no
/// document has a reference, be it empty.
[[nodiscard]] inline bool has_reference(const Row& row, const TableColumns& columns) noexcept {
  const bool has_body = is_filled(row, columns.body) || is_filled(row, columns.body_b64);
  return columns.has_references() && (is_filled(row, columns.reference) || !has_body);
}

/// What a field reads as: a slice of the text or of `scratch`. Linear.
[[nodiscard]] std::string_view meaning_of(std::string_view text, const Field& field, std::string& scratch);

/// A text as a field: in quotes where it needs them, or where `is_quoted`. Linear.
[[nodiscard]] std::string written(std::string_view text, char separator, bool is_quoted = false);

/// Where the last row of a text that is whole ends, from `at` on; npos: none is. Linear.
[[nodiscard]] std::size_t end_of_rows(std::string_view text, std::size_t at, char separator);

}  // namespace absolve::table
