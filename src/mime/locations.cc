#include "locations.h"

#include <algorithm>
#include <array>
#include <optional>

#include "../codec/transfer/base64.h"
#include "../text/ascii.h"
#include "grammar.h"

namespace absolve::mime {
namespace {

/// An encoded word: =?charset?Q?text?=.
struct EncodedWord {
  std::size_t length;
  std::string text;
};

/// RFC 2047 allows 75 bytes; anything much longer is not an encoded word.
constexpr std::size_t max_encoded_word = 1024;

std::string decode_q(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = text[i] == '=' ? hexadecimal_byte(text, i + 1) : std::nullopt;
    result += byte.value_or(text[i] == '_' ? ' ' : text[i]);
    if (byte) i += 2;
  }
  return result;
}

/// The encoded word that `text` starts with.
std::optional<EncodedWord> read_encoded_word(std::string_view text) {
  text = text.substr(0, max_encoded_word);
  if (!text.starts_with("=?")) return std::nullopt;
  const std::size_t charset_end = text.find('?', 2);
  if (charset_end == std::string_view::npos || text.size() < charset_end + 5 || text[charset_end + 2] != '?')
    return std::nullopt;
  const std::size_t begin = charset_end + 3;
  const std::size_t end = text.find("?=", begin);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view encoded = text.substr(begin, end - begin);
  const char encoding = to_lower(text[charset_end + 1]);
  const auto decoded = encoding == 'q'   ? decode_q(encoded)
                       : encoding == 'b' ? codec::decode_base64(encoded)
                                         : std::nullopt;
  if (!decoded) return std::nullopt;
  return EncodedWord{end + 2, *decoded};
}

/// The text between `open` at the start and the next `close`; the whole text if these are missing.
std::string_view unwrapped(std::string_view text, char open, char close) noexcept {
  if (!text.starts_with(open)) return text;
  return text.substr(1, std::min(text.find(close, 1), text.size()) - 1);
}

constexpr bool is_prefixed(std::string_view text) noexcept {
  return text.size() >= 4 && is_name(text.substr(0, 4), "url:");
}

/// Whether text starts like nothing but a URL: with a scheme and two slashes, or the prefix of RFC 1738's appendix.
bool starts_like_a_url(std::string_view text) noexcept {
  const auto scheme = static_cast<std::size_t>(std::ranges::find_if_not(text, is_letter) - text.begin());
  return is_prefixed(text) || (scheme > 0 && text.substr(scheme).starts_with("://"));
}

/// For a URL that has no comment before it: where the comment at its end begins, after white space; the size of the
/// text if there is none. Linear.
std::size_t comment_after(std::string_view url) noexcept {
  if (!url.ends_with(')')) return url.size();
  for (std::size_t at = url.find('(', 1); at < url.size();) {
    const bool is_comment = is_space(url[at - 1]);
    const std::size_t end = is_comment ? after_comment(url, at) : at + 1;
    if (is_comment && end == url.size()) return at;
    at = url.find('(', end);
  }
  return url.size();
}

/// A URL without the comments before and after it (RFC 822, section 3.4.3). Parentheses as in `(1).png` and `a (1)`
/// belong to the name: a comment before a URL is followed by white space, an opening sign or something that can only be
/// a URL, and similarly for one after it.
///
///     (see) http://a/b (a mirror (old))
///           ^         ^
std::string_view without_comments(std::string_view text) noexcept {
  text = trimmed(text);
  while (text.starts_with('(')) {
    const std::string_view rest = text.substr(std::min(after_comment(text, 0), text.size()));
    const bool is_comment = !rest.empty() && (is_space(rest.front()) ||
                                              std::string_view("<\"(").find(rest.front()) != std::string_view::npos ||
                                              starts_like_a_url(rest));
    if (!is_comment) break;
    text = trimmed(rest);
  }
  return starts_like_a_url(text) ? trimmed(text.substr(0, comment_after(text))) : text;
}

// RFC 2557, section 4.2; RFC 8288, section 3; RFC 2369, section 2. One row for each name in the table of fields.
constexpr auto rows_of_mail = std::to_array<FieldRow>({
    {{"", "Content-Location", Against::document, Empty::no_fetch, FragmentAlone::resolve, true}, FieldSyntax::whole},
    {{"", "Link"}, FieldSyntax::brackets},
    {{"", "List-Archive"}, FieldSyntax::brackets},
    {{"", "List-Help"}, FieldSyntax::brackets},
    {{"", "List-Owner"}, FieldSyntax::brackets},
    {{"", "List-Post"}, FieldSyntax::brackets},
    {{"", "List-Subscribe"}, FieldSyntax::brackets},
    {{"", "List-Unsubscribe"}, FieldSyntax::brackets},
});

/// Collects the references of one field.
class LocationParser {
 public:
  /// `coding` is that of all values.
  LocationParser(std::string_view message, std::span<const FieldRow> rows, codec::Coding coding)
      : message_(message), rows_(rows), coding_(coding) {}

  void read_field(const Field& field) {
    const auto row = std::ranges::find(rows_, field.name, [](const FieldRow& one) { return one.rule.attribute; });
    if (row == rows_.end()) return;
    row_ = &*row;
    const std::string_view body = trimmed(message_.substr(field.body, field.end - field.body));
    switch (row_->syntax) {
      case FieldSyntax::whole: return whole(body);
      case FieldSyntax::refresh: return add(body, Format::refresh);
      case FieldSyntax::brackets:
      case FieldSyntax::link: return in_brackets(field.body, field.end);
      case FieldSyntax::strings: return in_strings(field.body, field.end);
    }
  }

  Finding finish() { return std::move(finding_); }

 private:
  void whole(std::string_view body) {
    if (!is_mail()) return add(body);
    const std::string_view url = without_comments(body);
    // After a relative URL it belongs to the name: `a (1)`. If that were made absolute, it would be read as a comment.
    const bool is_wrapped = url.starts_with('"') || url.starts_with('<');
    const bool ends_like_a_comment = !is_wrapped && !starts_like_a_url(url) && comment_after(url) < url.size();
    add(trimmed(unwrapped(trimmed(unwrapped(url, '"', '"')), '<', '>')), Format::url, ends_like_a_comment);
  }

  /// Adds the URLs in angle brackets of List-* fields (RFC 2369, section 2), and of Link (RFC 8288, section 3) those in
  /// its parameters, too. Brackets in quoted strings and comments have no meaning.
  ///
  ///     <a>; rel="next"; anchor="b", <c>
  ///      ^       a parameter ---^     ^ URLs
  void in_brackets(std::size_t begin, std::size_t end) {
    const std::string_view text = message_.substr(0, end);
    const std::size_t before = finding_.values.size();
    const bool has_parameters = row_->syntax == FieldSyntax::link;
    std::size_t name = begin;  // where the parameter's name may begin: after the last separator
    for (std::size_t at = begin; at < end;) {
      const std::size_t next = after_token(text, at);
      if (next == std::string_view::npos) return add_malformed(trimmed(text.substr(at)));
      const std::string_view token = text.substr(at, next - at);
      switch (text[at]) {
        case ';':
        case ',': name = next; break;
        case '"':
          if (has_parameters) add_parameter(text.substr(name, at - name), token.substr(1, token.size() - 2));
          break;
        case '=':
          if (has_parameters) {
            add_token(trimmed(text.substr(name, at - name)), text.substr(after_spaces(text, next)));
          }
          break;
        case '<': add(trimmed(token.substr(1, token.size() - 2))); break;
        default: break;
      }
      at = next;
    }
    const std::string_view value = trimmed(text.substr(begin, end - begin));
    const bool has_found = finding_.values.size() > before;
    const bool forbids_posts = value.starts_with("NO");  // RFC 2369, section 3.4
    if (!has_found && !value.empty() && !forbids_posts) add_malformed(value);
  }

  /// The offset after a quoted string, a comment, a URL in angle brackets, or another character; npos if it has no end.
  [[nodiscard]] std::size_t after_token(std::string_view text, std::size_t at) const {
    switch (text[at]) {
      case '"': return after_quoted_string(text, at);
      case '(': return is_mail() ? after_comment(text, at) : at + 1;
      case '<': {
        const std::size_t end = text.find('>', at);
        return end == std::string_view::npos ? end : end + 1;
      }
      default: return at + 1;
    }
  }

  /// Takes a parameter of Link. `before` is the text before its value: its name and the equals sign.
  void add_parameter(std::string_view before, std::string_view value) {
    before = trimmed(before);
    if (!before.ends_with('=')) return;
    const std::string_view name = trimmed(before.substr(0, before.size() - 1));
    if (is_name(name, "anchor")) add(value, Format::url, Stays::no, codec::Coding::quoted_string);
    if (is_name(name, "imagesrcset")) add(value, Format::srcset, Stays::no, codec::Coding::quoted_string);
  }

  /// A parameter without quotes is left unchanged: with a URL in it, it would need quotes.
  void add_token(std::string_view name, std::string_view value) {
    if (!is_name(name, "anchor") || value.empty() || value.front() == '"') return;
    value = value.substr(0, value.find_first_of(";, \t\r\n"));
    if (!value.empty()) add(value, Format::url, Stays::syntax, coding_);
  }

  /// Parameters, which may contain strings, too, are skipped.
  void in_strings(std::size_t begin, std::size_t end) {
    const std::string_view text = message_.substr(0, end);
    bool is_member = true;  // whether a member comes next
    for (std::size_t at = begin; at < end;) {
      std::size_t next = at + 1;
      if (text[at] == '"') {
        next = after_quoted_string(text, at);
        if (next == std::string_view::npos) return add_malformed(trimmed(text.substr(at)));
        if (is_member) add(text.substr(at + 1, next - at - 2), Format::url, Stays::no, codec::Coding::quoted_string);
      }
      if (text[at] == ',') is_member = true;
      else if (!is_space(text[at])) is_member = false;
      at = next;
    }
  }

  [[nodiscard]] bool is_mail() const noexcept { return coding_ == codec::Coding::field; }

  /// A URL in encoded words isn't read.
  void add(std::string_view value, Format format = Format::url, bool is_unread = false) {
    if (is_mail() && is_prefixed(value)) value = trimmed(value.substr(4));
    const bool is_encoded = is_mail() && value.find("=?") != std::string_view::npos;
    add(value, format, is_encoded || is_unread ? Stays::syntax : Stays::no, coding_);
  }

  /// Adds a value in which the place of the URL is unknown.
  void add_malformed(std::string_view value) { add(value, Format::url, Stays::syntax, coding_); }

  void add(std::string_view value, Format format, Stays stays, codec::Coding coding) {
    const auto begin = static_cast<std::size_t>(value.data() - message_.data());
    finding_.values.push_back(Value{
        .begin = begin,
        .end = begin + value.size(),
        .element = begin,
        .rule = &row_->rule,
        .coding = coding,
        .format = format,
        .stays = stays,
    });
  }

  std::string_view message_;
  std::span<const FieldRow> rows_;
  codec::Coding coding_;
  Finding finding_;
  const FieldRow* row_ = nullptr;
};

Finding found_in(std::string_view message, const std::vector<Field>& fields, std::span<const FieldRow> rows,
                 codec::Coding coding) {
  LocationParser parser(message, rows, coding);
  for (const Field& field : fields) parser.read_field(field);
  return parser.finish();
}

}  // namespace

std::string url_of(std::string_view body) {
  body = without_comments(body);
  std::string text;
  text.reserve(body.size());
  for (std::size_t at = 0; at < body.size();) {
    if (const auto word = body[at] == '=' ? read_encoded_word(body.substr(at)) : std::nullopt) {
      text += word->text;
      at += word->length;
    } else {
      text += body[at++];
    }
  }
  std::erase_if(text, is_space);
  std::string_view url = unwrapped(unwrapped(text, '"', '"'), '<', '>');
  if (is_prefixed(url)) url.remove_prefix(4);
  text.assign(unwrapped(url, '<', '>'));
  return text;
}

std::vector<std::string> urls_of(std::string_view body) {
  std::vector<std::string> urls;
  std::string bare;
  for (std::size_t at = 0; at < body.size();) {
    const bool is_comment = body[at] == '(' && (at == 0 || is_space(body[at - 1]) || body[at - 1] == '>');
    std::size_t next = at + 1;
    if (body[at] == '"') next = after_quoted_string(body, at);
    if (is_comment) next = after_comment(body, at);
    if (body[at] == '<') {
      const std::size_t close = body.find('>', at);
      next = close == std::string_view::npos ? close : close + 1;
      urls.push_back(url_of(body.substr(at, next - at)));
    } else if (!is_comment) {
      bare.append(body.substr(at, next - at));
    }
    at = std::min(next, body.size());
  }
  if (urls.empty()) urls.push_back(url_of(trimmed(bare)));
  return urls;
}

Finding find_in_fields(std::string_view message, const std::vector<Field>& fields) {
  return found_in(message, fields, rows_of_mail, codec::Coding::field);
}

Finding find_in_http_fields(std::string_view message, const std::vector<Field>& fields,
                            std::span<const FieldRow> rows) {
  return found_in(message, fields, rows, codec::Coding::http_field);
}

}  // namespace absolve::mime
