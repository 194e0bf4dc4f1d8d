#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "../describe/json_object.h"

namespace absolve::wasm {

/// JSON for JavaScript.
struct JsonOfJavaScript {
  /// Bytes that are no UTF-8 are written as they are: they stand for lone surrogates, and JavaScript gets these back.
  static void append_text(std::string& out, std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    out += '"';
    for (const char c : text) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte < 0x20) out.append("\\u00").append(1, digits[byte >> 4U]).append(1, digits[byte & 0xFU]);
      else if (c == '"' || c == '\\') out.append("\\").append(1, c);
      else out += c;
    }
    out += '"';
  }

  /// The names of members, which have underscores elsewhere, in JavaScript's manner: `base_from` is `baseFrom`.
  static void append_name(std::string& out, std::string_view name) {
    out += '"';
    for (std::size_t i = 0; i < name.size(); ++i) {
      if (name[i] == '_' && i + 1 < name.size()) out += static_cast<char>(name[++i] & ~0x20);
      else out += name[i];
    }
    out += '"';
  }
};

/// `for_each` calls a function for each name and value.
template <class ForEach>
void append_object(std::string& out, ForEach&& for_each) {
  JsonObjectIn<JsonOfJavaScript> object;
  for_each(object.taker());
  out += std::move(object).str();
}

/// `append` appends one of them.
template <class List, class Append>
void append_list(std::string& out, const List& list, Append&& append) {
  out += '[';
  bool is_first = true;
  for (const auto& one : list) {
    if (!std::exchange(is_first, false)) out += ',';
    append(one);
  }
  out += ']';
}

}  // namespace absolve::wasm
