// Texts in other languages in which much looks like a page. Each row knows one of them by its grammar or by a header,
// never by what is missing in it: whatever is no page has a sign of what it is instead. If in doubt, it is a page.

#include "evidence.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "../css/tokens.h"
#include "../find/file_names.h"
#include "../html/read.h"
#include "../javascript/literals.h"
#include "../json/stream.h"
#include "../json/values.h"
#include "../mime/fields.h"
#include "../playlist/finder.h"
#include "../table/rows.h"
#include "../text/ascii.h"
#include "../text/json.h"
#include "../text/markup.h"
#include "../text/types.h"
#include "../text/utf8.h"
#include "../xml/vocabularies.h"
#include "prolog.h"

namespace absolve {
namespace {

using json::Grammar;
using json::is_between_values;
using json::without_guard;

/// Whether a value that begins so shows that its text is JSON: text in another language may well be a number, or in
/// quotes.
bool is_telling(std::string_view value) noexcept {
  constexpr auto escapes = std::to_array<std::string_view>({R"(\")", R"(\/)", R"(\n)", R"(\u)"});
  if (!value.starts_with('"')) return value.starts_with('{') || value.starts_with('[');
  return std::ranges::any_of(escapes, [&](std::string_view one) { return value.find(one) != std::string_view::npos; });
}

/// What a text is as JSON.
struct Read {
  bool is_json = false;   // by its grammar, up to `end`
  bool is_whole = false;  // its first value ends there; false if the text ends inside of it
  std::size_t end = 0;
};

/// Reads the first value of a text. A text that ends inside of the value is JSON, too; but one that is whole and ends
/// inside of a string that is all of it is a quotation. `cut` means that more text follows. `is_guarded` means that no
/// other text is.
Read read_value(std::string_view text, bool cut, bool is_guarded = false) {
  json::Reader reader(text, Grammar::as_written);
  const auto first = reader.next();
  if (!first && !(reader.is_cut() && cut)) return {};
  if (!is_guarded && !is_telling(text.substr(0, first ? first->end : text.size()))) return {};
  while (reader.next()) continue;
  if (!reader.has_value()) return {.is_json = reader.is_cut() || reader.is_too_deep(), .end = text.size()};
  return {.is_json = true, .is_whole = true, .end = reader.position()};
}

/// One value, or several after one another, up to the end. Only the first one must be telling, if there is no guard.
bool is_values_of_json(const Beginning& one) {
  std::string_view text = without_guard(one.text);
  const Read first = read_value(text, one.cut, text.size() < one.text.size());
  if (!first.is_json) return false;
  text.remove_prefix(first.end);
  while (!(text = trimmed(text, is_between_values)).empty()) {
    json::Reader reader(text, Grammar::as_written);
    while (reader.next()) continue;
    if (!reader.has_value()) return reader.is_cut();
    text.remove_prefix(reader.position());
  }
  return true;
}

/// A function that is called with JSON: `/**/ jQuery.f1({"a": 1});`
bool is_jsonp(const Beginning& one) {
  std::string_view text = one.text;
  if (constexpr std::string_view comment = "/**/"; text.starts_with(comment)) text.remove_prefix(comment.size());
  text = trimmed(text);
  const auto is_of_name = [](char c) {
    return is_letter(c) || is_digit(c) || std::string_view("_$.[]'\"").find(c) != std::string_view::npos;
  };
  const auto end = std::ranges::find_if_not(text, is_of_name);
  if (end == text.begin() || end == text.end() || *end != '(') return false;
  text = trimmed(text.substr(static_cast<std::size_t>(end - text.begin()) + 1));
  const Read argument = read_value(text, one.cut);
  if (!argument.is_json) return false;
  text = trimmed(text.substr(argument.end));
  return text.empty() || text == ")" || text == ");";
}

std::string_view first_line(std::string_view text) noexcept { return text.substr(0, text.find_first_of("\r\n")); }

/// Whether the first line is an object, or what can be seen of one.
bool begins_with_object(const Beginning& one) {
  const std::string_view line = trimmed(first_line(one.text));
  if (!line.starts_with('{')) return false;
  const Read object = read_value(line, one.cut);
  const bool is_seen_in_part = one.cut && line.size() == one.text.size();
  return object.is_json && object.end == line.size() && (object.is_whole || is_seen_in_part);
}

/// Lines of which at least the first would be answered; of a line that is cut off, its names show that.
bool is_stream(const Beginning& one) {
  using Kind = json::StreamLine::Kind;
  if (!begins_with_object(one)) return false;
  const json::StreamReader reader(one.fields);
  const std::string_view line = first_line(one.text);
  const Kind kind = reader.read(line).kind;
  const bool is_cut_off = one.cut && line.size() == one.text.size();
  return kind == Kind::reference || kind == Kind::document || (is_cut_off && reader.starts_like_a_line(line));
}

bool is_lines_of_json(const Beginning& one) {
  return begins_with_object(one) && first_line(one.text).size() < one.text.size();
}

/// A tag with an attribute whose quotes are doubled: `<a href=""x"">`. Two quotes around nothing are no doubled one.
bool holds_doubled_tag(std::string_view field) noexcept {
  constexpr std::string_view opening = R"(="")", closing = R"("")";
  for (std::size_t at = find_tag(field); (at = field.find(opening, at)) != std::string_view::npos;) {
    at += opening.size();
    const std::string_view rest = field.substr(at);
    const bool is_empty = rest.empty() || is_space(rest.front()) || rest.starts_with('>') || rest.starts_with("/>");
    if (!is_empty) return rest.find(closing) != std::string_view::npos;
  }
  return false;
}

/// Whether the rows of a table contain markup in quoted fields. A field that the end of the text cuts off counts as
/// well.
bool is_table_with(char separator, std::string_view text, bool cut) {
  table::Row row;
  std::size_t width = 0;  // of the first row: no other one has more fields
  for (std::size_t at = table::begin_of_rows(text, Type::csv); at < text.size(); at = row.next) {
    table::read_row(text, at, separator, row);
    if (width == 0) width = row.count;
    const bool may_be = row.state == table::Row::State::good || (row.state == table::Row::State::unclosed && cut);
    const bool is_right = may_be && (row.filled <= width || row.state == table::Row::State::unclosed);
    const auto is_telling_field = [&](const table::Field& field) {
      return field.is_quoted && holds_doubled_tag(text.substr(field.begin, field.end - field.begin));
    };
    if (is_right && std::ranges::any_of(row.fields, is_telling_field)) return true;
  }
  return false;
}

template <char separator>
bool is_table(const Beginning& one) {
  if (!holds_doubled_tag(one.text)) return false;
  if (one.text.find('\n') != std::string_view::npos) return is_table_with(separator, one.text, one.cut);
  std::string lines(one.text);  // of old programs for the Macintosh
  std::ranges::replace(lines, '\r', '\n');
  return is_table_with(separator, lines, one.cut);
}

/// A table with blanks between delimiters and quotes. By RFC 4180 such a quote has no meaning, so csv can't read it.
bool is_table_with_blanks(const Beginning& one) {
  constexpr std::string_view delimiters = ",;|^";
  if (!holds_doubled_tag(one.text)) return false;
  std::string text;
  for (const char c : one.text) {
    const std::size_t end = c == '"' ? text.find_last_not_of(' ') : std::string::npos;
    if (end != std::string::npos && delimiters.find(text[end]) != std::string_view::npos) text.resize(end + 1);
    text += c;
  }
  return std::ranges::any_of(delimiters, [&](char one_of) { return is_table_with(one_of, text, one.cut); });
}

/// Whether a text reads as a script, and all that a page would link to begins in its strings, templates, regular
/// expressions and comments, tag and value. If no link was met, more text must follow, or a word must tell.
///
///     a = '<a href="' + b + '">'     the value begins in the string of its tag, and goes on after it
///     a = '<a href=' + b + '>'       the value begins where the string of its tag ends
bool is_script(const Beginning& one) {
  constexpr auto words =
      std::to_array<std::string_view>({"function", "var ", "let ", "const ", "return ", "if(", "for("});
  const auto literals = javascript::literals_of(one.text, one.cut);
  if (!literals) return false;
  const Input page_alone;  // nothing is known of it
  const Options all{.also = {true, true, true, true, true, true, true, true}};
  const Finding page = html::find(one.text, Request{.input = page_alone, .options = all});
  auto literal = literals->begin();
  for (const Value& value : page.values) {
    while (literal != literals->end() && literal->end <= value.begin) ++literal;
    const std::size_t tag = std::min(value.element, value.begin);
    const auto around_tag = std::ranges::partition_point(*literals, [&](const auto& each) { return each.end <= tag; });
    const bool is_tag_inside = around_tag != literals->end() && around_tag->begin < tag;
    const bool is_inside = literal != literals->end() && literal->begin <= value.begin;
    if (!is_tag_inside || !(is_inside || around_tag->end == value.begin)) return false;
  }
  const auto is_there = [&](std::string_view word) { return one.text.find(word) != std::string_view::npos; };
  return !page.values.empty() || one.cut || (std::ranges::any_of(words, is_there) && !is_there("</"));
}

/// An object or an array of JavaScript that begins with a quotation mark: it was meant to be JSON.
bool is_invalid_json(const Beginning& one) {
  if (!one.text.starts_with('{') && !one.text.starts_with('[')) return false;
  const std::string_view inside = trimmed(one.text.substr(1));
  return !inside.empty() && is_quote(inside.front()) && is_script(one);
}

/// What of a sheet stands outside of its comments, strings and URLs; nullopt if it is none, as an apostrophe stands in
/// a word, a comment is not closed, or a `<` is in a URL that holds no data.
std::optional<std::string> outside_of_tokens(const Beginning& one) {
  constexpr std::string_view url = "url(";
  const std::string_view text = one.text;
  std::string outside;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    if (is_quote(rest.front())) {
      const css::StringToken string = css::string_token(text, at);
      if (string.is_broken || (at > 0 && is_letter(text[at - 1]))) return std::nullopt;
      at = string.after;
    } else if (rest.starts_with("/*")) {
      if (rest.find("*/") == std::string_view::npos && !one.cut) return std::nullopt;
      at = css::after_comment(text, at);
    } else if (has_beginning(rest, url) &&
               !is_quote(text[std::min(after_spaces(text, at + url.size()), text.size() - 1)])) {
      const css::UrlToken token = css::url_token(text, at + url.size() - 1);
      const std::string_view value = text.substr(token.begin, token.after - token.begin);
      if (value.find('<') != std::string_view::npos && !has_beginning(value, "data:")) return std::nullopt;
      at = token.after;
    } else {
      outside += text[at++];
    }
  }
  return outside;
}

/// Whether a text is a style sheet with tags in its comments, strings and URLs alone: what is outside of them holds no
/// `<`, begins as a rule does, and ends as one.
///
///     /* use <b> */ a { background: url(x.png) }
bool is_sheet_with_tags(const Beginning& one) {
  constexpr auto at_rules =
      std::to_array<std::string_view>({"@charset ", "@import ", "@media ", "@font-face", "@namespace ", "@supports ",
                                       "@layer ", "@page ", "@keyframes "});
  if (one.text.find_first_of("{;") == std::string_view::npos) return false;
  if (find_tag(one.text) == one.text.size()) return false;  // it is no page, either (plan/no_markup.h)
  const auto outside = outside_of_tokens(one);
  if (!outside || outside->find('<') != std::string::npos) return false;
  const std::string_view rules = trimmed(*outside);
  const bool ends_as_rule = one.cut || rules.ends_with('}') || rules.ends_with(';');
  if (!ends_as_rule || std::ranges::count(rules, '}') > std::ranges::count(rules, '{')) return false;
  if (std::ranges::any_of(at_rules, [&](std::string_view name) { return has_beginning(rules, name); })) return true;
  const std::size_t block = std::min(rules.find('{'), rules.size());
  const std::string_view selector = trimmed(rules.substr(0, block));
  const std::string_view declaration = trimmed(rules.substr(std::min(block + 1, rules.size())));
  const std::string_view property = trimmed(declaration.substr(0, declaration.find(':')));
  const std::size_t word = std::min(selector.find(' '), selector.size());  // of `export default { a: "<b>" }`
  if (word < selector.size() && javascript::is_keyword(selector.substr(0, word))) return false;
  return !selector.empty() && selector.find_first_of("=(;") == std::string_view::npos && !selector.ends_with(':') &&
         property.size() < declaration.size() && !property.empty() &&
         std::ranges::all_of(property, css::is_name_character);
}

/// Whether a field of a header can be the name of a column.
bool is_name_of_column(std::string_view name) noexcept {
  const auto is_of_name = [](char c) {
    return is_letter(c) || is_digit(c) || c == '_' || c == '-' || c == '.' || c == ':';
  };
  return !name.empty() && is_letter(name.front()) && std::ranges::all_of(name, is_of_name);
}

/// Whether the first row is the header of a table, and another row of as many fields holds a tag. It is one if two of
/// its names are those of columns with references or documents (then an address in brackets tells as much as a tag), or
/// if all are single words, one of which names what tables of pages have, and no row has more or fewer fields.
///
///     url,body                   id,text
///     http://a/,<a href=x>       1,<a href=x>
template <char separator>
bool has_header(const Beginning& one) {
  constexpr auto usual =
      std::to_array<std::string_view>({"id", "url", "uri", "link", "href", "html", "body", "content", "page", "text"});
  table::Row header;
  table::Row row;
  std::size_t at = table::begin_of_rows(one.text, separator == '\t' ? Type::tsv : Type::csv);
  table::read_row(one.text, at, separator, header);
  const auto meaning = [&](const table::Field& field) { return one.text.substr(field.begin, field.end - field.begin); };
  const auto is_known = [&](std::string_view name) {
    return std::ranges::any_of(header.fields,
                               [&](const table::Field& field) { return trimmed(meaning(field)) == name; });
  };
  const FieldNames& names = one.fields;
  const bool is_of_ours =
      is_known(names.reference) + is_known(names.base) + is_known(names.url) + is_known(names.body) > 1;
  const bool is_of_words =
      header.count > 1 && header.count == header.fields.size() &&
      std::ranges::all_of(header.fields,
                          [&](const table::Field& field) { return is_name_of_column(meaning(field)); }) &&
      std::ranges::any_of(header.fields, [&](const table::Field& field) { return is_any_of(meaning(field), usual); });
  if (!is_of_ours && !is_of_words) return false;
  bool has_telling_row = false;
  for (at = header.next; at < one.text.size(); at = row.next) {
    table::read_row(one.text, at, separator, row);
    const bool is_blank_or_cut = row.begin == row.end || (one.cut && row.next >= one.text.size());
    const bool is_row = row.count == header.count && row.state == table::Row::State::good;
    if (!is_row && !is_blank_or_cut && !is_of_ours) return false;
    const auto tells = [&](const table::Field& field) {
      return (is_of_ours ? meaning(field).find('<') : find_tag(meaning(field))) < meaning(field).size();
    };
    has_telling_row = has_telling_row || (row.count == header.count && std::ranges::any_of(row.fields, tells));
  }
  return has_telling_row;
}

/// Each string in such data has its length before it: `a:1:{s:4:"html";s:12:"<a href="x">";}`.
bool is_serialized_by_php(const Beginning& one) {
  constexpr auto beginnings_of_strings = std::to_array<std::string_view>({"C:", "O:", "s:"});
  const std::string_view text = trimmed(one.text);
  const bool is_array = text.starts_with("a:");
  if (!is_array && std::ranges::find(beginnings_of_strings, text.substr(0, 2)) == beginnings_of_strings.end())
    return false;
  const std::size_t end = std::min(text.find_first_not_of("0123456789", 2), text.size());
  return end > 2 && text.substr(end).starts_with(is_array ? ":{" : ":\"") &&
         (one.cut || text.ends_with('}') || text.ends_with("\";"));
}

/// Mail is bytes: its parts say which charset they are in.
bool is_wide_message(const Beginning& one) {
  return one.is_wide && mime::size_of_header_evidence(one.text, one.cut).has_value();
}

/// An archive (ARC) that is not of the version that is read: that one is detected before.
bool is_other_arc(const Beginning& one) { return one.text.starts_with("filedesc://"); }

/// A language, and how it is recognized in a text without white space around it.
struct Language {
  bool (*is_it)(const Beginning& one);
  UnreadKind kind;
  bool is_never_sheet;  // a style sheet or a playlist can't look like it either
};

/// The only table of languages that are recognized by their grammar, in the order in which they are tried.
constexpr auto languages = std::to_array<Language>({
    {is_stream, {json_lines, "--type jsonl reads it as a stream"}, true},
    {is_lines_of_json, {json_lines}, true},
    {is_values_of_json, {json_text}, true},
    {is_jsonp, {"JSON in a function call (JSONP)"}, true},
    {is_table<','>, {"a table", "--type csv reads it"}, false},
    {is_table<'\t'>, {"a table", "--type tsv reads it"}, false},
    {is_table<';'>, {"a table", "--type csv reads it"}, false},
    {is_table<'|'>, {"a table", "--type csv --delimiter '|' reads it"}, false},
    {is_table<'^'>, {"a table", "--type csv --delimiter '^' reads it"}, false},
    {is_table_with_blanks, {"a table"}, false},
    {has_header<','>, {"a table", "--type csv reads it"}, false},
    {has_header<'\t'>, {"a table", "--type tsv reads it"}, false},
    {has_header<';'>, {"a table", "--type csv reads it"}, false},
    {is_serialized_by_php, {"serialized data of PHP"}, true},
    {is_sheet_with_tags, {"a style sheet", "--type css reads it"}, false},
    {is_invalid_json, {"JSON that is not valid"}, false},
    {is_script, {javascript_text}, false},
    {is_wide_message, {"a message in UTF-16", "convert it to UTF-8 first"}, true},
    {is_other_arc, {"an ARC archive of another version"}, true},
});

/// What a text that begins with a `<` is, if that speaks against what it is said to be.
std::optional<UnreadKind> other_markup(const Prolog& prolog, Format said) {
  if (const auto manifest = manifest_of_video(prolog); !manifest.empty()) return UnreadKind{manifest};
  return said == Format::playlist ? std::optional(UnreadKind{"markup"}) : std::nullopt;
}

Beginning without_mark(Beginning one) {
  one.text.remove_prefix(after_mark(one.text));
  one.text = trimmed(one.text, is_between_values);
  return one;
}

}  // namespace

inline namespace detail {

bool is_only_json(const Beginning& one) { return is_values_of_json(without_mark(one)); }

std::optional<UnreadKind> other_language(const Beginning& one, Format said) {
  const Beginning text = without_mark(one);
  if (text.text.empty()) return std::nullopt;
  if (text.text.starts_with('<')) return other_markup(prolog_of(text.text), said);
  const bool is_of_tags = said == Format::html || said == Format::xml;
  const auto found = std::ranges::find_if(languages, [&](const Language& language) {
    return (is_of_tags || language.is_never_sheet) && language.is_it(text);
  });
  return found == languages.end() ? std::nullopt : std::optional(found->kind);
}

Shown language_shown(const Beginning& one, Format said) {
  if (playlist::starts_like_a_playlist(one.text)) return {Format::playlist};
  const Beginning text = without_mark(one);
  std::optional<UnreadKind> other;
  if (text.text.starts_with('<')) {
    const Prolog prolog = prolog_of(text.text);
    const bool is_xml = xml::is_root_of_xml(prolog.root) && !is_name(prolog.doctype, "html");
    if (said == Format::html && is_xml) return {Format::xml};
    other = other_markup(prolog, said);
  } else {
    other = other_language(text, said);
  }
  return other ? Shown{{}, other} : Shown{said};
}

}  // namespace detail
}  // namespace absolve
