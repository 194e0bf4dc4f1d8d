#include "json.h"

#include "../../describe/members.h"
#include "../../text/json.h"

namespace absolve::cli {

void JsonObject::begin(std::string_view name) {
  text_.append(text_.size() > 1 ? ",\"" : "\"").append(name).append("\":");
}

JsonObject& JsonObject::raw(std::string_view name, std::string_view json) {
  begin(name);
  text_ += json;
  return *this;
}

JsonObject& JsonObject::member(std::string_view name, std::string_view value) {
  begin(name);
  json::append_string(text_, value);
  return *this;
}

JsonObject& JsonObject::member(std::string_view name, const std::vector<std::string>& values) {
  std::string json = "[";
  for (const std::string& value : values) {
    if (json.size() > 1) json += ',';
    json::append_string(json, value);
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
