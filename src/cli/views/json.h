// The views (with --json) and the reports write their objects with JsonObject.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absolve/input.h"

namespace absolve::cli {

/// Writes a JSON object, member by member. Bytes that are not UTF-8 are written as U+FFFD.
class JsonObject {
 public:
  JsonObject() {
    constexpr std::size_t of_most_links = 512;
    text_.reserve(of_most_links);
    text_ = '{';
  }

  JsonObject& member(std::string_view name, std::string_view value);
  JsonObject& member(std::string_view name, std::size_t value);
  JsonObject& member(std::string_view name, const std::vector<std::string>& values);
  template <class Value>
  JsonObject& member(std::string_view name, const std::optional<Value>& value) {
    return value ? member(name, *value) : raw(name, "null");
  }
  JsonObject& member(std::string_view name, const std::vector<Layer>& layers);
  /// `json` must be JSON.
  JsonObject& raw(std::string_view name, std::string_view json);
  /// A function to pass to for_each_member (describe/members.h).
  [[nodiscard]] auto taker() {
    return [this](std::string_view name, const auto& value) { member(name, value); };
  }
  [[nodiscard]] std::string str() const& { return text_ + "}"; }
  [[nodiscard]] std::string str() && { return std::move(text_ += '}'); }

 private:
  void begin(std::string_view name);

  std::string text_;
};

}  // namespace absolve::cli
