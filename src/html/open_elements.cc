#include "open_elements.h"
#include "../text/limits.h"

namespace absolve::html {

void OpenElements::push(const OpenElement& element) { insert(stack_.size(), element); }

void OpenElements::pop() noexcept { erase(stack_.size() - 1); }

void OpenElements::insert(std::size_t at, const OpenElement& element) {
  if (stack_.size() == limits::element_levels) {
    overflowed_ = true;
    return;
  }
  steps_ += stack_.size() - at;
  ++counts_[element.tag];
  stack_.insert(stack_.begin() + static_cast<std::ptrdiff_t>(at), element);
}

void OpenElements::erase(std::size_t at) noexcept {
  steps_ += stack_.size() - at;
  --counts_[stack_[at].tag];
  stack_.erase(stack_.begin() + static_cast<std::ptrdiff_t>(at));
}

std::size_t OpenElements::find(std::uint32_t serial) const noexcept {
  for (std::size_t i = stack_.size(); i-- > 0; ++steps_) {
    if (stack_[i].serial == serial) return i;
  }
  return nowhere;
}

std::size_t OpenElements::find_last(Tag tag) const noexcept {
  if (!holds(tag)) return nowhere;
  for (std::size_t i = stack_.size(); i-- > 0; ++steps_) {
    if (stack_[i].tag == tag) return i;
  }
  return nowhere;
}

bool OpenElements::in_scope(Tag tag, Traits ends) const noexcept {
  if (!holds(tag)) return false;
  for (std::size_t i = stack_.size(); i-- > 0; ++steps_) {
    if (stack_[i].tag == tag) return true;
    if ((stack_[i].traits & ends) != 0) return false;
  }
  return false;
}

bool OpenElements::has_in_scope(Traits wanted, Traits ends) const noexcept {
  for (std::size_t i = stack_.size(); i-- > 0; ++steps_) {
    if ((stack_[i].traits & wanted) != 0) return true;
    if ((stack_[i].traits & ends) != 0) return false;
  }
  return false;
}

bool OpenElements::is_in_scope(std::uint32_t serial) const noexcept {
  for (std::size_t i = stack_.size(); i-- > 0; ++steps_) {
    if (stack_[i].serial == serial) return true;
    if ((stack_[i].traits & scope) != 0) return false;
  }
  return false;
}

void OpenElements::pop_to(Tag tag) noexcept {
  while (stack_.size() > 1 && !is_current(tag)) pop();
  if (stack_.size() > 1) pop();
}

void OpenElements::pop_to(Traits wanted) noexcept {
  while (stack_.size() > 1 && (current().traits & wanted) == 0) pop();
  if (stack_.size() > 1) pop();
}

void OpenElements::pop_to_size(std::size_t size) noexcept {
  while (stack_.size() > size) pop();
}

void OpenElements::clear_back_to(Traits context, Tag or_tag) noexcept {
  const auto stays = [&] { return (current().traits & context) != 0 || (or_tag != Tag::other && is_current(or_tag)); };
  while (stack_.size() > 1 && !stays()) pop();
}

void OpenElements::generate_implied_end_tags(Tag except) noexcept {
  while ((current().traits & implied_end) != 0 && (except == Tag::other || !is_current(except))) pop();
}

void OpenElements::generate_all_implied_end_tags() noexcept {
  while ((current().traits & (implied_end | table_part)) != 0) pop();
}

}  // namespace absolve::html
