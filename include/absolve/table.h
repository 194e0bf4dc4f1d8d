#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "absolve/expected.h"
#include "absolve/export.h"

namespace absolve {

struct Options;

/// What the columns of a table hold (RFC 4180; in tsv a tab is in the place of the comma): numbers of columns, from 0.
///
///     id,url,reference                     the header
///     7,http://a/b/c,../d                    a row
///
/// Each row that has a reference, or a document, is answered in columns of its own, which come after all others, or
/// stand where an earlier run has put them.
///
///     id,url,reference,absolve_url,absolve_reason,absolve_error
///     7,http://a/b/c,../d,http://a/d,,
struct TableColumns {
  static constexpr std::size_t none = SIZE_MAX;

  std::size_t count = 0;   // of the fields of each row; one that has others stays as it is
  bool has_header = true;  // not so: the columns were named by their numbers, and the first row is like all others
  std::size_t reference = none;
  std::size_t base = none;  // of a reference; it comes before `url`
  std::size_t url = none;   // where it, or the document, was retrieved from
  std::size_t body = none;  // a document
  std::size_t body_b64 = none;
  std::size_t content_type = none;

  // Where the answers are; none: they are added, or not asked for.
  std::size_t answer_url = none;  // of a reference
  std::size_t answer_reason = none;
  std::size_t answer_status = none;  // of a document
  std::size_t answer_error = none;   // of both

  [[nodiscard]] constexpr bool has_references() const noexcept { return reference != none; }
  [[nodiscard]] constexpr bool has_documents() const noexcept { return body != none || body_b64 != none; }

  friend bool operator==(const TableColumns&, const TableColumns&) = default;
};

/// Reads the columns from the first row of a table: `beginning` holds it as a whole, and options say the type (csv or
/// tsv) and the names of the columns (Options::fields). Where all names that are not the usual ones are numbers, from
/// 1, there is no header. An error says what is wrong in words. Linear in the row.
[[nodiscard]] ABSOLVE_API Expected<TableColumns> table_columns(std::string_view beginning, const Options& options);

}  // namespace absolve
