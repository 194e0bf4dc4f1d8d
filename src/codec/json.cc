// Strings of JSON (RFC 8259, section 7).
//
//     outer:  a\/b\uD83D\uDE00      one unit for both surrogates of a pair
//     text:   a/b, and U+1F600 in UTF-8
//
// Decoding always succeeds: an invalid escape stands for itself, and a lone surrogate reads as U+FFFD. If an edit
// removes the text between two lone surrogates, they would become a pair, so the first is replaced by U+FFFD. In new
// texts, `<` is escaped, too: a script element ends at `</script`, even inside of JSON. Linear.

#include "../text/json.h"

#include <algorithm>
#include <iterator>

#include "../text/ascii.h"
#include "../text/find_byte.h"
#include "../text/utf8.h"
#include "rows.h"
#include "unit_codec.h"

namespace absolve::codec {
namespace {

/// Appends new text, escaped. A `<` is escaped as well, as `</script` would end the element.
void append_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (c == '"' || c == '\\') out.append(1, '\\').append(1, c);
    else if (c == '<') out += "\\u003c";
    else if (static_cast<unsigned char>(c) < 0x20) absolve::append_escape(out += "\\u0", '0', c);
    else out += c;
  }
}

class Json final : public UnitCodec {
 public:
  explicit Json(std::string_view outer) : UnitCodec(outer) {
    decode([&](std::size_t at) { return find_byte(outer, at, '\\'); },
           [&](std::size_t at, std::string& out) { return json::decode_escape(outer, at, out); });
  }

  [[nodiscard]] bool can_hold(const Edit&) const override { return true; }

  [[nodiscard]] std::vector<Edit> encode(std::span<const Edit> edits, Strings& strings) const override {
    EditWriter writer(strings);
    for (const Replacement& one : widened(text_, edits, units_)) {
      std::size_t begin = outer_offset(one.begin);
      const std::size_t end = outer_offset(one.end);
      std::string text;
      if (one.text.empty() && would_pair(one.begin, begin, end)) {
        begin -= std::string_view("\\uD83D").size();
        append_utf8(text, replacement_character);
      }
      append_escaped(text, one.text);
      writer.add(begin, end, text);
    }
    return writer.finish();
  }

 private:
  /// Whether lone surrogates would become a pair without the text between them.
  ///
  ///     \uD83Dx\uDE00
  ///           ^ removed: then this is one character
  [[nodiscard]] bool would_pair(std::size_t offset, std::size_t begin, std::size_t end) const noexcept {
    const auto before = units_.before(offset);
    if (!before || before->outer_end != begin) return false;
    return is_high_surrogate(json::read_escape(outer_, before->outer).character) &&
           is_low_surrogate(json::read_escape(outer_, end).character);
  }
};

/// One text over several strings, as notebooks hold it (nbformat, "multiline_string"):
///
///     outer:  ["<a\n", "href=x>"]      pieces: <a\n at 2 and 0, href=x> at 9 and 3
///     text:   <a\nhref=x>
///
/// An edit belongs to the string in which its range begins, and can't reach into the next one. No string is added, and
/// none is taken away.
class JsonStrings final : public Codec {
 public:
  explicit JsonStrings(std::string_view outer) : Codec(outer) {
    json::Reader reader(outer);
    while (const auto token = reader.next()) {
      if (token->kind != json::Token::Kind::string) continue;
      const Piece& one = pieces_.emplace_back(Piece{
          token->begin, joined_.size(), std::make_unique<Json>(outer.substr(token->begin, token->end - token->begin))});
      joined_ += one.codec->text();
    }
    text_ = joined_;
  }

  [[nodiscard]] std::size_t outer_offset(std::size_t offset) const override {
    const Piece* const one = piece_at(offset);
    return one == nullptr ? 0 : one->outer + one->codec->outer_offset(offset - one->text);
  }

  [[nodiscard]] bool can_hold(const Edit& edit) const override {
    const Piece* const one = piece_at(edit.offset);
    return one != nullptr && edit.offset + edit.length <= one->text + one->codec->text().size();
  }

  [[nodiscard]] std::vector<Edit> encode(std::span<const Edit> edits, Strings& strings) const override {
    std::vector<Edit> encoded;
    for (std::size_t at = 0; at < edits.size();) {
      const Piece* const one = piece_at(edits[at].offset);
      std::vector<Edit> inside;
      for (; at < edits.size() && piece_at(edits[at].offset) == one; ++at) {
        inside.push_back({edits[at].offset - one->text, edits[at].length, edits[at].text});
      }
      for (Edit& edit : one->codec->encode(inside, strings)) {
        encoded.push_back({edit.offset + one->outer, edit.length, edit.text});
      }
    }
    return encoded;
  }

 private:
  struct Piece {
    std::size_t outer;
    std::size_t text;
    std::unique_ptr<Json> codec;
  };

  /// The string that a byte of the text is in; at the end, the last one. nullptr if there is none.
  [[nodiscard]] const Piece* piece_at(std::size_t offset) const noexcept {
    const auto next = std::ranges::upper_bound(pieces_, offset, {}, &Piece::text);
    return next == pieces_.begin() ? nullptr : &*std::prev(next);
  }

  std::string joined_;
  std::vector<Piece> pieces_;
};

}  // namespace

std::unique_ptr<Codec> open_json_strings(Coding, std::string_view outer, const DecodeContext&) {
  return std::make_unique<JsonStrings>(outer);
}

std::unique_ptr<Codec> open_json_string(Coding, std::string_view outer, const DecodeContext&) {
  return std::make_unique<Json>(outer);
}

}  // namespace absolve::codec
