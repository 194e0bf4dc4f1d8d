#include "namespaces.h"

#include <algorithm>

namespace absolve::xml {
namespace {

/// Up to so many are faster to look through than to hash.
constexpr std::size_t few = 16;

}  // namespace

std::size_t Prefixes::index_of(std::string_view prefix) const noexcept {
  if (entries_.size() > few) {
    const auto found = by_name_.find(prefix);
    return found == by_name_.end() ? entries_.size() : found->second;
  }
  return static_cast<std::size_t>(std::ranges::find(entries_, prefix, &Entry::prefix) - entries_.begin());
}

void Prefixes::declare(std::string_view prefix, Vocabulary vocabulary) {
  const std::size_t index = index_of(prefix);
  if (index == entries_.size()) {
    entries_.push_back({prefix, vocabulary_of_prefix(prefix)});
    if (entries_.size() > few) {
      for (std::size_t i = by_name_.size(); i < entries_.size(); ++i) {
        by_name_.emplace(entries_[i].prefix, static_cast<std::uint32_t>(i));
      }
    }
  }
  undo_.push_back({static_cast<std::uint32_t>(index), entries_[index].vocabulary});
  entries_[index].vocabulary = vocabulary;
}

void Prefixes::go_back(Mark mark) {
  for (; undo_.size() > mark; undo_.pop_back()) entries_[undo_.back().entry].vocabulary = undo_.back().before;
}

Vocabulary Prefixes::find(std::string_view prefix) const noexcept {
  const std::size_t index = index_of(prefix);
  return index == entries_.size() ? vocabulary_of_prefix(prefix) : entries_[index].vocabulary;
}

}  // namespace absolve::xml
