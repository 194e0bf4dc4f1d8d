#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../text/json.h"
#include "members.h"

namespace absolve::inline detail {

/// Writes a JSON object, member by member. `Style` says how texts and the names of members are written, with their
/// quotes:
///
///     static void append_text(std::string& out, std::string_view text);
///     static void append_name(std::string& out, std::string_view name);
template <class Style>
class JsonObjectIn {
 public:
  JsonObjectIn() {
    constexpr std::size_t of_most_links = 512;
    text_.reserve(of_most_links);
    text_ = '{';
  }

  JsonObjectIn& member(std::string_view name, std::string_view value) {
    begin(name);
    Style::append_text(text_, value);
    return *this;
  }
  JsonObjectIn& member(std::string_view name, std::size_t value) { return raw(name, std::to_string(value)); }
  template <class Value>
  JsonObjectIn& member(std::string_view name, const std::optional<Value>& value) {
    return value ? member(name, *value) : raw(name, "null");
  }
  JsonObjectIn& member(std::string_view name, const std::vector<std::string>& values) {
    return list(name, values, [this](const std::string& value) { Style::append_text(text_, value); });
  }
  JsonObjectIn& member(std::string_view name, const std::vector<Layer>& layers) {
    return list(name, layers, [this](const Layer& layer) {
      JsonObjectIn object;
      for_each_member(layer, object.taker());
      text_ += std::move(object).str();
    });
  }
  /// `json` must be JSON.
  JsonObjectIn& raw(std::string_view name, std::string_view json) {
    begin(name);
    text_ += json;
    return *this;
  }
  /// A function to pass to for_each_member().
  [[nodiscard]] auto taker() {
    return [this](std::string_view name, const auto& value) { this->member(name, value); };
  }
  [[nodiscard]] std::string str() const& { return text_ + "}"; }
  [[nodiscard]] std::string str() && { return std::move(text_ += '}'); }

 private:
  void begin(std::string_view name) {
    if (text_.size() > 1) text_ += ',';
    Style::append_name(text_, name);
    text_ += ':';
  }
  template <class Value, class Append>
  JsonObjectIn& list(std::string_view name, const std::vector<Value>& values, Append&& append) {
    begin(name);
    text_ += '[';
    for (const Value& value : values) {
      if (&value != values.data()) text_ += ',';
      append(value);
    }
    text_ += ']';
    return *this;
  }

  std::string text_;
};

/// Bytes that are not UTF-8 are written as U+FFFD; names are as they are given.
struct JsonOfUnicode {
  static void append_text(std::string& out, std::string_view text) { json::append_string(out, text); }
  static void append_name(std::string& out, std::string_view name) { out.append("\"").append(name).append("\""); }
};
using JsonObject = JsonObjectIn<JsonOfUnicode>;

}  // namespace absolve::inline detail
