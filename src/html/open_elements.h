#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "foreign_content.h"

namespace absolve::html {

/// An open element, as far as tree construction looks at it.
struct OpenElement {
  std::string_view name;  // as written in the source
  std::uint64_t traits;   // of a foreign element: those that matter for foreign elements
  std::uint32_t serial;   // identifies the element; a clone has its own
  std::uint32_t place;    // where its content goes in the tree, as a place of TreeOrder
  std::uint32_t itself;   // of a table: its own place
  Tag tag;                // of an element in the HTML namespace; otherwise Tag::other
  Namespace space;
  bool html_inside;  // it is an HTML integration point
};

/// The stack of open elements of the HTML standard (section 13.2.4.2). Searches take as many steps as the stack is
/// deep, so it counts them: callers stop reading a page when the steps are no longer linear in its size.
class OpenElements {
 public:
  using Traits = std::uint64_t;

  [[nodiscard]] std::size_t size() const noexcept { return stack_.size(); }
  [[nodiscard]] const OpenElement& operator[](std::size_t i) const noexcept { return stack_[i]; }
  [[nodiscard]] OpenElement& operator[](std::size_t i) noexcept { return stack_[i]; }
  [[nodiscard]] const OpenElement& current() const noexcept { return stack_.back(); }
  [[nodiscard]] bool is_current(Tag tag) const noexcept { return current().tag == tag; }

  void push(const OpenElement& element);
  void pop() noexcept;
  void insert(std::size_t at, const OpenElement& element);
  void erase(std::size_t at) noexcept;

  /// A number that no element has yet.
  [[nodiscard]] std::uint32_t new_serial() noexcept { return ++last_serial_; }

  [[nodiscard]] bool holds(Tag tag) const noexcept { return counts_[tag] > 0; }

  static constexpr std::size_t nowhere = SIZE_MAX;
  [[nodiscard]] std::size_t find(std::uint32_t serial) const noexcept;
  [[nodiscard]] std::size_t find_last(Tag tag) const noexcept;

  /// Whether an element is in scope; `ends` are the traits that end the search.
  [[nodiscard]] bool in_scope(Tag tag, Traits ends = scope) const noexcept;
  [[nodiscard]] bool has_in_scope(Traits wanted, Traits ends = scope) const noexcept;
  [[nodiscard]] bool is_in_scope(std::uint32_t serial) const noexcept;

  /// Pops elements up to and including one that is known to be open.
  void pop_to(Tag tag) noexcept;
  void pop_to(Traits wanted) noexcept;
  void pop_to_size(std::size_t size) noexcept;

  /// Pops elements up to one that a part of a table belongs in.
  void clear_back_to(Traits context, Tag or_tag = Tag::other) noexcept;

  void generate_implied_end_tags(Tag except = Tag::other) noexcept;
  void generate_all_implied_end_tags() noexcept;

  /// The number of steps of all searches together.
  [[nodiscard]] std::size_t steps() const noexcept { return steps_; }
  void add_steps(std::size_t steps) const noexcept { steps_ += steps; }

  /// Whether an element was not opened because it would be nested too deeply.
  [[nodiscard]] bool overflowed() const noexcept { return overflowed_; }

 private:
  std::vector<OpenElement> stack_;
  std::array<std::uint32_t, 256> counts_{};  // by Tag
  std::uint32_t last_serial_ = 0;
  mutable std::size_t steps_ = 0;
  bool overflowed_ = false;
};

}  // namespace absolve::html
