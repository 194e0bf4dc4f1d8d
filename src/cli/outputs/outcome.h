// The result for one input, in numbers and words. Task counts links in it and adds what goes wrong, and the Sink
// passes it on to the reports and adds it to the Totals. The worst Status of all gives the exit status.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "absolve/plan.h"

namespace absolve::cli {

/// The result of a run, from best to worst.
enum class Status : std::uint8_t {
  done,
  left_unread,     // everything is written, but something in it that may hold links was left unread
  relative_found,  // --check found relative references
  failed,          // usage error, or an input failed: the output is missing or incomplete
};

/// The exit status of the process: 0, 3, 1, 2.
[[nodiscard]] constexpr int exit_code(Status status) noexcept {
  constexpr std::array<int, 4> codes = {0, 3, 1, 2};
  return codes[static_cast<std::size_t>(status)];
}

/// How many links were rewritten, were already absolute, or were kept.
struct LinkCounts {
  std::size_t links = 0;
  std::size_t rewritten = 0;
  std::size_t absolute = 0;  // already absolute
  std::size_t kept = 0;      // kept, with a reason

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

/// The same by element name, which an input may choose freely: if there are too many, later ones are counted together.
class LinkCountsByElement {
 public:
  static constexpr std::size_t max_names = 200;
  static constexpr std::size_t max_name = 64;             // bytes
  static constexpr std::string_view others = "(others)";  // can't be the name of an element

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
  [[nodiscard]] const std::map<std::string, LinkCounts, std::less<>>& by_name() const noexcept { return counts_; }

 private:
  std::map<std::string, LinkCounts, std::less<>> counts_;
};

/// A link to be shown to the user.
struct Example {
  std::size_t line;   // from 1; 0 inside an encoding
  std::string place;  // `a href`
  std::string before;
  std::string after;  // its absolute form, or why it is kept; "" if it was absolute already
  Action action;
};

/// How many examples of an input are shown.
inline constexpr std::size_t max_examples = 20;

/// The result for one input.
struct Outcome {
  enum class Kind : std::uint8_t {
    changed,
    unchanged,
    skipped,  // no finder reads it, or a rule left it out: with --output-dir, a file that is not text is copied
    failed,
  };

  Kind kind = Kind::unchanged;
  Status status = Status::done;
  std::string output = {};  // path of the new file, even if it isn't written; "" if it is the input's, or missing
  std::string type = {};    // media type of its first document; "" if it was not read
  std::string base = {};    // of that document; "" if it is undefined
  BaseFrom base_from = BaseFrom::none;
  std::size_t documents = 0;
  std::size_t relative = 0;  // number of links left relative that --check would report
  LinkCounts counts = {};
  LinkCountsByElement elements = {};        // the same counts by element
  std::map<Reason, std::size_t> kept = {};  // number of links kept, by reason
  std::vector<std::string> notes = {};      // messages, or a stream's answers, up to a limit
  std::vector<Example> examples = {};       // for --report-html: the first few links
  std::string error = {};                   // why it failed, is incomplete, or was skipped; "" if it is none of these

  /// It was done, but not completely, for a reason in words, which is dropped if memory is exhausted.
  void lack(std::string_view why) noexcept {
    status = Status::failed;
    try {
      error = why;
    } catch (const std::bad_alloc&) {
    }
  }

  /// It failed, for a reason in words.
  void fail(std::string_view why) noexcept {
    kind = Kind::failed;
    lack(why);
  }

  /// Adds the result for a part of it, except for notes, status and why it was left, which are reported separately.
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

  /// Counts a link. `element` is its name in lower case; "" if it is in none. Logarithmic.
  void count(std::string_view element, Action action, Reason reason) {
    counts.add(action);
    elements[element].add(action);
    if (action == Action::keep) ++kept[reason];
  }
};

/// The result for one record of an archive that was examined.
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
  std::size_t with_relative = 0;  // number of files in which relative links are left
  std::size_t records = 0;        // of archives
  std::size_t conversions = 0;    // how many of them have one in the output
};

}  // namespace absolve::cli
