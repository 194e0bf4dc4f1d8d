#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <unordered_set>

namespace absolve::xml {

/// What a document type declaration says of entities (XML 1.0, section 2.8 and 4.2). None is ever expanded.
class Doctype {
 public:
  /// Reads the declaration whose `<!DOCTYPE` is at `at`, and returns the offset after it; nullopt: nothing ends it.
  /// Linear.
  std::optional<std::size_t> read(std::string_view text, std::size_t at);

  /// Whether any entity may be declared.
  [[nodiscard]] bool declares() const noexcept { return has_outside_ || !names_.empty(); }

  /// Whether a general entity stands for what the document type says, here or in what it leads to.
  [[nodiscard]] bool declares(std::string_view entity) const;

  /// Whether such an entity is in the value of an attribute, or in content: there it is none in a comment, a CDATA
  /// section or a processing instruction. Linear.
  [[nodiscard]] bool is_used_in_value(std::string_view raw) const { return is_used_in(raw, "&"); }
  [[nodiscard]] bool is_used_in_content(std::string_view raw) const { return is_used_in(raw, "&<"); }

 private:
  [[nodiscard]] bool is_used_in(std::string_view raw, std::string_view signs) const;

  std::unordered_set<std::string_view> names_;  // general entities declared inside
  bool has_outside_ = false;                    // declarations may be elsewhere, too
};

}  // namespace absolve::xml
