// The way from a value, or a node, to the text around it: for offsets, for edits, and to find out whether all codecs on
// the way can hold an edit.
//
//     x.png   -> url(x.png)   -> style="background: url(x.png)"   -> the bytes of the document
//     value      css_url         quotation_mark                      charset
//
// Nearly all values are plain and have no codec: nullptr. Offsets and edits pass unchanged, and a codec is only opened
// for a new text that is not plain.

#include "values.h"

#include <algorithm>

#include "../text/ascii.h"
#include "../text/types.h"

namespace absolve::inline detail {
namespace {

/// Edits of the outer text. `codec` is nullptr if `outer` reads as itself; then a codec is opened if a new text needs
/// escapes.
std::vector<Edit> encode(codec::Coding coding, const codec::Codec* codec, std::string_view outer,
                         std::span<const Edit> edits, Strings& strings) {
  if (codec != nullptr) return codec->encode(edits, strings);
  const auto stays_plain = [&](const Edit& edit) { return codec::stays_plain(coding, edit.text); };
  if (std::ranges::all_of(edits, stays_plain)) return {edits.begin(), edits.end()};
  return codec::open(coding, outer)->encode(edits, strings);
}

bool starts_with_quote(std::string_view text) noexcept { return !text.empty() && is_quote(text.front()); }

/// Whether what is behind an empty value is a value in the same line, and then a doubled quote. In a page, other
/// attributes may stand there: `href=""class=""`. Linear in the text up to the next quote.
bool is_before_doubled(std::string_view behind) noexcept {
  const char quote = behind.front();
  const std::string_view ends = quote == '"' ? "\"<\n\r" : "'<\n\r";
  behind.remove_prefix(std::min(behind.find_first_not_of(quote), behind.size()));
  if (behind.empty() || is_space(behind.front()) || behind.starts_with('>') || behind.starts_with("/>")) return false;
  const std::size_t end = behind.find_first_of(ends);
  if (end == std::string_view::npos || behind.substr(end, 2) != std::string{quote, quote}) return false;
  behind = behind.substr(0, end + 1);
  return behind.find("=\"") == std::string_view::npos && behind.find("='") == std::string_view::npos;
}

}  // namespace

bool is_quoted_printable(std::string_view raw, std::string_view behind) noexcept {
  const bool is_before_break = behind.starts_with('\n') || behind.starts_with("\r\n");
  if (is_before_break && (raw == "=" || is_name(raw, "3d="))) return true;
  if (raw.starts_with('=')) raw.remove_prefix(1);
  return has_beginning(raw, "3d") && starts_with_quote(raw.substr(2));
}

std::vector<Edit> to_ask_around(codec::Coding coding, const codec::Codec* codec, std::string_view outer,
                                std::vector<Edit> edits, Strings& strings) {
  const bool is_content = codec::is_content(coding);
  if (!codec::is_attribute(coding) && !is_content) return encode(coding, codec, outer, edits, strings);
  const auto stays_plain = [&](const Edit& edit) { return codec::stays_plain(coding, edit.text); };
  if (codec == nullptr && std::ranges::all_of(edits, stays_plain)) return edits;
  const bool may_get_quotes = !is_content && !codec::is_quoted(coding);
  const bool has_own = is_content || codec::is_quoted(coding);
  const auto empty = codec::open(has_own ? coding : codec::Coding::quotation_mark, "");
  for (Edit& edit : edits) {
    const std::size_t end = edit.offset + edit.length;
    const std::size_t outer_end = codec != nullptr ? codec->outer_offset(end) : end;
    if (codec != nullptr) edit.offset = codec->outer_offset(edit.offset);
    edit.length = outer_end - edit.offset;
    const Edit alone{0, 0, edit.text};
    const std::vector<Edit> written = empty->encode({&alone, 1}, strings);
    if (!written.empty()) edit.text = written.front().text;
  }
  if (may_get_quotes) {
    edits.insert(edits.begin(), Edit{0, 0, "\""});
    edits.push_back({outer.size(), 0, "\""});
  }
  return edits;
}

OpenValue::OpenValue(std::string_view around, const Value& value)
    : raw_(around.substr(value.begin, value.end - value.begin)),
      behind_(around.substr(value.end)),
      begin_(value.begin),
      coding_(value.coding),
      text_(raw_) {
  if (codec::is_plain(coding_, raw_)) return;
  codec_ = codec::open(coding_, raw_);
  text_ = codec_->text();
}

QuotesOf OpenValue::read_quotes() const noexcept {
  if (codec::is_quoted(coding_)) {
    const bool has_end = raw_.empty() && starts_with_quote(behind_);
    return has_end && is_before_doubled(behind_) ? QuotesOf::doubled : QuotesOf::markup;
  }
  if (coding_ != codec::Coding::unquoted && coding_ != codec::Coding::xml_unquoted) return QuotesOf::markup;
  if (raw_.starts_with('\\') && starts_with_quote(raw_.substr(1))) return QuotesOf::string;
  return is_quoted_printable(raw_, behind_) ? QuotesOf::quoted_printable : QuotesOf::markup;
}

std::vector<Edit> OpenValue::encode(std::span<const Edit> edits, Strings& strings) const {
  std::vector<Edit> result = detail::encode(coding_, codec_.get(), raw_, edits, strings);
  for (Edit& edit : result) edit.offset += begin_;
  return result;
}

std::vector<Edit> OpenValue::to_ask_around(std::vector<Edit> edits, Strings& strings) const {
  edits = detail::to_ask_around(coding_, codec_.get(), raw_, std::move(edits), strings);
  for (Edit& edit : edits) edit.offset += begin_;
  return edits;
}

std::string_view reference_in(std::string_view text, const Value& value) noexcept {
  return value.coding == codec::Coding::identity ? text : trimmed(text);
}

std::size_t offset_in(std::string_view text, std::string_view reference) noexcept {
  return reference.empty() ? text.size() : static_cast<std::size_t>(reference.data() - text.data());
}

std::size_t in_bytes(const Tree& tree, std::uint32_t index, std::size_t offset) {
  for (;;) {
    const Node& node = tree.nodes[index];
    const auto codecs = codecs_of(tree, node);
    for (std::size_t i = codecs.size(); i > node.codecs_of_bytes; --i) offset = codecs[i - 1]->outer_offset(offset);
    if (!node.in_text) return offset;
    offset += node.begin;
    index = node.parent;
  }
}

std::vector<Edit> through_codecs(const Tree& tree, const Node& node, std::vector<Edit> edits, Strings& strings) {
  const auto codecs = codecs_of(tree, node);
  if (node.in_text && codecs.empty()) {
    const codec::Coding coding = tree.nodes[node.parent].values[node.value].coding;
    return encode(coding, nullptr, node.text, edits, strings);
  }
  for (std::size_t i = codecs.size(); i > node.codecs_of_bytes; --i) edits = codecs[i - 1]->encode(edits, strings);
  return edits;
}

std::optional<codec::Coding> refusing(const Tree& tree, std::uint32_t index, std::vector<Edit> edits,
                                      Strings& strings) {
  for (;;) {
    const Node& node = tree.nodes[index];
    const auto codecs = codecs_of(tree, node);
    if (codecs.size() > node.codecs_of_bytes) {
      const auto holds = [&](const Edit& edit) { return codecs.back()->can_hold(edit); };
      if (!std::ranges::all_of(edits, holds)) {
        return node.in_text ? tree.nodes[node.parent].values[node.value].coding : coding_of(node.encoding);
      }
    }
    if (!node.in_text) return std::nullopt;
    const codec::Coding coding = tree.nodes[node.parent].values[node.value].coding;
    const codec::Codec* const codec = codecs.empty() ? nullptr : codecs.back().get();
    edits = to_ask_around(coding, codec, codec != nullptr ? codec->outer() : node.text, std::move(edits), strings);
    for (Edit& edit : edits) edit.offset += node.begin;
    index = node.parent;
  }
}

bool holds_utf8(const Tree& tree, const Node& node) noexcept {
  const Node& holder = tree.nodes[node.holder];
  if (is_list(holder.format)) return true;
  if (is_header(holder.format)) return false;
  switch (holder.encoding) {
    case codec::Encoding::utf16le:
    case codec::Encoding::utf16be: return true;
    case codec::Encoding::utf8: return !holder.stays_ascii || !is_ascii(holder.bytes);
    default: return false;
  }
}

}  // namespace absolve::inline detail
