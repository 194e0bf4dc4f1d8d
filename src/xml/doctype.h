#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <unordered_set>

namespace absolve::xml {

/// The entities that a document type declaration declares (XML 1.0, section 2.8 and 4.2). They are never expanded.
class Doctype {
 public:
  /// Reads the declaration whose `<!DOCTYPE` is at `at`, and returns the offset after it; nullopt if it is not closed.
  /// Linear.
  /// Linear.
  std::optional<std::size_t> read(std::string_view text, std::size_t at);

  /// Whether any entity may be declared.
  [[nodiscard]] bool declares() const noexcept { return has_outside_ || !names_.empty(); }

  /// Whether a general entity is declared here, or may be in the external declarations.
  [[nodiscard]] bool declares(std::string_view entity) const;

  /// Whether such an entity is used in the value of an attribute, or in content. In content, comments, CDATA sections
  /// and processing instructions contain no entities. Linear.
  [[nodiscard]] bool is_used_in_value(std::string_view raw) const { return is_used_in(raw, "&"); }
  [[nodiscard]] bool is_used_in_content(std::string_view raw) const { return is_used_in(raw, "&<"); }

 private:
  [[nodiscard]] bool is_used_in(std::string_view raw, std::string_view signs) const;

  std::unordered_set<std::string_view> names_;  // general entities declared in the internal subset
  bool has_outside_ = false;                    // there may be declarations outside of it, too
};

}  // namespace absolve::xml
