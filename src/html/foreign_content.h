#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "../markup/url_attributes.h"
#include "elements.h"

namespace absolve::html {

using markup::Namespace;

/// What the tree needs to know about a start or end tag.
struct SeenTag {
  std::string_view text;  // the whole document
  std::size_t begin;      // the byte before the name: the `<`, or the slash of an end tag
  std::size_t name_end;
  std::uint64_t traits;  // those of its element in HTML
  Tag tag;

  [[nodiscard]] std::string_view name() const noexcept { return text.substr(begin + 1, name_end - begin - 1); }
};

/// Whether a start tag ends foreign content (section 13.2.6.5).
[[nodiscard]] bool breaks_out_of_foreign_content(const SeenTag& tag);

/// Whether a foreign element is an HTML integration point (section 13.2.6): its content is HTML.
[[nodiscard]] bool is_html_integration_point(const SeenTag& tag, Namespace space);

/// Whether a start tag in an element is treated as HTML (section 13.2.6). `traits` are those of that element;
/// `html_inside` means that it is an HTML integration point.
[[nodiscard]] bool takes_html(std::uint64_t traits, Namespace space, bool html_inside, const SeenTag& tag) noexcept;

/// Whether breaking out of foreign content stops at an element.
[[nodiscard]] inline bool stops_breakout(std::uint64_t traits, Namespace space, bool html_inside) noexcept {
  return space == Namespace::html || html_inside || (space == Namespace::mathml && (traits & mathml_text) != 0);
}

/// The open elements from the outermost svg or math element on: just as much of the stack of open elements (HTML
/// standard, section 13.2.4.2) as is needed to recognize foreign content. Outside of foreign content it is empty. HTML
/// inside an integration point is only followed as long as it nests properly; if it doesn't, open() or close() returns
/// false.
class ForeignContent {
 public:
  [[nodiscard]] bool empty() const noexcept { return stack_.empty(); }

  /// Whether the current node is foreign. Then CDATA sections are recognized.
  [[nodiscard]] bool is_current() const noexcept { return !stack_.empty() && stack_.back().space != Namespace::html; }

  /// The namespace of the element of a start tag. Leaves foreign content if the tag breaks out of it (section
  /// 13.2.6.5). Inline, as nearly all tags are outside of foreign content and don't start it.
  [[nodiscard]] Namespace enter(const SeenTag& tag) {
    const bool nothing_to_do = stack_.empty() && (tag.traits & foreign_root) == 0;
    return nothing_to_do ? Namespace::html : enter_followed(tag);
  }

  /// Opens the element of a start tag that ends after `end`, in the namespace that enter() returned; not to be called
  /// for HTML outside of foreign content. False: tree construction may treat the tag differently (a part of a table
  /// without a table, a form, a body, a glyph), or the nesting is too deep to be followed.
  [[nodiscard]] bool open(const SeenTag& tag, Namespace space, std::size_t end);

  /// Takes an end tag. False: it closes no foreign element, so its effect depends on the HTML around.
  [[nodiscard]] bool close(const SeenTag& tag);

  /// Leaves all foreign content.
  void close_all() noexcept { stack_.clear(); }

 private:
  struct Open {
    std::string_view name;
    std::uint64_t traits;
    Namespace space;
    bool html_inside;  // it is an HTML integration point
  };

  [[nodiscard]] Namespace enter_followed(const SeenTag& tag);
  void break_out() noexcept;

  std::vector<Open> stack_;
};

}  // namespace absolve::html
