// URLs in header fields. In mail, white space inside of a URL is folding, and not part of it (RFC 2557, section 4.4.2):
//
//     outer:  http://a/b CR LF c     the fold is a unit that stands for nothing
//     text:   http://a/bc
//
// There are no escapes, so a new text must be printable ASCII without brackets and quotes, of up to 900 bytes: with the
// name of its field it must fit in a line of 998 bytes, as a line may only be folded at white space (RFC 5322, sections
// 2.1.1 and 2.2.3). In HTTP, fields are neither folded nor limited.

#include <algorithm>

#include "../text/ascii.h"
#include "../text/edits.h"
#include "../text/find_byte.h"
#include "rows.h"
#include "unit_codec.h"
#include "verbatim.h"

namespace absolve::codec {
namespace {

/// The longest URL in a header field: with the field's name it stays within a line of 998 bytes.
constexpr std::size_t max_url_in_field = 900;

constexpr bool delimits(char c) noexcept { return c == '<' || c == '>' || c == '"'; }

/// A URL in a header field. White space in it is folding (RFC 2557, section 4.4.2).
class Field final : public UnitCodec {
 public:
  explicit Field(std::string_view outer) : UnitCodec(outer) {
    const auto first = std::ranges::find_if(outer, is_space);
    if (first == outer.end()) {
      text_ = outer;
    } else {
      for (std::size_t at = 0; at < outer.size();) {
        const std::size_t end = after_spaces(outer, at);
        if (end > at) units_.add(decoded_.size(), at, 0);
        at = end;
        for (; at < outer.size() && !is_space(outer[at]); ++at) decoded_ += outer[at];
      }
      text_ = decoded_;
    }
    units_.finish(text_.size(), outer.size());
  }

  /// No new byte may end the field, or the brackets or quotes around it.
  [[nodiscard]] bool can_hold(const Edit& edit) const override {
    const auto fits = [](char c) { return c > ' ' && c < 0x7F; };
    const std::string url = edited(text_, {&edit, 1});
    return url.size() <= max_url_in_field && std::ranges::all_of(url, fits) &&
           std::ranges::none_of(edit.text, delimits);
  }

  [[nodiscard]] std::vector<Edit> encode(std::span<const Edit> edits, Strings& strings) const override {
    return encode_units(text_, edits, units_, strings, [](std::string_view text) { return text; });
  }
};

/// The same in HTTP, which has neither folding nor a limit on lines.
class HttpField final : public Verbatim {
 public:
  using Verbatim::Verbatim;

  [[nodiscard]] bool can_hold(const Edit& edit) const override {
    return std::ranges::all_of(edit.text, [](char c) { return c > ' ' && c < 0x7F && !delimits(c); });
  }
};

/// A quoted-string of HTTP, in which a backslash may precede a quote or any other character.
class QuotedString final : public UnitCodec {
 public:
  explicit QuotedString(std::string_view outer) : UnitCodec(outer) {
    decode([&](std::size_t at) { return find_byte(outer, at, '\\'); },
           [&](std::size_t at, std::string& out) {
             const bool is_escape = at + 1 < outer.size();
             out += outer[is_escape ? at + 1 : at];
             return at + (is_escape ? 2 : 1);
           });
  }

  [[nodiscard]] bool can_hold(const Edit& edit) const override {
    return std::ranges::all_of(edit.text, [](char c) { return c >= ' ' && c < 0x7F; });
  }

  [[nodiscard]] std::vector<Edit> encode(std::span<const Edit> edits, Strings& strings) const override {
    return encode_units(text_, edits, units_, strings,
                        [](std::string_view text) { return with_sign_before(text, "\"\\", '\\'); });
  }
};

}  // namespace

std::unique_ptr<Codec> open_field(Coding coding, std::string_view outer, const DecodeContext&) {
  if (coding == Coding::quoted_string) return std::make_unique<QuotedString>(outer);
  if (coding == Coding::http_field) return std::make_unique<HttpField>(outer);
  return std::make_unique<Field>(outer);
}

}  // namespace absolve::codec
