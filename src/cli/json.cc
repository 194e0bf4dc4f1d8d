#include "json.h"

#include <array>
#include <cstdint>

namespace absolve::cli {
namespace {

/// The length of the UTF-8 sequence that starts `text`; 0 where there is none (RFC 3629 section 4).
std::size_t sequence_length(std::string_view text) noexcept {
  const auto byte = [&](std::size_t i) -> unsigned { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0; };
  const auto tail = [&](std::size_t i) { return (byte(i) & 0xC0) == 0x80; };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF && tail(1)) return 2;
  const bool second_of_three = (lead != 0xE0 || byte(1) >= 0xA0) && (lead != 0xED || byte(1) < 0xA0);
  if (lead >= 0xE0 && lead <= 0xEF && tail(1) && tail(2) && second_of_three) return 3;
  const bool second_of_four = (lead != 0xF0 || byte(1) >= 0x90) && (lead != 0xF4 || byte(1) < 0x90);
  if (lead >= 0xF0 && lead <= 0xF4 && tail(1) && tail(2) && tail(3) && second_of_four) return 4;
  return 0;
}

void append_string(std::string& out, std::string_view text) {
  constexpr std::string_view hex = "0123456789abcdef";
  out += '"';
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    const auto c = static_cast<unsigned char>(text.front());
    if (length == 0) {
      out += "\xEF\xBF\xBD";
    } else if (c == '"' || c == '\\') {
      out.append("\\").append(1, text.front());
    } else if (c < 0x20 || c == 0x7F) {
      out.append("\\u00").append({hex[c >> 4], hex[c & 0xF]});
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  out += '"';
}

}  // namespace

JsonObject& JsonObject::raw(std::string_view name, std::string_view json) {
  if (text_.size() > 1) text_ += ',';
  append_string(text_, name);
  text_.append(":").append(json);
  return *this;
}

JsonObject& JsonObject::member(std::string_view name, std::string_view value) {
  std::string json;
  append_string(json, value);
  return raw(name, json);
}

JsonObject& JsonObject::member_or_null(std::string_view name, const std::optional<std::string>& value) {
  return value ? member(name, std::string_view(*value)) : raw(name, "null");
}

JsonObject& JsonObject::member(std::string_view name, std::size_t value) { return raw(name, std::to_string(value)); }

}  // namespace absolve::cli
