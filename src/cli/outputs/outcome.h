#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "../exit_status.h"
#include "absolve/plan.h"

namespace absolve::cli {

/// How many links were rewritten, were absolute already, or were kept.
struct LinkCounts {
  std::size_t links = 0;
  std::size_t rewritten = 0;
  std::size_t absolute = 0;  // already so
  std::size_t kept = 0;      // with a reason

  constexpr void add(Action action) noexcept {
    ++links;
    ++(action == Action::rewrite ? rewritten : action == Action::absolute ? absolute : kept);
  }

  LinkCounts& operator+=(const LinkCounts& other) noexcept {
    links += other.links;
    rewritten += other.rewritten;
    absolute += other.absolute;
    kept += other.kept;
    return *this;
  }
};

/// The same by the names of elements, which are an input's own: of more than fit, those that come late count together.
class LinkCountsByElement {
 public:
  static constexpr std::size_t max_names = 200;
  static constexpr std::size_t max_name = 64;             // bytes
  static constexpr std::string_view others = "(others)";  // no name of an element

  LinkCounts& operator[](std::string_view element) {
    const auto found = counts_.find(element);
    if (found != counts_.end()) return found->second;
    const bool fits = counts_.size() < max_names && element.size() <= max_name;
    return counts_[std::string(fits ? element : others)];
  }
  LinkCountsByElement& operator+=(const LinkCountsByElement& other) {
    for (const auto& [element, counts] : other.counts_) (*this)[element] += counts;
    return *this;
  }
  [[nodiscard]] const std::map<std::string, LinkCounts, std::less<>>& all() const noexcept { return counts_; }

 private:
  std::map<std::string, LinkCounts, std::less<>> counts_;
};

/// A link, for a person to look at.
struct Example {
  std::size_t line;   // from 1; 0: behind an encoding
  std::string place;  // `a href`
  std::string before;
  std::string after;  // its absolute form, or why it stays; "": it was absolute already
  Action action;
};

/// How many of an input are shown.
inline constexpr std::size_t max_examples = 20;

/// The result for one input.
struct Outcome {
  enum class Kind : std::uint8_t {
    changed,
    unchanged,
    skipped,  // no finder reads it, or a rule left it: with --output-dir, what is no text is copied
    failed,
  };

  Kind kind = Kind::unchanged;
  Status status = Status::done;
  std::string output = {};  // where the new file is, or would be; "": in the place of the input, or nowhere
  std::string type = {};    // media type of its first document; "": it was not read
  std::string base = {};    // of that document; "": undefined
  BaseFrom base_from = BaseFrom::none;
  std::size_t documents = 0;
  std::size_t relative = 0;  // how many links stay relative that --check would name
  LinkCounts counts = {};
  LinkCountsByElement elements = {};        // the same, by the element that they stand in
  std::map<Reason, std::size_t> kept = {};  // how many stay, by reason
  std::vector<std::string> notes = {};      // the messages, or what a stream answers, within bounds
  std::vector<Example> examples = {};       // for --report-html: the first few
  std::string error = {};                   // why it failed, or lacks something, or was skipped; "": none of these

  /// It is done, but something that was to be done with it isn't, for a reason in words.
  void lack(std::string_view why) {
    status = Status::failed;
    error = why;
  }

  /// It fails, for a reason in words.
  void fail(std::string_view why) {
    kind = Kind::failed;
    lack(why);
  }

  /// Adds what a part of it came to, but for its notes, its status and why it was left: those are told apart.
  void add(const Outcome& part) {
    if (kind == Kind::unchanged && part.kind == Kind::changed) kind = Kind::changed;
    if (documents == 0 && part.documents > 0) {
      type = part.type;
      base = part.base;
      base_from = part.base_from;
    }
    documents += part.documents;
    relative += part.relative;
    counts += part.counts;
    elements += part.elements;
    for (const auto& [reason, count] : part.kept) kept[reason] += count;
    const std::size_t room = max_examples - std::min(examples.size(), max_examples);
    for (std::size_t i = 0; i < std::min(room, part.examples.size()); ++i) examples.push_back(part.examples[i]);
  }

  /// Counts a link. `element`: its name in lower case; "": it stands in none. Logarithmic.
  void count(std::string_view element, Action action, Reason reason) {
    counts.add(action);
    elements[element].add(action);
    if (action == Action::keep) ++kept[reason];
  }
};

/// The result for one record of an archive that was looked at.
struct RecordOutcome {
  std::size_t number;  // among those that are read, from 1
  RecordName name;
  Outcome outcome = {};
};

/// `changed`, ...
[[nodiscard]] constexpr std::string_view name_of(Outcome::Kind kind) noexcept {
  switch (kind) {
    case Outcome::Kind::changed: return "changed";
    case Outcome::Kind::unchanged: return "unchanged";
    case Outcome::Kind::skipped: return "skipped";
    case Outcome::Kind::failed: break;
  }
  return "failed";
}

/// The results for all inputs so far.
struct Totals {
  std::size_t files = 0;
  std::size_t changed = 0;
  std::size_t unchanged = 0;
  std::size_t skipped = 0;
  std::size_t failed = 0;
  LinkCounts counts = {};
  std::size_t with_relative = 0;  // files in which relative links are left
};

}  // namespace absolve::cli
