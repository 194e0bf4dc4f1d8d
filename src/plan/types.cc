#include "types.h"

#include <algorithm>
#include <array>

#include "../codec/charset.h"
#include "../container/mailbox.h"
#include "../mime/fields.h"
#include "../text/ascii.h"
#include "../text/utf8.h"

namespace absolve {
namespace {

/// What the MIME Sniffing standard looks at (section 7.1).
constexpr std::size_t sniffed_bytes = 1445;

constexpr bool is_binary_data_byte(char c) noexcept {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 && !is_space(c) && byte != 0x1B;
}

bool is_utf16(std::string_view beginning) {
  const auto detected = codec::detect(beginning, "");
  return detected && !codec::keeps_ascii(detected->encoding);
}

std::string_view without_mark(std::string_view text) noexcept {
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  return text;
}

bool starts_like_a_mailbox(std::string_view beginning, bool) {
  return !is_utf16(beginning) && container::starts_like_a_mailbox(without_mark(beginning));
}

bool starts_like_a_message(std::string_view beginning, bool cut) {
  if (is_utf16(beginning)) return false;
  beginning = without_mark(beginning);
  const std::size_t blank_lines = std::min(beginning.find_first_not_of("\r\n"), beginning.size());
  return mime::starts_like_a_header(beginning.substr(blank_lines), cut);
}

/// What starts like no other type and holds no binary data byte is HTML, as in the MIME Sniffing standard.
bool starts_like_html(std::string_view beginning, bool) {
  const std::string_view head = trimmed(without_mark(beginning).substr(0, sniffed_bytes));
  return is_utf16(beginning) || head.starts_with('<') || std::ranges::none_of(head, is_binary_data_byte);
}

/// Under the name of a sheet a page may have been saved, that says that there is none. But a sheet may start with the
/// comment sign of HTML (CSS Syntax, level 3, section 4.3.1).
bool starts_like_a_sheet(std::string_view beginning, bool cut) {
  const std::string_view head = trimmed(without_mark(beginning));
  return starts_like_html(beginning, cut) && (!head.starts_with('<') || head.starts_with("<!--"));
}

/// Whether a file or what a URL leads to has such a name. Programs make names of URLs: `st.css?v=3`, `st.css@v=3`.
bool is_named(std::string_view name, std::string_view ending) noexcept {
  const bool is_url = name.find("://") != std::string_view::npos;
  const std::string_view path = name.substr(0, name.find_first_of(is_url ? "?#" : "?@"));
  return has_ending(path, ending) || (!is_url && has_ending(name, ending));
}

/// THE table of types, in the order in which they are told.
constexpr auto rows = std::to_array<TypeRow>({
    {Type::css, "css", Container::none, Format::css, ".css", starts_like_a_sheet},
    {Type::xml, "xml", Container::none, Format::xml, "", nullptr},
    {Type::json, "json", Container::none, Format::json, "", nullptr},
    {Type::mbox, "mbox", Container::mailbox, Format::mime, "", starts_like_a_mailbox},
    {Type::mime, "mime", Container::none, Format::mime, "", starts_like_a_message},
    {Type::html, "html", Container::none, Format::html, "", starts_like_html},
    {Type::uris, "uris", Container::lines, Format::uris, "", nullptr},
    {Type::unknown, "", Container::blocks, std::nullopt, "", nullptr},
});

constexpr std::array<std::string_view, 8> names = {"auto", "html", "css", "xml", "json", "mime", "mbox", "uris"};

}  // namespace

inline namespace detail {

const TypeRow& row_of(Type type) noexcept { return *std::ranges::find(rows, type, &TypeRow::type); }

}  // namespace detail

std::span<const std::string_view> type_names() noexcept { return names; }

std::optional<Type> type_named(std::string_view name) noexcept {
  if (name == names.front()) return Type::automatic;
  const auto* const row = std::ranges::find(rows, name, &TypeRow::name);
  return row == rows.end() || name.empty() ? std::nullopt : std::optional(row->type);
}

Type type_of(std::string_view beginning, std::string_view name) {
  const bool cut = beginning.size() >= enough_to_tell;
  for (const TypeRow& row : rows) {
    if (!is_named(name, row.ending)) continue;
    if (row.starts_like != nullptr && row.starts_like(beginning, cut)) return row.type;
  }
  return Type::unknown;
}

Container container_of(const Options& options, std::string_view beginning) {
  const Container container =
      row_of(options.type == Type::automatic ? type_of(beginning, options.retrieval_url) : options.type).container;
  const bool starts_like_utf16 = beginning.starts_with('\xFF') || beginning.starts_with('\xFE');
  const bool ends_lines_in_bytes = options.charset.empty() && !starts_like_utf16;
  return container == Container::lines && !ends_lines_in_bytes ? Container::none : container;
}

}  // namespace absolve
