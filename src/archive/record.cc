#include "record.h"

#include <algorithm>
#include <array>

#include "../http/blocks.h"
#include "../mime/fields.h"
#include "../text/ascii.h"
#include "../text/limits.h"
#include "../text/lines.h"
#include "../text/numbers.h"

namespace absolve::warc {
namespace {

/// The line that is the header of an ARC 1 record. The URL may contain blanks.
///
///     http://a/b c 192.0.2.1 20260102030405 text/html 44
struct ArcLine {
  std::string_view url;
  std::string_view type;
  std::optional<std::uint64_t> length;
};

std::optional<ArcLine> read_arc_line(std::string_view line) noexcept {
  constexpr std::size_t date_size = 14;
  std::array<std::string_view, 4> words;  // address, date, type, length
  for (std::size_t i = words.size(); i-- > 0;) {
    const std::size_t blank = line.rfind(' ');
    if (blank == std::string_view::npos) return std::nullopt;
    words[i] = line.substr(blank + 1);
    line = line.substr(0, blank);
  }
  const bool is_date = words[1].size() >= date_size && std::ranges::all_of(words[1], is_digit);
  const bool is_url = line.find(':') != std::string_view::npos && is_letter(line.front());
  const auto length = read_number<std::uint64_t>(words[3]);
  if (!is_date || !is_url || !length) return std::nullopt;
  return ArcLine{line, words[2], length};
}

Header read_arc_header(std::string_view text) {
  const std::size_t newline = text.substr(0, limits::arc_line).find('\n');
  if (newline == std::string_view::npos) return {};
  const auto line = read_arc_line(line_at(text, 0));
  return line ? Header{Header::Kind::arc, 0, newline + 1, line->length} : Header{};
}

}  // namespace

bool starts_like_an_archive(std::string_view text) noexcept {
  text.remove_prefix(std::min(text.find_first_not_of("\r\n"), text.size()));
  if (text.starts_with(version_start)) {
    const std::size_t end = text.find_first_not_of("0123456789.", version_start.size());
    return text.size() > version_start.size() && is_digit(text[version_start.size()]) &&
           (end == std::string_view::npos || text[end] == '\r' || text[end] == '\n');
  }
  return text.starts_with("filedesc:") && read_arc_header(text).is_read();
}

Header read_header(std::string_view text) {
  if (!text.starts_with(version_start))
    return version_start.starts_with(text) ? Header{Header::Kind::cut} : read_arc_header(text);
  Header header{Header::Kind::warc, std::min(line_end(text, 0) + 1, text.size())};
  std::size_t at = header.fields;
  while (at < text.size() && !line_at(text, at).empty()) at = std::min(line_end(text, at) + 1, text.size());
  if (at >= text.size() || line_end(text, at) >= text.size()) return {Header::Kind::cut, header.fields, text.size()};
  header.block = line_end(text, at) + 1;
  header.length = read_number<std::uint64_t>(value_of(text, header, "Content-Length"));
  return header;
}

std::string value_at(std::string_view text, const mime::Field& field) {
  const std::string_view value = text.substr(field.body, field.end - field.body);
  std::string result;
  for (std::size_t at = 0; at < value.size(); at = line_end(value, at) + 1) {
    const std::string_view line = trimmed(line_at(value, at));
    result.append(result.empty() || line.empty() ? "" : " ").append(line);
  }
  return result;
}

std::string value_of(std::string_view text, const Header& header, std::string_view name) {
  if (header.kind == Header::Kind::warc) {
    const auto fields = mime::find_named(text, header.fields, header.block, name);
    return fields.empty() ? std::string() : value_at(text, fields.front());
  }
  const auto line = read_arc_line(line_at(text, 0));
  if (!line) return {};
  if (name == "WARC-Target-URI") return std::string(line->url);
  if (name == "Content-Type") return std::string(line->type);
  return {};
}

std::string_view without_brackets(std::string_view value) noexcept {
  if (value.starts_with('<') && value.ends_with('>')) value = value.substr(1, value.size() - 2);
  return trimmed(value);
}

Content content_of(std::string_view text, const Header& header, bool is_whole) {
  using Kind = Content::Kind;
  if (!header.is_read()) return {Kind::broken, "its header can't be read"};
  if (!header.length) return {Kind::broken, "its Content-Length is not a number"};
  const std::string_view block = text.substr(header.block);
  if (is_whole && *header.length != block.size()) {
    return {Kind::broken, *header.length < block.size() ? "its Content-Length is less than the size of its block"
                                                        : "its Content-Length is more than the size of its block"};
  }
  const bool is_response = block.starts_with("HTTP/");
  const bool is_markup = block.substr(after_spaces(block, 0)).starts_with('<');  // as a server of HTTP/0.9 answers
  const Kind of_arc = is_response ? Kind::response : is_markup ? Kind::entity : Kind::none;
  if (header.kind == Header::Kind::arc) return {of_arc, {}, header.block};
  const auto value = [&](std::string_view name) { return value_of(text, header, name); };
  const std::string type = lower_case(value("WARC-Type"));
  if (type == "revisit") return {Kind::revisit, {}, header.block};
  const bool says_http = lower_case(value("Content-Type")).starts_with("application/http");
  const bool is_of_other_protocol = type == "response" && !is_response && !says_http;  // such as FTP: its content alone
  const bool is_entity = type == "resource" || type == "conversion" || is_of_other_protocol;
  const Kind whole = type == "response" && is_response ? Kind::response : is_entity ? Kind::entity : Kind::none;
  if (!value("WARC-Truncated").empty()) return {Kind::part, "it was truncated (WARC-Truncated)", header.block, whole};
  if (!value("WARC-Segment-Number").empty()) {
    return {Kind::part, "it is only a segment (WARC-Segment-Number)", header.block, whole};
  }
  const bool is_no_response = type == "response" && whole == Kind::none && !block.empty();
  if (is_no_response) return {Kind::broken, "it is not an HTTP response"};
  return {whole, {}, header.block};
}

std::optional<std::size_t> payload_of(std::string_view text, const Content& content) {
  switch (content.kind) {
    case Content::Kind::response: return content.begin + http::first_final_block(text.substr(content.begin)).body;
    case Content::Kind::entity: return content.begin;
    default: return std::nullopt;
  }
}

}  // namespace absolve::warc
