#include "request_query.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "../codec/transfer/base64.h"
#include "../mime/media_type.h"
#include "../mime/parts.h"
#include "../text/ascii.h"
#include "../text/json.h"
#include "../text/lines.h"
#include "../text/percent.h"
#include "../text/utf8.h"

namespace absolve::warc {
namespace {

constexpr std::size_t longest_query = 4096;  // characters

std::string query_of_bytes(std::string_view body) {
  constexpr std::size_t enough = longest_query / 4 * 3;
  return "__wb_post_data=" + codec::encode_base64(body.substr(0, enough));
}

/// A name or a value of a query: the form of application/x-www-form-urlencoded.
void append_encoded(std::string& query, std::string_view text) {
  for (const char c : text) {
    if (is_unreserved(c)) query += c;
    else if (c == ' ') query += '+';
    else append_escape(query, '%', c);
  }
}

void append_parameter(std::string& query, std::string_view name, std::string_view value) {
  if (!query.empty()) query += '&';
  append_encoded(query, name);
  query += '=';
  append_encoded(query, value);
}

/// The size of what one U+FFFD replaces: the longest beginning of a character, or a byte (Unicode standard, 3.9).
std::size_t broken_size(std::string_view text, std::size_t at) {
  for (std::size_t size = 3; size > 1; --size) {
    const std::string completed = std::string(text.substr(at, size)) + "\x80\x80";
    if (at + size <= text.size() && character_size(completed, 0) > size) return size;
  }
  return 1;
}

std::string with_replacements(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = character_size(text, at);
    if (size > 0) result.append(text.substr(at, size));
    else append_utf8(result, replacement_character);
    at += size > 0 ? size : broken_size(text, at);
  }
  return result;
}

std::string query_of_form(std::string_view body) {
  if (!is_utf8(body)) return query_of_bytes(body);
  std::string form(body);
  std::ranges::replace(form, '+', ' ');
  return with_replacements(percent_decoded(form));
}

std::string query_of_parts(std::string_view content_type, std::string_view body) {
  const mime::MediaType type = mime::read_media_type(content_type);
  if (mime::boundary_of(type).empty()) return query_of_bytes(body);
  const std::string message = "Content-Type: " + std::string(content_type) + "\r\n\r\n" + std::string(body);
  std::string query;
  for (const mime::Entity& part : mime::find_entities(message)) {
    const mime::Field* disposition = mime::find(part.fields, mime::Meaning::disposition);
    if (part.parent != 0 || disposition == nullptr) continue;
    const std::string name = mime::field_name_of(mime::body_of(message, *disposition));
    const std::string_view value = std::string_view(message).substr(part.body, part.end - part.body);
    if (!name.empty()) append_parameter(query, name, value);
  }
  return query;
}

/// The value of a JSON number; nullopt if it is too large.
std::optional<double> read_fraction(std::string_view text) {
  double value = 0;
#if defined(__cpp_lib_to_chars)
  const bool is_read = std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc();
#else  // libc++ 19 has no from_chars for double. strtod follows the locale: with a decimal comma, numbers stay
       // unchanged.
  const std::string copy(text);
  char* end = nullptr;
  errno = 0;
  value = std::strtod(copy.c_str(), &end);
  const bool is_read = errno == 0 && end == copy.c_str() + copy.size();
#endif
  return is_read ? std::optional(value) : std::nullopt;
}

/// A number as Python writes it: a whole one as it is, any other by its value.
std::string number_as_python_writes(std::string_view text) {
  if (text.find_first_of(".eE") == std::string_view::npos) return text == "-0" ? "0" : std::string(text);
  const std::optional<double> value = read_fraction(text);
  if (!value) return std::string(text);
  std::array<char, 64> room;
  const auto written = [&](std::chars_format format) {
    return std::string(room.data(), std::to_chars(room.data(), room.data() + room.size(), *value, format).ptr);
  };
  const std::string scientific = written(std::chars_format::scientific);
  int exponent = 0;
  const std::size_t at = scientific.find('e') + 1;
  std::from_chars(scientific.data() + at + (scientific[at] == '+' ? 1 : 0), scientific.data() + scientific.size(),
                  exponent);
  if (exponent < -4 || exponent >= 16) return scientific;
  const std::string fixed = written(std::chars_format::fixed);
  return fixed.find('.') == std::string::npos ? fixed + ".0" : fixed;
}

std::string word_as_python_writes(std::string_view word) {
  return word == "true" ? "True" : word == "false" ? "False" : word == "null" ? "None" : number_as_python_writes(word);
}

/// The strings, numbers and words in JSON, each by the innermost name around it: of several with one name, the second
/// is `name.2_`.
class JsonQuery {
 public:
  /// Returns whether the text is JSON.
  [[nodiscard]] bool add(std::string_view text) {
    names_.assign(1, "");
    text.remove_prefix(after_mark(text));
    json::Reader reader(text);
    while (const auto token = reader.next()) add(*token, text.substr(token->begin, token->end - token->begin));
    return is_utf8(text) && reader.is_valid();
  }

  [[nodiscard]] std::string query() const {
    std::string query;
    for (const auto& [name, value] : values_) append_parameter(query, name, value);
    return query;
  }

 private:
  void add(const json::Token& token, std::string_view raw) {
    using Kind = json::Token::Kind;
    switch (token.kind) {
      case Kind::begin_object:
      case Kind::begin_array: names_.push_back(names_.back()); break;
      case Kind::end_object:
      case Kind::end_array: names_.pop_back(); break;
      case Kind::key: names_.back() = json::decode_string(raw, scratch_); break;
      case Kind::string: add_value(std::string(json::decode_string(raw, scratch_))); break;
      case Kind::other: add_value(word_as_python_writes(raw)); break;
    }
  }

  void add_value(std::string value) {
    if (names_.back().empty()) return;
    std::string name = names_.back();
    if (places_.contains(name)) name += "." + std::to_string(++repeated_.try_emplace(name, 1).first->second) + "_";
    const auto [place, is_new] = places_.try_emplace(name, values_.size());
    if (is_new) values_.emplace_back(std::move(name), std::move(value));
    else values_[place->second].second = std::move(value);
  }

  std::vector<std::string> names_;  // of the values in each open object and array; the last is that of the next value
  std::vector<std::pair<std::string, std::string>> values_;
  std::map<std::string, std::size_t> places_;    // of the names, in values_
  std::map<std::string, std::size_t> repeated_;  // how often
  std::string scratch_;
};

/// nullopt if it is neither JSON nor lines of JSON.
std::optional<std::string> query_of_json(std::string_view body) {
  if (JsonQuery whole; whole.add(body)) return whole.query();
  if (body.find('\n') == std::string_view::npos) return std::nullopt;
  JsonQuery lines;
  for (std::size_t at = 0; at <= body.size(); at = line_end(body, at) + 1) {
    if (!lines.add(line_at(body, at))) return std::nullopt;
  }
  return lines.query();
}

std::string query_of_body(std::string_view content_type, std::string_view body) {
  const std::string type = lower_case(content_type);
  if (type.starts_with("application/x-www-form-urlencoded")) return query_of_form(body);
  if (type.starts_with("multipart/")) return query_of_parts(content_type, body);
  if (type.starts_with("application/json")) return query_of_json(body).value_or("");
  if (type.starts_with("text/plain")) return query_of_json(body).value_or(query_of_bytes(body));
  return query_of_bytes(body);
}

}  // namespace

std::string query_of_request(std::string_view content_type, std::string_view body) {
  std::string query = query_of_body(content_type, body);
  std::size_t end = 0;
  for (std::size_t i = 0; i < longest_query && end < query.size(); ++i)
    end += std::max<std::size_t>(character_size(query, end), 1);
  query.resize(end);
  return query;
}

}  // namespace absolve::warc
