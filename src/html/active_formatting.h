#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "open_elements.h"

namespace absolve::html {

/// The list of active formatting elements of the HTML standard (section 13.2.4.3): elements that are opened again after
/// other elements have closed them.
class ActiveFormatting {
 public:
  explicit ActiveFormatting(std::string_view text) noexcept : text_(text) {}

  struct Entry {
    OpenElement element;  // serial 0: a marker
    std::size_t begin;    // of the tag; its attributes are compared to tell elements apart
  };

  /// Adds an element whose tag is at `begin`. If there are three equal elements already, the first is removed.
  void push(const OpenElement& element, std::size_t begin, const OpenElements& open);
  void push_marker() { entries_.push_back({{}, 0}); }
  void clear_to_marker() noexcept;

  /// The index from which on entries must be opened again.
  [[nodiscard]] std::size_t first_to_reopen(const OpenElements& open) const noexcept;
  [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }
  [[nodiscard]] Entry& operator[](std::size_t i) noexcept { return entries_[i]; }

  static constexpr std::size_t nowhere = SIZE_MAX;

  /// The last entry with a tag after the last marker.
  [[nodiscard]] std::size_t find(Tag tag, const OpenElements& open) const noexcept;
  [[nodiscard]] std::size_t find(std::uint32_t serial, const OpenElements& open) const noexcept;
  void erase(std::size_t at) noexcept { entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(at)); }

  /// The adoption agency algorithm (section 13.2.6.4.7). False: the end tag must be treated as any other.
  [[nodiscard]] bool adopt(Tag subject, OpenElements& open);

 private:
  void adopt_into(std::size_t entry, std::size_t formatting, std::size_t furthest, OpenElements& open);
  [[nodiscard]] bool alike(std::size_t a, std::size_t b, const OpenElements& open) const;

  std::string_view text_;
  std::vector<Entry> entries_;
};

}  // namespace absolve::html
