#include "codings.h"

#include <algorithm>
#include <array>

#include "../../src/codec/markup/character_references.h"
#include "../../src/codec/markup/element_content.h"
#include "../../src/css/urls.h"
#include "../../src/html/lists.h"
#include "../../src/html/refresh.h"
#include "../../src/html/srcset.h"
#include "../../src/markdown/finder.h"
#include "../../src/text/ascii.h"
#include "../../src/text/utf8.h"
#include "json.h"
#include "packed.h"
#include "post.h"
#include "table.h"

namespace absolve::test {
namespace {

using codec::Coding;
using namespace std::string_view_literals;

std::string pieces(Random& random, std::initializer_list<std::string_view> choices, std::size_t most = 14) {
  std::string text;
  for (std::size_t i = random.below(most); i > 0; --i) text += random.any(choices);
  return text;
}

std::string attribute(Random& random) {
  return pieces(random, {"a",    "b",     "x",       "1",        "5",    "lt",
                         "amp",  "&",     "&amp;",   "&amp",     "&lt",  "&",
                         "&#32", "&#32;", "&#x20",   "&#x2",     "&#",   "&#x",
                         "&#X",  ";",     "=",       "&eacute;", "#",    "&quot;",
                         "&#39", "&#0;",  "&notin;", "&not",     "in;",  "&NotEqualTilde;",
                         "&acE", ";;",    "/",       "\xC3\xA9", "\xE9", "&CounterClockwiseContourIntegra",
                         "l;",   "t",     "&#128;",  "&#1",      "&l"});
}

std::string quoted(Random& random, char mark, std::string (*piece)(Random&)) {
  std::string text;
  for (std::size_t i = random.below(4); i > 0; --i) {
    text += piece(random);
    text += random.any({"", " ", "\r\n", "\r", "\n", "\r", "\n", "\0"sv, "\t", "'", "\"", "<", ">"});
  }
  std::erase(text, mark);
  return text;
}

std::string css(Random& random, Coding coding) {
  std::string text =
      pieces(random, {"a",         "b",      "1",        "f",      "g",        "/",      "\\26", "\\26 ", "\\000026",
                      "\\0000266", "\\26\n", "\\26\r\n", "\\26\r", "\\g",      "\\)",    "\\\"", "\\\\",  "\\0",
                      "\\10FFFF",  "\\E9",   "\\e9 ",    "\0"sv,   "\xC3\xA9", "\\\0"sv, "\xE9"});
  if (coding == Coding::css_url) return random.one_in(9) ? text + "\\" : text;
  text += pieces(random,
                 {"a", "1", " ", "\\\n", "\\\r\n", "\\\r", "\\\f", "\\26", ")", "(", "\t", "\x01", "\x7F", "\\26 "}, 6);
  text += coding == Coding::css_apostrophe ? "\"" : "'";
  return text;
}

std::string json(Random& random) {
  return pieces(random, {"a",       "b",       "1",       "/",       "u",       "\\u0026",  "\\u00E9",        "\\u6f22",
                         "\\uD83D", "\\uDE00", "\\ud800", "\\udfff", "\\u0000", "\\\"",     "\\\\",           "\\/",
                         "\\b",     "\\f",     "\\n",     "\\r",     "\\t",     "\xC3\xA9", "\\uD83D\\uDE00", "\xE9",
                         "<",       "'",       "\x7F",    "&"});
}

/// What is before and behind a destination, so that the finder sees it in its place.
std::pair<std::string, std::string_view> around_destination(Coding coding) {
  switch (coding) {
    case Coding::markdown_brackets: return {"[a](<", ">)"};
    case Coding::markdown_cell_destination: return {"|a|b|\n|-|-|\n|c|[a](", ")|"};
    case Coding::markdown_cell_brackets: return {"|a|b|\n|-|-|\n|c|[a](<", ">)|"};
    default: return {"[a](", ")"};
  }
}

std::string in_destination(std::string_view text, Random& random) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_punctuation = byte > ' ' && byte < 0x7F && !is_letter(c) && !is_digit(c);
    if (byte == 0) out += c;
    else if (byte <= ' ' || c == '&' || (byte < 0x7F && random.one_in(12)))
      out.append("&#").append(std::to_string(byte)).append(";");
    else if (is_punctuation) out.append(1, '\\').append(1, c);
    else out += c;
  }
  return out;
}

std::string foreign_content(Random& random) {
  std::string text = pieces(random, {"a",     "b",         "/",         "&amp;",        "&lt",    "&",    "&#32",
                                     "&#x20", "lt;",       "&notin;",   "&eacute;",     "&copy=", "<",    "< ",
                                     "&am",   "]",         ">",         "\r",           "\n",     "\r\n", "<!-- -->",
                                     "<!-->", "<!--x--!>", "<?x?>",     "<![CDATA[]]>", "</>",    "<!x>", "\xC3\xA9",
                                     "\0"sv,  "<g>x</g>",  "<g a='>'/>"});
  for (std::size_t i = random.below(3); i > 0; --i) {
    text += "<![CDATA[" +
            pieces(random, {"a", "&lt;", "<b>", "]", "]]", ">", "]>", "\r", "\n", "\r\n", "\0"sv, "\xE9", "<!--"});
    text += random.any({"]]>", "]]>", "]]>", "]]>&amp", "]]>x", "]]><!---->", ""});
  }
  return text;
}

std::string xml_text(Random& random) {
  return pieces(random, {"a",      "b",        "/",      "&amp;",    "&lt;",  "&lt",    "&",      "&#32;",   "&#32",
                         "&#x20",  "&#X4",     "&#",     "1;",       ";",     "lt;",    "&nbsp;", "&copy=",  "&apos;",
                         "&#150;", "&#xD800;", "&x.y-z", "&x:",      "&\xC3", "<",      "< ",     "<!",      "<!-",
                         "<![",    "<![CDATA", "[",      "-",        "]",     "]]",     "]]>",    ">",       "?>",
                         "\r",     "\n",       "\r\n",   "\xC3\xA9", "\0"sv,  "&quot;", "&#13;",  "&EACUTE;"});
}

std::string xml_unquoted(Random& random) {
  std::string text = std::string(random.any({"a", "&", "&amp;", "/"})) + xml_text(random);
  std::erase_if(text, [](char c) { return is_space(c) || c == '>'; });
  return text;
}

std::string xml_content(Random& random) {
  std::string text;
  for (std::size_t i = random.below(6); i > 0; --i) {
    switch (random.below(7)) {
      case 6: text += random.any({"<g/>", "<g a='>'>x<!--</g>-->y</g>"}); break;
      case 0: text += "<!--" + pieces(random, {"a", "&", ">", "->", "--!>", "-", "]]>", "<b>"}, 5) + "-->"; break;
      case 1: text += "<?" + pieces(random, {"a", " ", "?", ">", "b=\"<\"", "-->", "]]>"}, 5) + "?>"; break;
      case 2:
      case 3:
        text += "<![CDATA[" +
                pieces(random, {"a", "&lt;", "<b>", "]", "]]", ">", "]>", "\r", "\n", "\r\n", "\0"sv, "<!--", "?>"}) +
                std::string(random.any({"]]>", "]]>", "]]]]><![CDATA[>]]>"}));
        break;
      default: text += xml_text(random);
    }
  }
  if (random.one_in(4)) text += random.any({"<![CDATA[", "<!-- ", "<!--", "<?", "<?x?", "<![CDATA[a]]", "<", "<!"});
  return text;
}

/// Texts of a row until one is valid.
std::string valid(Coding coding, Random& random, std::initializer_list<std::string_view> choices) {
  for (;;) {
    std::string text = pieces(random, choices);
    if (is_valid(coding, text)) return text;
  }
}

std::string utf16(std::string_view text, bool big_endian) {
  std::string out;
  const auto unit = [&](char32_t value) {
    const std::array<char, 2> bytes = {static_cast<char>(value & 0xFF), static_cast<char>(value >> 8 & 0xFF)};
    out.append(1, bytes[big_endian ? 1 : 0]).append(1, bytes[big_endian ? 0 : 1]);
  };
  for (std::size_t at = 0; at < text.size();) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t width = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    char32_t c = width == 1 ? lead : width == 2 ? lead & 0x1FU : width == 3 ? lead & 0x0FU : lead & 0x07U;
    for (std::size_t i = 1; i < width && at + i < text.size(); ++i) {
      c = c << 6 | (static_cast<unsigned char>(text[at + i]) & 0x3FU);
    }
    at += width;
    if (c >= 0x10000) unit(0xD800 + ((c - 0x10000) >> 10));
    unit(c >= 0x10000 ? 0xDC00 + (c & 0x3FF) : c);
  }
  return out;
}

std::string random_utf16(Random& random, bool big_endian) {
  std::string text;
  for (std::size_t i = random.below(14); i > 0; --i) {
    switch (random.below(6)) {
      case 0: text += big_endian ? "\xD8\x01"sv : "\x01\xD8"sv; break;
      case 1: text += big_endian ? "\xDC\x01"sv : "\x01\xDC"sv; break;
      default:
        text += utf16(random.any({"a", "\xC3\xA9", "\xE6\xBC\xA2", "\xF0\x9F\x98\x80", "\r\n", "\0"sv}), big_endian);
    }
  }
  if (random.one_in(4)) text += random.any({"a", "\xD8", "\0"sv});
  return text;
}

std::string quoted_printable(Random& random) {
  const std::string_view ending = random.any({"\n", "\r\n"});
  std::string body;
  for (std::size_t i = random.below(60); i > 0; --i) {
    if (random.one_in(14)) {
      body.append(random.any({"", "", "=", "=0D=0A=", " ", " \t", "= ", "=20"})).append(ending);
    } else if (random.one_in(30)) {
      body.append(60 + random.below(17), 'x');
    } else {
      body += random.any({"a", "b",  " ",    "\t", "=3D", "=3d", "=20", "=C3=A4", "From ", "-",  "--",
                          ".", "\r", "\xE4", "=",  "=A",  "=4",  "==",  "41",     "=z",    "= ", "=\r"});
    }
  }
  return body;
}

std::string base64(Random& random) {
  std::string text;
  for (std::size_t i = random.below(100); i > 0; --i) text += static_cast<char>(random.below(256));
  std::string body =
      in_base64(text, random.one_in(3) ? 1 + random.below(90) : 76, std::string(random.any({"\n", "\r\n"})));
  if (random.one_in(6)) body.erase(std::min(body.find('='), body.size()));
  if (random.one_in(6)) body.insert(random.below(body.size() + 1), random.any({" ", "\t", "\n\n"}));
  body += random.any({"", "\n", "\r\n", "\r\n\r\n"});
  if (random.one_in(6) && body.ends_with("=\n")) body += random.any({"-- \nA footer.\n", "QUJD\n", "="});
  return body;
}

std::string in_attribute(std::string_view text, Coding coding, Random& random) {
  const bool in_apostrophes = coding == Coding::apostrophe || coding == Coding::xml_apostrophe;
  std::string out;
  for (const char c : text) {
    const bool special = coding == Coding::unquoted || coding == Coding::xml_unquoted
                             ? is_space(c) || "\"'=<>`"sv.find(c) != std::string_view::npos
                             : c == (in_apostrophes ? '\'' : '"');
    const bool ascii = static_cast<unsigned char>(c) < 0x80 && c != '\0';
    if (special || (ascii && random.one_in(12))) {
      out.append(random.one_in(2) || out.empty() ? "&#" : "&#0")
          .append(std::to_string(static_cast<int>(c)))
          .append(";");
    } else if (c == '&' && !random.one_in(3)) {
      out += "&amp;";
    } else {
      out += c;
    }
  }
  return out;
}

std::string in_content(std::string_view text, Coding coding, Random& random) {
  const std::string_view no_text = coding == Coding::xml_content ? "<? > ?>" : "<!-- > -->";
  std::string out;
  bool in_cdata = false;
  for (const char c : text) {
    if (random.one_in(6)) {
      out += in_cdata ? "]]>" : random.any({"<![CDATA[", "<![CDATA[", no_text, "<g a='>'>&amp;b<c/></g>"});
      in_cdata = in_cdata || out.ends_with('[');
    }
    const bool special = c == '<' || c == '&' || c == '>' || c == '\r';
    if (special && in_cdata) out += "]]>";
    in_cdata = in_cdata && !special;
    if (special) out.append("&#").append(std::to_string(static_cast<int>(c))).append(";");
    else out += c;
  }
  return out + (in_cdata ? "]]>" : "");
}

std::string in_css(std::string_view text, Coding coding, Random& random) {
  std::string out;
  for (const char c : text) {
    const bool special = coding == Coding::css_url
                             ? is_control(c) || " \"'()\\"sv.find(c) != std::string_view::npos
                             : c == '\\' || is_control(c) || c == (coding == Coding::css_apostrophe ? '\'' : '"');
    if (c != '\0' && (special || (static_cast<unsigned char>(c) < 0x80 && random.one_in(12)))) {
      append_escape(out, '\\', c);
      out += ' ';
    } else {
      out += c;
    }
  }
  return out;
}

std::string in_json(std::string_view text, Random& random) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || (byte < 0x80 && random.one_in(12))) append_escape(out += "\\u0", '0', c);
    else if (c == '"' || c == '\\') out.append(1, '\\').append(1, c);
    else out += c;
  }
  return out;
}

}  // namespace

std::string random_outer(Coding coding, Random& random) {
  switch (coding) {
    case Coding::identity: return pieces(random, {"a", "\r\n", "\0"sv, "\xE9", " "});
    case Coding::quotation_mark: return quoted(random, '"', attribute);
    case Coding::apostrophe: return quoted(random, '\'', attribute);
    case Coding::unquoted:
      return random.any({"a", "\0"sv, "&", "&amp", "/"}).data() + attribute(random) +
             std::string(random.any({"", "", "", "'", "\"", "<", "`"}));
    case Coding::xml_unquoted: return xml_unquoted(random);
    case Coding::missing:
    case Coding::absent:
    case Coding::xml_missing:
    case Coding::xml_absent: return {};
    case Coding::http_field: return pieces(random, {"a", "/", " ", "b?c", "\t", ".", "\xE9"});
    case Coding::quoted_string: return pieces(random, {"a", "/", " ", "\\\"", "\\\\", "\\a", "\xE9"});
    case Coding::field: return pieces(random, {"a", "/", "\r\n ", "\n\t", " ", "b?c", "\t", "."});
    case Coding::srcset_url: return valid(coding, random, {"a", ",", "/", "(", ",,", "\xE9", "data:,"});
    case Coding::token: return valid(coding, random, {"a", ",", "/", "\xE9", "\"", "\0"sv});
    case Coding::between_commas: return valid(coding, random, {"a", " ", "/", "\xE9", "\n", ";"});
    case Coding::between_semicolons: return valid(coding, random, {"a", " ", "/", "\xE9", "\n", ","});
    case Coding::refresh_quotation_mark: return valid(coding, random, {"a", " ", "/", "'", ",", "\xE9", "url="});
    case Coding::refresh_apostrophe: return valid(coding, random, {"a", " ", "/", "\"", ",", "\xE9", "url="});
    case Coding::refresh_url:
      return valid(coding, random, {"a", " ", "/", "\"", "'", "\xE9", "url", "u", "rl", "=", "URL =", "url"});
    case Coding::comment:
      return valid(coding, random, {"a", "<b>", " ", "\"", "-", "--", "!", ">", "<", "<!--", "->", "!>", "\xE9"});
    case Coding::css_quotation_mark:
    case Coding::css_apostrophe:
    case Coding::css_url: return css(random, coding);
    case Coding::json_string: return json(random);
    case Coding::markdown_destination:
    case Coding::markdown_brackets:
    case Coding::markdown_cell_destination:
    case Coding::markdown_cell_brackets:
      return valid(coding, random, {"a",    "/",     "(",           ")",     "\\",    "\\(",    "\\)", "\\\\",
                                    "\\|",  "&amp;", "&",           "copy;", "&#40;", "&#x20;", "#",   "\xE9",
                                    "\0"sv, "\\a",   "&#12345678;", "*",     "&lt;",  "\\<",    "\\>", "b c"});
    case Coding::ranges: return pieces(random, {"a", "/", "\n", "\"", "<", "\xE9", "\0"sv, "|"});
    case Coding::json_strings:
      return random.one_in(9) ? "[]" : "[\"" + json(random) + "\",\n\"\" , \"" + json(random) + "\"]";
    case Coding::csv_quoted: return pieces(random, {"a", "\"\"", ",", "\n", "\xE9", "/", "\"\"\"\""});
    case Coding::xml_quotation_mark: return quoted(random, '"', xml_text);
    case Coding::xml_apostrophe: return quoted(random, '\'', xml_text);
    case Coding::foreign_content: return foreign_content(random);
    case Coding::xml_content: return xml_content(random);
    case Coding::utf16le:
    case Coding::utf16be: return random_utf16(random, coding == Coding::utf16be);
    case Coding::iso2022jp:
      return pieces(random, {"a", "b", "/", "~", "\\", "\x1B(B", "\x1B(B", "\x1B(J", "\x1B$B4A\x1B(B", "\x1B$B4A;z",
                             "\x1B(I1_\x1B(B", "\x1B", "(", "B", "\x1B$", "\xE9", "\n", "\x0E"});
    case Coding::shift_jis:
    case Coding::euc_jp:
    case Coding::gbk:
    case Coding::gb18030:
    case Coding::big5:
    case Coding::euc_kr:
      // Whole characters, their halves, and what they might take for the second one.
      return pieces(random, {"a",
                             "/",
                             "0",
                             "8",
                             "\"",
                             "\\",
                             "]",
                             "\n",
                             "\x80",
                             "\xA0",
                             "\xFF",
                             "\x95\\",
                             "\x83]",
                             "\x81",
                             "\x81",
                             "\x81\x30",
                             "\x81\x30\x81",
                             "\x81\x30\x81\x30",
                             "\x84\x31\xA4\x37",
                             "\xE3\x32\x9A\x35",
                             "\xB4\xF3",
                             "\xC5\xAF",
                             "\x8E\xB1",
                             "\x8E",
                             "\x8F",
                             "\x8F\xA1",
                             "\x8F\xB0\xA1",
                             "\x88\x62",
                             "\x88\x66",
                             "\xFA\\",
                             "\xED\x40",
                             "\xB1"});
    case Coding::quoted_printable: return quoted_printable(random);
    case Coding::base64: return base64(random);
    case Coding::gzip:
    case Coding::deflate:
    case Coding::brotli:
    case Coding::zstd:
    case Coding::chunked:
      return packed(coding, pieces(random, {"a", "<a href=x>", "\r\n", "\0"sv, "\xE9", "b b b b b b b b"}), random);
  }
  return {};
}

std::string written(Coding coding, std::string_view text, Random& random) {
  switch (coding) {
    case Coding::identity:
    case Coding::http_field:
    case Coding::srcset_url:
    case Coding::token:
    case Coding::between_commas:
    case Coding::between_semicolons:
    case Coding::refresh_quotation_mark:
    case Coding::refresh_apostrophe:
    case Coding::refresh_url:
    case Coding::comment:
    case Coding::ranges:
    case Coding::iso2022jp:
    case Coding::shift_jis:
    case Coding::euc_jp:
    case Coding::gbk:
    case Coding::gb18030:
    case Coding::big5:
    case Coding::euc_kr: return std::string(text);
    case Coding::markdown_destination:
    case Coding::markdown_brackets:
    case Coding::markdown_cell_destination:
    case Coding::markdown_cell_brackets: return in_destination(text, random);
    case Coding::json_string: return in_json(text, random);
    case Coding::json_strings: {
      const std::size_t middle = text.size() / 2;
      return "[\"" + in_json(text.substr(0, middle), random) + "\", \"" + in_json(text.substr(middle), random) + "\"]";
    }
    case Coding::csv_quoted: return replaced(text, "\"", "\"\"");
    case Coding::quoted_string: return replaced(replaced(text, "\\", "\\\\"), "\"", "\\\"");
    case Coding::quotation_mark:
    case Coding::apostrophe:
    case Coding::unquoted:
    case Coding::xml_unquoted:
    case Coding::xml_quotation_mark:
    case Coding::xml_apostrophe: return in_attribute(text, coding, random);
    case Coding::missing:
    case Coding::absent:
    case Coding::xml_missing:
    case Coding::xml_absent: return {};
    case Coding::field: {
      std::string out(text);
      if (random.one_in(2)) out.insert(random.below(out.size() + 1), "\r\n ");
      return out;
    }
    case Coding::css_quotation_mark:
    case Coding::css_apostrophe:
    case Coding::css_url: return in_css(text, coding, random);
    case Coding::foreign_content:
    case Coding::xml_content: return in_content(text, coding, random);
    case Coding::utf16le:
    case Coding::utf16be: return utf16(text, coding == Coding::utf16be);
    case Coding::quoted_printable:
      return in_quoted_printable(std::string(text), std::string(random.any({"\n", "\r\n"})));
    case Coding::base64:
      return in_base64(std::string(text), random.one_in(3) ? 4 : 76, std::string(random.any({"\n", "\r\n"})));
    case Coding::gzip:
    case Coding::deflate:
    case Coding::brotli:
    case Coding::zstd:
    case Coding::chunked: return packed(coding, text, random);
  }
  return {};
}

/// Whether the finder of a format sees a text as one reference, with another before and behind it or none.
bool read_in_value(Finding (*find)(std::string_view, const Request&), const std::string& before, std::string_view text,
                   std::string_view after) {
  const Input input;
  const Options options;
  const std::string value = before + std::string(text) + std::string(after);
  const auto is_it = [&](const Value& one) {
    return one.begin == before.size() && one.end == before.size() + text.size();
  };
  return std::ranges::any_of(find(value, {.input = input, .options = options}).values, is_it);
}

bool is_valid(Coding coding, std::string_view outer) {
  const auto is_url_of = [&](std::string_view before, std::string_view after) {
    const std::string sheet = std::string(before).append(outer).append(after);
    const auto url = css::UrlScanner(sheet).next();
    return url && url->begin == before.size() && url->end == before.size() + outer.size();
  };
  switch (coding) {
    case Coding::quotation_mark:
    case Coding::xml_quotation_mark: return outer.find('"') == std::string_view::npos;
    case Coding::apostrophe:
    case Coding::xml_apostrophe: return outer.find('\'') == std::string_view::npos;
    case Coding::unquoted:
    case Coding::xml_unquoted:
      return !outer.empty() && outer[0] != '"' && outer[0] != '\'' &&
             outer.find_first_of(" \t\n\f\r>") == std::string_view::npos;
    case Coding::missing:
    case Coding::absent:
    case Coding::xml_missing:
    case Coding::xml_absent: return outer.empty();
    case Coding::srcset_url: return read_in_value(html::find_in_srcset, "c 1x, ", outer, " 2x");
    case Coding::token: return read_in_value(html::find_in_tokens, "c ", outer, " d");
    case Coding::between_commas: return read_in_value(html::find_in_commas, "c ,", outer, ", d");
    case Coding::between_semicolons: return read_in_value(html::find_in_semicolons, "c ;", outer, "; d");
    case Coding::refresh_quotation_mark: return read_in_value(html::find_in_refresh, "5;url=\"", outer, "\"");
    case Coding::refresh_apostrophe: return read_in_value(html::find_in_refresh, "5;'", outer, "'c");
    case Coding::refresh_url:
      return read_in_value(html::find_in_refresh, "5;", outer, "") &&
             read_in_value(html::find_in_refresh, "5;url=", outer, "");
    case Coding::comment: {
      const std::string page = "<!--[if mso]>" + std::string(outer) + "-->";
      const std::size_t bang = page.find("--!>", 13);
      return page.find("-->", 13) == 13 + outer.size() && bang == std::string::npos;
    }
    case Coding::markdown_destination:
    case Coding::markdown_brackets:
    case Coding::markdown_cell_destination:
    case Coding::markdown_cell_brackets: {
      const auto [before, after] = around_destination(coding);
      return read_in_value(markdown::find, before, outer, after);
    }
    case Coding::css_quotation_mark: return is_url_of("url(\"", "\")");
    case Coding::css_apostrophe: return is_url_of("url('", "')");
    case Coding::css_url: return is_url_of("url(", ")") || is_url_of("url(", "");
    case Coding::json_string: return is_json(std::string("\"").append(outer).append("\""));
    case Coding::json_strings: return outer.starts_with("[") && is_json(outer);
    case Coding::csv_quoted: return replaced(outer, "\"\"", "").find('"') == std::string::npos;
    case Coding::quoted_string:
      for (std::size_t at = outer.find_first_of("\"\\"); at < outer.size(); at = outer.find_first_of("\"\\", at + 2)) {
        if (outer[at] == '"' || at + 1 == outer.size()) return false;
      }
      return true;
    case Coding::foreign_content:
    case Coding::xml_content: return codec::extent_of_content(coding, outer).size == outer.size();
    default: return true;
  }
}

/// The text of content in XML as it is written, with a `<` where CDATA sections, comments and processing instructions
/// stand.
std::string text_between(std::string_view content) {
  std::string text;
  const auto skip = [&](std::string_view begin, std::string_view end) {
    if (!content.starts_with(begin)) return false;
    content.remove_prefix(begin.size());
    const std::size_t found = content.find(end);
    content.remove_prefix(found == std::string_view::npos ? content.size() : found + end.size());
    text += '<';
    return true;
  };
  while (!content.empty()) {
    if (skip("<![CDATA[", "]]>") || skip("<!--", "-->") || skip("<?", "?>")) continue;
    text += content.front();
    content.remove_prefix(1);
  }
  return text;
}

std::size_t ill_formed_places(Coding coding, std::string_view outer) {
  const bool is_content = coding == Coding::xml_content;
  if (!is_content && coding != Coding::xml_quotation_mark && coding != Coding::xml_apostrophe) return 0;
  const std::string text = is_content ? text_between(outer) : std::string(outer);
  std::size_t places = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (std::string_view(text).substr(at).starts_with(is_content ? "]]>" : "?>")) ++places;
    if (text[at] != '&') continue;
    const std::string_view name = codec::entity_at(text, at);
    if (!name.empty() && !codec::is_known_entity(name)) ++places;
  }
  return places;
}

std::vector<Edit> random_edits(Coding coding, std::string_view text, Random& random) {
  std::vector<Edit> edits;
  const bool one_alone = coding == Coding::field || coding == Coding::refresh_url;
  for (std::size_t at = 0; random.below(5) > 0 && !(one_alone && !edits.empty());) {
    const std::size_t offset = at + (random.one_in(4) ? 0 : random.below(text.size() - at + 1));
    const std::size_t length = std::min(random.one_in(5) ? random.below(60) : random.below(4), text.size() - offset);
    edits.push_back({offset, length,
                     random.any({"",
                                 "",
                                 "",
                                 "http://a/b/",
                                 "\"",
                                 "'",
                                 "41",
                                 "D",
                                 "5",
                                 ";",
                                 "amp;",
                                 "t;",
                                 "=3D",
                                 "#",
                                 "x",
                                 "&",
                                 "&amp",
                                 "\\",
                                 "\\26",
                                 " ",
                                 "\n",
                                 "\r",
                                 "\r\n",
                                 "(B",
                                 "B",
                                 "\f",
                                 ",",
                                 "<",
                                 ">",
                                 "]",
                                 "]]>",
                                 "/b",
                                 "!--",
                                 "-",
                                 "->",
                                 "--",
                                 "!>",
                                 "!",
                                 "-->",
                                 "url",
                                 "=",
                                 "`",
                                 "http://h/a=b=c=d=e/\xC3\xA4/",
                                 "\xC3",
                                 "\xE6\xBC\xA2",
                                 "~",
                                 "\x1B(J",
                                 "\x01",
                                 "\x7F",
                                 "\0"sv,
                                 "\xF0\x9F\x98\x80",
                                 "http://www.example.com/a/rather/long/path/to/some/page/that/needs/a/line/"
                                 "of/its/own/and/more/From/--/x"})});
    at = offset + length;
  }
  return edits;
}

}  // namespace absolve::test
