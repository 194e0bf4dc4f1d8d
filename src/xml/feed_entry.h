#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "../find/finding.h"

namespace absolve::xml {

/// Readers identify an entry by its id, so it is left unchanged.
struct Id {
  bool is_relative;
  bool is_url;  // it is relative, or has a scheme and a slash
};

/// The id in the content of an element, as it is written.
[[nodiscard]] Id id_of(std::string_view content);

/// The HTML of an entry of a feed, and the link that it is resolved against on request. The link may come after the
/// HTML, so the scope is made when the entry ends.
class FeedEntry {
 public:
  /// `content` is where the content of the entry begins in the text.
  void begin(std::size_t content) noexcept {
    is_open_ = true;
    content_ = content;
    has_guid_ = false;
    link_ = Value::none;
    html_.clear();
  }
  [[nodiscard]] bool is_open() const noexcept { return is_open_; }

  /// Sets the link: the index of its value.
  void set_link(std::size_t value) noexcept { link_ = static_cast<std::uint32_t>(value); }
  [[nodiscard]] bool has_link() const noexcept { return link_ != Value::none; }

  /// Whether its guid, with this index, is what readers open, and so its link: the item has no other one, which may
  /// come after it. Only the first guid of an item is looked at, so that all items are searched in linear time.
  [[nodiscard]] bool opens(std::size_t guid, std::string_view text);

  /// Adds a value that is in the HTML of the entry.
  void add_html(std::size_t value) { html_.push_back(static_cast<std::uint32_t>(value)); }

  /// Ends the entry: values in its HTML that no xml:base covers get the scope of its link, if that is the base; if not,
  /// they are only reported.
  void end(Finding& finding, FeedBase base);

 private:
  bool is_open_ = false;
  bool has_guid_ = false;
  std::size_t content_ = 0;
  std::uint32_t link_ = Value::none;
  std::vector<std::uint32_t> html_;
};

}  // namespace absolve::xml
