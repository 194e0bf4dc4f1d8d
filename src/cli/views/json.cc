#include "json.h"

#include "../system/messages.h"
#include "absolve/members.h"

namespace absolve::cli {
namespace {

void append_string(std::string& out, std::string_view text) {
  constexpr std::string_view hex = "0123456789abcdef";
  out += '"';
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const auto c = static_cast<unsigned char>(text.front());
    if (length == 0) {
      out += "\xEF\xBF\xBD";
    } else if (c == '"' || c == '\\') {
      out.append("\\").append(1, text.front());
    } else if (c < 0x20 || c == 0x7F) {
      out.append("\\u00").append({hex[c >> 4], hex[c & 0xF]});
    } else if (c == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0) {  // U+0080 to U+009F: controls, too
      const auto low = static_cast<unsigned char>(text[1]);
      out.append("\\u00").append({hex[low >> 4], hex[low & 0xF]});
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

JsonObject& JsonObject::member(std::string_view name, const std::vector<std::string>& values) {
  std::string json = "[";
  for (const std::string& value : values) {
    if (json.size() > 1) json += ',';
    append_string(json, value);
  }
  return raw(name, json + "]");
}

JsonObject& JsonObject::member(std::string_view name, const std::vector<Layer>& layers) {
  std::string json = "[";
  for (const Layer& layer : layers) {
    JsonObject object;
    for_each_member(layer, object.taker());
    if (json.size() > 1) json += ',';
    json += object.str();
  }
  return raw(name, json + "]");
}

JsonObject& JsonObject::member(std::string_view name, std::size_t value) { return raw(name, std::to_string(value)); }

}  // namespace absolve::cli
