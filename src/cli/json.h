#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace absolve::cli {

/// Writes one JSON object, member by member. Bytes that are no UTF-8 become U+FFFD.
class JsonObject {
 public:
  JsonObject& member(std::string_view name, std::string_view value);
  JsonObject& member(std::string_view name, std::size_t value);
  JsonObject& member(std::string_view name, const std::vector<std::string>& values);
  JsonObject& member_or_null(std::string_view name, const std::optional<std::string>& value);
  /// `json` is JSON already.
  JsonObject& raw(std::string_view name, std::string_view json);
  [[nodiscard]] std::string str() const { return text_ + "}"; }

 private:
  std::string text_ = "{";
};

}  // namespace absolve::cli
