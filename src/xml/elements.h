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

/// An element that is open.
struct OpenElement {
  std::string_view name = {};                 // prefix included
  std::uint32_t scope = Value::none;          // its xml:base, or the one around it: index in Finding::scopes
  Vocabulary unprefixed = Vocabulary::other;  // that of names without a prefix
  bool takes_html = false;                    // it holds markup where it should hold text
  bool is_entry = false;                      // of a feed
  bool in_template = false;                   // of XHTML, or one itself
  Prefixes::Mark prefixes = 0;                // those around it
};

/// The elements that are open, as far as end tags and what they cover need to be known. Constant time, but for what an
/// end tag closes.
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

  /// How many elements an end tag closes; 0: it fits none.
  [[nodiscard]] std::size_t closed_by(std::string_view name);

 private:
  std::vector<OpenElement> stack_;
  // How many have a name: from the first end tag on that fits none of the innermost, which few documents have.
  bool is_counting_ = false;
  std::unordered_map<std::string_view, std::size_t> counts_;
};

}  // namespace absolve::xml
