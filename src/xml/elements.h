#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "../find/finding.h"
#include "namespaces.h"
#include "vocabularies.h"

namespace absolve::xml {

/// The name of an element or attribute in a tag. Offsets are bytes of the text, from 0.
///
///     <media:content ...
///      |     |      end
///      begin local
struct Name {
  std::size_t begin;
  std::size_t local;  // without a prefix: begin
  std::size_t end;

  [[nodiscard]] bool has_prefix() const noexcept { return local != begin; }
  [[nodiscard]] std::string_view prefix(std::string_view text) const noexcept {
    return text.substr(begin, has_prefix() ? local - begin - 1 : 0);
  }
  [[nodiscard]] std::string_view local_name(std::string_view text) const noexcept {
    return text.substr(local, end - local);
  }
  [[nodiscard]] std::string_view whole(std::string_view text) const noexcept { return text.substr(begin, end - begin); }
};

[[nodiscard]] Name name_at(std::string_view text, std::size_t begin, std::size_t end) noexcept;

/// An open element.
struct OpenElement {
  std::string_view name = {};                 // including its prefix
  std::uint32_t scope = Value::none;          // its xml:base, or the one around it: index in Finding::scopes
  Vocabulary unprefixed = Vocabulary::other;  // the vocabulary of names without a prefix
  bool takes_html = false;                    // its text may be markup
  bool is_entry = false;                      // it is an entry of a feed
  bool in_template = false;                   // it is in a template of XHTML, or is one
  Prefixes::Mark prefixes = 0;                // the prefixes before it
};

/// The open elements, as far as needed to match end tags and to know what each element covers. Constant time, except
/// for the elements that an end tag closes.
class OpenElements {
 public:
  [[nodiscard]] bool empty() const noexcept { return stack_.empty(); }
  [[nodiscard]] const OpenElement& back() const noexcept { return stack_.back(); }
  [[nodiscard]] OpenElement& back() noexcept { return stack_.back(); }
  void push(const OpenElement& element) {
    stack_.push_back(element);
    if (is_counting_) ++counts_[element.name];
  }
  void pop() {
    if (is_counting_) --counts_[stack_.back().name];
    stack_.pop_back();
  }

  /// How many elements an end tag closes; 0 if it matches none.
  [[nodiscard]] std::size_t closed_by(std::string_view name);

 private:
  std::vector<OpenElement> stack_;
  // The number of open elements by name. It is only counted from the first end tag on that matches none of the
  // innermost elements; few documents have one.
  bool is_counting_ = false;
  std::unordered_map<std::string_view, std::size_t> counts_;
};

}  // namespace absolve::xml
