// Prefixes and their current meaning. Each prefix has one entry, which is changed in place; a declaration saves the
// previous meaning in `undo_`, and the end of its element restores it:
//
//     <a xmlns:m="A"> <b xmlns:m="B"> ... </b> </a>
//     m: A            B, undo: A          A             a lookup never goes through the open elements
//
// Feeds omit declarations, or use a wrong namespace. So an undeclared prefix has its usual meaning (vocabularies.cc),
// and if the namespace of the root is unknown, its name determines the vocabulary of names without a prefix.

#include "namespaces.h"

#include <algorithm>
#include <string>

#include "../codec/markup/character_references.h"
#include "../text/ascii.h"

namespace absolve::xml {
namespace {

/// Up to this many, a linear search is faster than hashing.
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

void Namespaces::declare(std::string_view name, std::string_view raw, Vocabulary& unprefixed) {
  constexpr std::string_view xmlns = "xmlns";
  if (!name.starts_with(xmlns)) return;
  if (name.size() == xmlns.size()) {
    unprefixed = declared({}, raw);
  } else if (name[xmlns.size()] == ':') {
    const std::string_view prefix = name.substr(xmlns.size() + 1);
    prefixes_.declare(prefix, declared(prefix, raw));
  }
}

/// The vocabulary in a declaration. An entity in it is not expanded: then a prefix has its usual meaning.
Vocabulary Namespaces::declared(std::string_view prefix, std::string_view raw) {
  std::string scratch;
  const std::string_view url = trimmed(codec::decode_attribute(raw, scratch, codec::ReferenceIn::xml));
  if (url.empty()) return in_none_;
  const Vocabulary vocabulary = vocabulary_of_namespace(url);
  if (vocabulary != Vocabulary::other) return vocabulary;
  if (prefix.empty() && has_root_ && raw == of_root_) return in_none_;
  if (prefix.empty() && !has_root_) of_root_ = raw;
  return raw.find('&') == std::string_view::npos ? vocabulary : vocabulary_of_prefix(prefix);
}

Vocabulary Namespaces::start_root(std::string_view prefix, std::string_view local_name, std::string_view media_type,
                                  Vocabulary& unprefixed) {
  has_root_ = true;
  const Vocabulary own = prefix.empty() ? unprefixed : find(prefix);
  const Vocabulary by_name = vocabulary_of_root(local_name, media_type);
  // Some RSS feeds declare the namespace of an extension, or of Atom, as their own.
  const bool is_rss = by_name == Vocabulary::rss && prefix.empty();
  const bool is_known = own != Vocabulary::other && own != Vocabulary::rdf && !is_rss;
  if (!is_known) in_none_ = by_name;
  if (unprefixed == Vocabulary::other || is_rss) unprefixed = in_none_;
  return is_known ? own : in_none_;
}

}  // namespace absolve::xml
