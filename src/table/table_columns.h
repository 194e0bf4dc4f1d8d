#pragma once

#include <cstddef>

#include "absolve/input.h"

/// What the columns of a table hold (RFC 4180; in tsv with tabs instead of commas, in csv also with another delimiter),
/// as numbers of columns, from 0.
///
///     id,url,reference                     the header
///     7,http://a/b/c,../d                    a row
///
/// Each row that has a reference, or a document, is answered in separate columns, which come after all others, or are
/// where an earlier run has put them.
///
///     id,url,reference,absolve_url,absolve_reason,absolve_error
///     7,http://a/b/c,../d,http://a/d,,
struct absolve::TableColumns {
  static constexpr std::size_t none = SIZE_MAX;

  std::size_t count = 0;  // fields of each row; a row with fewer, or with more that are not empty, stays as it is
  char delimiter = ',';
  bool has_header = true;  // if not, the columns are named by their numbers, and the first row is like any other
  std::size_t reference = none;
  std::size_t base = none;  // of the reference; takes precedence over `url`
  std::size_t url = none;   // that the reference, or the document, was retrieved from
  std::size_t body = none;  // a document
  std::size_t body_b64 = none;
  std::size_t content_type = none;

  // Where the answers are; `none` if the column is added, or not needed.
  std::size_t answer_url = none;  // for a reference
  std::size_t answer_reason = none;
  std::size_t answer_status = none;  // for a document
  std::size_t answer_error = none;   // for both

  [[nodiscard]] constexpr bool has_references() const noexcept { return reference != none; }
  [[nodiscard]] constexpr bool has_documents() const noexcept { return body != none || body_b64 != none; }

  friend bool operator==(const TableColumns&, const TableColumns&) = default;
};
