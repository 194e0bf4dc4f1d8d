#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../describe/members.h"

namespace absolve::wasm {

/// JSON for JavaScript. Bytes that are no UTF-8 are written as they are: they stand for lone surrogates, and JavaScript
/// gets these back.
inline void append_json(std::string& out, std::string_view text) {
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

inline void append_json(std::string& out, std::size_t number) { out += std::to_string(number); }

template <class Value>
void append_json(std::string& out, const std::optional<Value>& value) {
  if (value) append_json(out, *value);
  else out += "null";
}

/// The names of members, which have underscores elsewhere, in JavaScript's manner: `base_from` is `baseFrom`.
inline void append_name(std::string& out, std::string_view name) {
  out += '"';
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '_' && i + 1 < name.size()) out += static_cast<char>(name[++i] & ~0x20);
    else out += name[i];
  }
  out += '"';
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

/// `for_each` calls a function for each name and value.
template <class ForEach>
void append_object(std::string& out, ForEach&& for_each);

inline void append_json(std::string& out, const std::vector<std::string>& texts) {
  append_list(out, texts, [&](const std::string& one) { append_json(out, std::string_view(one)); });
}

inline void append_json(std::string& out, const std::vector<Layer>& layers) {
  append_list(out, layers,
              [&](const Layer& one) { append_object(out, [&](const auto& add) { for_each_member(one, add); }); });
}

template <class ForEach>
void append_object(std::string& out, ForEach&& for_each) {
  out += '{';
  bool is_first = true;
  for_each([&](std::string_view name, const auto& value) {
    if (!std::exchange(is_first, false)) out += ',';
    append_name(out, name);
    out += ':';
    append_json(out, value);
  });
  out += '}';
}

}  // namespace absolve::wasm
