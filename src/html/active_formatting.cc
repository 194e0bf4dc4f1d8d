#include "active_formatting.h"

#include <algorithm>
#include <string>
#include <utility>

#include "../codec/markup/attributes.h"
#include "../codec/markup/character_references.h"
#include "../text/ascii.h"

namespace absolve::html {
namespace {

using Attributes = std::vector<std::pair<std::string, std::string>>;

/// The attributes of a tag, each name once, sorted.
Attributes attributes_of(std::string_view text, std::size_t begin, const OpenElements& open) {
  Attributes result;
  std::string scratch;
  const std::size_t end =
      markup::read_attributes(text, markup::tag_name_end(text, begin + 1), [&](const markup::Attribute& attribute) {
        result.emplace_back(lower_case(attribute.name(text)), codec::decode_attribute(attribute.value(text), scratch));
      });
  open.add_steps(end - begin);
  const auto by_name = [](const auto& a, const auto& b) { return a.first < b.first; };
  std::ranges::stable_sort(result, by_name);
  const auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
  result.erase(std::unique(result.begin(), result.end(), same), result.end());
  return result;
}

}  // namespace

bool ActiveFormatting::alike(std::size_t a, std::size_t b, const OpenElements& open) const {
  return attributes_of(text_, a, open) == attributes_of(text_, b, open);
}

void ActiveFormatting::push(const OpenElement& element, std::size_t begin, const OpenElements& open) {
  std::size_t first = nowhere;
  int count = 0;
  for (std::size_t i = entries_.size(); i-- > 0 && entries_[i].element.serial != 0;) {
    open.add_steps(1);
    if (entries_[i].element.tag != element.tag || !alike(entries_[i].begin, begin, open)) continue;
    first = i;
    ++count;
  }
  if (count >= 3) erase(first);
  entries_.push_back({element, begin});
}

void ActiveFormatting::clear_to_marker() noexcept {
  while (!entries_.empty()) {
    const bool marker = entries_.back().element.serial == 0;
    entries_.pop_back();
    if (marker) return;
  }
}

std::size_t ActiveFormatting::first_to_reopen(const OpenElements& open) const noexcept {
  std::size_t first = entries_.size();
  while (first > 0 && entries_[first - 1].element.serial != 0 &&
         open.find(entries_[first - 1].element.serial) == OpenElements::nowhere) {
    --first;
  }
  return first;
}

std::size_t ActiveFormatting::find(Tag tag, const OpenElements& open) const noexcept {
  for (std::size_t i = entries_.size(); i-- > 0 && entries_[i].element.serial != 0; open.add_steps(1)) {
    if (entries_[i].element.tag == tag) return i;
  }
  return nowhere;
}

std::size_t ActiveFormatting::find(std::uint32_t serial, const OpenElements& open) const noexcept {
  for (std::size_t i = entries_.size(); i-- > 0; open.add_steps(1)) {
    if (entries_[i].element.serial == serial) return i;
  }
  return nowhere;
}

bool ActiveFormatting::adopt(Tag subject, OpenElements& open) {
  if (open.is_current(subject) && find(open.current().serial, open) == nowhere) {
    open.pop();
    return true;
  }
  for (int round = 0; round < 8; ++round) {
    const std::size_t entry = find(subject, open);
    if (entry == nowhere) return false;
    const std::uint32_t serial = entries_[entry].element.serial;
    const std::size_t formatting = open.find(serial);
    if (formatting == OpenElements::nowhere) {
      erase(entry);
      return true;
    }
    if (!open.is_in_scope(serial)) return true;
    std::size_t furthest = formatting + 1;
    while (furthest < open.size() && (open[furthest].traits & special) == 0) ++furthest;
    open.add_steps(furthest - formatting);
    if (furthest == open.size()) {
      open.pop_to_size(formatting);
      erase(entry);
      return true;
    }
    adopt_into(entry, formatting, furthest, open);
  }
  return true;
}

/// Step 8 and following: the formatting element is closed, and opened again inside the furthest block; the elements
/// between them are closed, and opened again around it.
void ActiveFormatting::adopt_into(std::size_t entry, std::size_t formatting, std::size_t furthest, OpenElements& open) {
  std::size_t bookmark = entry;
  bool bookmark_after_clone = false;
  std::size_t node = furthest;
  for (int count = 1; --node > formatting; ++count) {
    std::size_t listed = find(open[node].serial, open);
    if (count > 3 && listed != nowhere) {
      erase(listed);
      if (listed < entry) --entry;
      if (listed < bookmark) --bookmark;
      listed = nowhere;
    }
    if (listed == nowhere) {
      open.erase(node);
      --furthest;
      continue;
    }
    open[node].serial = open.new_serial();
    entries_[listed].element = open[node];
    if (!bookmark_after_clone) bookmark = listed + 1;
    bookmark_after_clone = true;
  }
  Entry clone = entries_[entry];
  clone.element.serial = open.new_serial();
  clone.element.place = open[furthest].place;
  entries_.insert(entries_.begin() + static_cast<std::ptrdiff_t>(bookmark), clone);
  erase(entry < bookmark ? entry : entry + 1);
  open.insert(furthest + 1, clone.element);
  open.erase(formatting);
}

}  // namespace absolve::html
