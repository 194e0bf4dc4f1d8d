#include "divide.h"

#include "../codec/charset/charset.h"
#include "../table/table_columns.h"
#include "absolve/input.h"
#include "types.h"

namespace absolve::inline detail {
namespace {

/// Whether a list can be cut after its entries: their ends are single bytes, and what follows the beginning, without
/// its mark, is read in the same charset (settle_charset() in plan/open.cc).
bool can_be_cut(std::string_view beginning, std::string_view charset, bool at_nul) {
  const codec::Encoding declared = codec::encoding_of(charset);
  const auto detected = codec::detect(beginning, charset, at_nul);
  const codec::Encoding encoding = detected ? detected->encoding : declared;
  return codec::ends_lines_in_bytes(encoding) && (charset.empty() || encoding == declared);
}

}  // namespace

std::string_view charset_of_list(std::string_view beginning, const Input& input) noexcept {
  // Two characters: one alone may be an entry that a NUL ends.
  const auto is_nul = [&](std::size_t at) { return at < beginning.size() && beginning[at] == '\0'; };
  const auto is_none_or_nul = [&](std::size_t at) { return at >= beginning.size() || is_nul(at); };
  if (!input.charset.empty() || input.null_separated || input.continues) return input.charset;
  if (is_nul(0) && is_none_or_nul(2)) return is_nul(1) ? "utf-32be" : "utf-16be";
  if (is_nul(1) && is_none_or_nul(3)) return is_nul(2) ? "utf-32le" : "utf-16le";
  return {};
}

Container container_of(std::string_view beginning, const Input& input, const Options& options) {
  const Detected what = detect(beginning, input, options.fields);
  const Container container = row_of(what.type).container;
  const bool is_compressed = what.content_coding != ContentCoding::identity;
  if (is_compressed && container != Container::blocks) return Container::none;
  if (container != Container::lines && !is_of_rows(container)) return container;
  const bool at_nul = container == Container::lines && input.null_separated;
  if (!can_be_cut(beginning, charset_of_list(beginning, input), at_nul)) return Container::none;
  if (is_of_rows(container) && input.columns) return rows_with(input.columns->delimiter);
  if (what.type == Type::csv && options.delimiter != '\0') return rows_with(options.delimiter);
  return at_nul ? Container::records : container;
}

}  // namespace absolve::inline detail
