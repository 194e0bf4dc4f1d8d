#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "url_attributes.h"

namespace absolve::html {

/// A start tag, as far as the tree needs to see it.
struct SeenTag {
  std::string_view text;  // the whole document
  std::size_t begin;      // of the `<`
  std::size_t name_end;
  std::uint32_t traits;

  [[nodiscard]] std::string_view name() const noexcept { return text.substr(begin + 1, name_end - begin - 1); }
};

/// The open elements from the outermost svg or math element on: just enough of the stack of open elements (HTML
/// standard, section 13.2.4.2) to tell foreign content from HTML. Outside of foreign content it is empty. HTML
/// inside an integration point is followed only as long as it nests like XML; where it doesn't, this says so.
class ForeignContent {
 public:
  [[nodiscard]] bool empty() const noexcept { return stack_.empty(); }

  /// Whether the current node is foreign, so that CDATA sections are recognized.
  [[nodiscard]] bool is_current() const noexcept { return !stack_.empty() && stack_.back().space != Namespace::html; }

  /// The namespace that a start tag gets; leaves foreign content where the tag breaks out of it (section 13.2.6.5).
  [[nodiscard]] Namespace enter(const SeenTag& tag);

  /// Opens the element of a start tag that ends behind `end`, in the namespace that enter gave; not for HTML outside of
  /// foreign content. False where tree construction may take the tag otherwise (a part of a table without its table, a
  /// form, a body, a glyph), or where the nesting is too deep to be followed.
  [[nodiscard]] bool open(const SeenTag& tag, Namespace space, std::size_t end);

  /// Takes an end tag. False where it closes no foreign element, so that what it does hangs on the HTML around.
  [[nodiscard]] bool close(std::string_view name);

  /// Leaves all foreign content.
  void leave() noexcept { stack_.clear(); }

 private:
  struct Open {
    std::string_view name;
    std::uint32_t traits;
    Namespace space;
    bool html_inside;  // an HTML integration point
  };

  [[nodiscard]] bool takes_html(const SeenTag& tag) const noexcept;

  std::vector<Open> stack_;
};

}  // namespace absolve::html
