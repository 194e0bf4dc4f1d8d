#include "prescan.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "../codec/charset/charset.h"
#include "../codec/markup/attributes.h"
#include "../codec/markup/character_references.h"
#include "../text/ascii.h"
#include "../text/byte_sets.h"
#include "../text/edits.h"
#include "../text/limits.h"
#include "tokenizer.h"

namespace absolve::html {
namespace {

/// The value of `charset=` inside a content attribute (HTML standard, section 2.3.2).
std::string_view charset_in(std::string_view content) noexcept {
  for (std::size_t at = 0; (at = find_ignoring_case(content, "charset", at)) != std::string_view::npos;) {
    at += std::string_view("charset").size();
    while (at < content.size() && is_space(content[at])) ++at;
    if (at == content.size() || content[at] != '=') continue;
    ++at;
    while (at < content.size() && is_space(content[at])) ++at;
    const std::string_view rest = content.substr(at);
    if (rest.starts_with('"') || rest.starts_with('\'')) {
      const std::size_t close = rest.find(rest.front(), 1);
      return close == std::string_view::npos ? std::string_view() : rest.substr(1, close - 1);
    }
    return rest.substr(0, std::min({rest.find(';'), rest.find_first_of(white_space), rest.size()}));
  }
  return {};
}

/// The charset that a tag declares, if it is that of a meta element, whose name is [name, name_end); "" if there is
/// none, or one that no label names. Sets where it ends, or `unclosed`.
std::string declared_in_tag(std::string_view bytes, std::size_t name, std::size_t name_end, std::size_t& end) {
  const bool is_meta = is_name(bytes.substr(name, name_end - name), "meta");
  std::string charset;
  std::string content;
  bool content_type = false;
  std::string scratch;
  end = markup::read_attributes(bytes, name_end, [&](const markup::Attribute& attribute) {
    if (!is_meta) return;
    scratch.clear();
    const std::string_view value = codec::decode_attribute(attribute.value(bytes), scratch);
    const std::string_view key = attribute.name(bytes);
    if (is_name(key, "charset") && charset.empty()) charset = value;
    if (is_name(key, "content") && content.empty()) content = value;
    if (is_name(key, "http-equiv")) content_type = is_name(value, "content-type");
  });
  if (end == markup::unclosed) return {};
  if (charset.empty() && content_type) charset = charset_in(content);
  return codec::is_label(charset) ? charset : std::string();
}

bool is_passed(char c) noexcept { return c == ' ' || is_control(c); }

/// The charset that a processing instruction at the beginning declares (HTML standard, "get an XML encoding").
///
///     <?xml version="1.0" encoding="Shift_JIS"?>
DeclaredCharset declared_in_instruction(std::string_view bytes) {
  if (!bytes.starts_with("<?xml")) return {};
  const std::size_t end = bytes.substr(0, prescanned_bytes).find('>');
  constexpr std::string_view name = "encoding";
  const std::size_t at = bytes.substr(0, end).find(name);
  if (end == std::string_view::npos || at == std::string_view::npos) return {};
  std::string_view rest = trimmed(bytes.substr(at + name.size(), end - at - name.size()), is_passed);
  if (!rest.starts_with('=')) return {};
  rest = trimmed(rest.substr(1), is_passed);
  if (!rest.starts_with('"') && !rest.starts_with('\'')) return {};
  const std::size_t close = rest.find(rest.front(), 1);
  const std::string_view label = close == std::string_view::npos ? std::string_view() : rest.substr(1, close - 1);
  const bool is_known = codec::is_label(label) && codec::encoding_of(label) != codec::Encoding::refused;
  if (!is_known || std::ranges::any_of(label, is_passed)) return {};
  return {std::string(label), prescanned_bytes};  // a meta element that comes to be in there would count before it
}

bool holds_meta(std::string_view bytes) noexcept {
  return find_pair<Bytes<'<'>, Bytes<'m', 'M'>>(bytes, 0) < bytes.size();
}

DeclaredCharset prescan(std::string_view bytes) {
  if (bytes.starts_with("+/v8") || bytes.starts_with("+/v9")) return {"utf-7", 0};  // its byte order mark
  bytes = bytes.substr(0, prescanned_bytes);
  if (!holds_meta(bytes)) return {};
  for (std::size_t at = 0; (at = bytes.find('<', at)) != std::string_view::npos; ++at) {
    const std::string_view rest = bytes.substr(at);
    if (rest.starts_with("<!--")) {
      const std::size_t close = bytes.find("-->", at + 2);
      if (close == std::string_view::npos) return {};
      at = close;
      continue;
    }
    const std::size_t name = at + (rest.starts_with("</") ? 2 : 1);
    if (name >= bytes.size()) return {};
    if (!is_letter(bytes[name])) {  // `<!`, `</` and `<?` extend up to a `>`
      if (name == at + 1 && rest[1] != '!' && rest[1] != '?') continue;
      at = bytes.find('>', at);
      if (at == std::string_view::npos) return {};
      continue;
    }
    const std::size_t name_end = markup::tag_name_end(bytes, name);
    std::size_t end = 0;
    std::string charset = declared_in_tag(bytes, at + 1, name_end, end);
    if (end == markup::unclosed) return {};
    if (!charset.empty()) return {std::move(charset), end};
    at = end - 1;
  }
  return {};
}

/// Looks for a declaration in a head, up to the first tag that browsers don't expect there, or to text.
class HeadSearch : public Tokenizer<HeadSearch> {
 public:
  explicit HeadSearch(std::string_view page) noexcept : Tokenizer<HeadSearch>(page) {}

  DeclaredCharset result() {
    data();
    return std::move(found_);
  }

 private:
  friend Tokenizer<HeadSearch>;

  std::size_t start_tag(std::size_t at) {
    constexpr auto in_head = std::to_array<std::string_view>(
        {"html", "head", "title", "meta", "link", "script", "style", "base", "noscript"});
    constexpr auto in_noscript = std::to_array<std::string_view>({"link", "style", "meta"});
    const SeenTag tag = seen_tag(at);
    const bool is_expected = in_noscript_ ? is_any_of(tag.name(), in_noscript) : is_any_of(tag.name(), in_head);
    if (!is_expected || !follows(at)) return text_.size();
    std::size_t end = 0;
    std::string charset = declared_in_tag(text_, at + 1, tag.name_end, end);
    if (end == markup::unclosed) return text_.size();
    if (!charset.empty()) {
      found_ = {std::move(charset), end};
      return text_.size();
    }
    in_noscript_ = in_noscript_ || is_name(tag.name(), "noscript");
    return after_ = is_name(tag.name(), "noscript") ? end : content(tag, end);
  }

  std::size_t end_tag(std::size_t at) {
    const std::size_t name_end = markup::tag_name_end(text_, at + 2);
    const std::string_view name = text_.substr(at + 2, name_end - at - 2);
    constexpr auto expected = std::to_array<std::string_view>({"noscript", "link", "meta", "base"});
    if (!is_any_of(name, expected) || !follows(at)) return text_.size();
    if (is_name(name, "noscript")) in_noscript_ = false;
    return after_ = std::min(tag_end(name_end), text_.size());
  }

  std::size_t no_text(std::size_t at, std::size_t end) { return after_ = follows(at) ? end : text_.size(); }
  std::size_t cdata_section(std::size_t, std::size_t end) const noexcept { return end; }
  bool takes_cdata(std::size_t) const noexcept { return false; }

  /// Whether there is only white space between what was read last and `at`.
  [[nodiscard]] bool follows(std::size_t at) const noexcept { return after_spaces(text_, after_) == at; }

  std::size_t after_ = 0;
  bool in_noscript_ = false;
  DeclaredCharset found_;
};

/// How many bytes of a page are searched for a head, so that they are limits::head once these edits are made.
std::size_t searched_bytes(std::span<const Edit> edits) noexcept {
  std::size_t source = 0;  // offsets after the last edit: in the page, in the edited page
  std::size_t result = 0;
  for (const Edit& edit : edits) {
    const std::size_t begin = result + edit.offset - source;
    if (begin >= limits::head) break;
    source = edit.offset + edit.length;
    result = begin + edit.text.size();
  }
  return result >= limits::head ? source : source + limits::head - result;
}

/// Whether two labels name the same charset; UTF-16 is read as UTF-8 where it was declared in bytes.
bool are_of_one_charset(std::string_view one, std::string_view other) {
  if (equal_ignoring_case(one, other)) return true;
  const auto encoding = [](std::string_view label) {
    const codec::Encoding own = codec::encoding_of(label);
    return codec::is_utf16(own) ? codec::Encoding::utf8 : own;
  };
  if (encoding(one) != encoding(other) || encoding(one) == codec::Encoding::refused) return false;
  return encoding(one) != codec::Encoding::ascii_compatible || codec::library_name(one) == codec::library_name(other);
}

}  // namespace

DeclaredCharset declared_charset(std::string_view bytes) {
  DeclaredCharset found = prescan(bytes);
  if (found.label.empty()) found = declared_in_instruction(bytes);
  const bool may_declare = bytes.size() > prescanned_bytes || holds_meta(bytes);  // a small page is gone over at once
  if (found.label.empty() && may_declare) found = HeadSearch(bytes.substr(0, limits::head)).result();
  if (found.label.empty()) found.end = prescanned_bytes;  // what comes to be in there may declare one
  return found;
}

bool declares_alike(std::string_view bytes, std::span<const Edit> edits, const DeclaredCharset& declared) {
  std::array<char, prescanned_bytes> buffer;
  const std::string_view beginning = edited_beginning(bytes, edits, buffer);
  DeclaredCharset found = prescan(beginning);
  if (found.label.empty()) found = declared_in_instruction(beginning);
  if (!found.label.empty()) return are_of_one_charset(found.label, declared.label);
  const bool shrinks = std::ranges::any_of(edits, [](const Edit& edit) { return edit.text.size() < edit.length; });
  if (declared.label.empty() && !shrinks) return true;  // no more of the head comes to be searched
  return are_of_one_charset(HeadSearch(bytes.substr(0, searched_bytes(edits))).result().label, declared.label);
}

}  // namespace absolve::html
