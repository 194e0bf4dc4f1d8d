#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "../markup/url_attributes.h"
#include "elements.h"

namespace absolve::html {

using markup::Namespace;

/// A start or end tag, as far as the tree needs to see it.
struct SeenTag {
  std::string_view text;  // the whole document
  std::size_t begin;      // the byte before the name: the `<`, or the slash of an end tag
  std::size_t name_end;
  std::uint64_t traits;  // of its element in HTML
  Tag tag;

  [[nodiscard]] std::string_view name() const noexcept { return text.substr(begin + 1, name_end - begin - 1); }
};

/// Nesting beyond this isn't followed: a few MB at the most, and more than any page that means it.
inline constexpr std::size_t deepest = 1 << 16;

/// Whether a start tag ends foreign content (section 13.2.6.5).
[[nodiscard]] bool breaks_out_of_foreign_content(const SeenTag& tag);

/// Whether a foreign element is an HTML integration point (section 13.2.6): what is in it is HTML.
[[nodiscard]] bool is_html_integration_point(const SeenTag& tag, Namespace space);

/// Whether a start tag in an element counts as HTML (section 13.2.6). `traits` are those of the element,
/// `html_inside`: it is an HTML integration point.
[[nodiscard]] bool takes_html(std::uint64_t traits, Namespace space, bool html_inside, const SeenTag& tag) noexcept;

/// Whether breaking out of foreign content ends at an element.
[[nodiscard]] inline bool stops_breakout(std::uint64_t traits, Namespace space, bool html_inside) noexcept {
  return space == Namespace::html || html_inside || (space == Namespace::mathml && (traits & mathml_text) != 0);
}

/// The open elements from the outermost svg or math element on: just enough of the stack of open elements (HTML
/// standard, section 13.2.4.2) to distinguish foreign content. Outside of foreign content it is empty. HTML
/// inside an integration point is followed only as long as it nests like XML; where it doesn't, this says so.
class ForeignContent {
 public:
  [[nodiscard]] bool empty() const noexcept { return stack_.empty(); }

  /// Whether the current node is foreign, so that CDATA sections are recognized.
  [[nodiscard]] bool is_current() const noexcept { return !stack_.empty() && stack_.back().space != Namespace::html; }

  /// The namespace that a start tag gets; leaves foreign content where the tag breaks out of it (section 13.2.6.5).
  /// Inline, as nearly all tags are outside of it and start none.
  [[nodiscard]] Namespace enter(const SeenTag& tag) {
    const bool nothing_to_do = stack_.empty() && (tag.traits & foreign_root) == 0;
    return nothing_to_do ? Namespace::html : enter_followed(tag);
  }

  /// Opens the element of a start tag that ends after `end`, in the namespace that enter gave; not for HTML outside of
  /// foreign content. False where tree construction may take the tag otherwise (a part of a table without its table, a
  /// form, a body, a glyph), or where the nesting is too deep to be followed.
  [[nodiscard]] bool open(const SeenTag& tag, Namespace space, std::size_t end);

  /// Takes an end tag. False where it closes no foreign element, so that what it does depends on the HTML around.
  [[nodiscard]] bool close(const SeenTag& tag);

  /// Leaves all foreign content.
  void leave() noexcept { stack_.clear(); }

 private:
  struct Open {
    std::string_view name;
    std::uint64_t traits;
    Namespace space;
    bool html_inside;  // an HTML integration point
  };

  [[nodiscard]] Namespace enter_followed(const SeenTag& tag);
  void break_out() noexcept;

  std::vector<Open> stack_;
};

}  // namespace absolve::html
