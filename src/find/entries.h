#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "../text/lines.h"
#include "../text/utf8.h"
#include "finding.h"

namespace absolve::inline detail {

/// The rule for a reference that is in no element and no attribute.
inline constexpr Rule entry_rule{.element = "", .attribute = ""};

/// Calls `visit(begin, end)` for each entry of a list: a line without its LF or CR LF, or, with Input::null_separated,
/// the bytes before a NUL. A byte order mark at the beginning is not part of the first entry,
/// unless the text continues a list. Linear.
template <class Visit>
void for_each_entry(std::string_view text, const Input& input, const Options& options, Visit&& visit) {
  const char separator = input.null_separated ? '\0' : '\n';
  for (std::size_t begin = input.continues ? 0 : after_mark(text); begin < text.size();) {
    const std::size_t next = std::min(text.find(separator, begin), text.size());
    const bool carriage_return = separator == '\n' && next > begin && next < text.size() && text[next - 1] == '\r';
    step(options);
    visit(begin, carriage_return ? next - 1 : next);
    begin = next + 1;
  }
}

/// The offset after the LF, CR LF or NUL that ends an entry. `end` is as for_each_entry passes it.
[[nodiscard]] constexpr std::size_t after_entry(std::string_view text, std::size_t end) noexcept {
  const bool is_pair = text.substr(std::min(end, text.size())).starts_with("\r\n");
  return std::min(end + (is_pair ? 2 : 1), text.size());
}

/// A note on entries of a list that are left unchanged; it counts them (count_left()).
[[nodiscard]] inline FoundNote note_on_entries(NoteCode code) {
  return {.code = code, .severity = Note::Severity::failure, .words = {}, .count = 0};
}

/// Counts an entry that begins at `begin`. The note points to the first one, and says why that is left.
inline void count_left(FoundNote& note, std::size_t begin, std::vector<std::string> why) {
  if (note.count++ > 0) return;
  note.offset = begin;
  note.words = std::move(why);
}

/// Adds those of the notes that have counted any entry.
inline void add_counted(Finding& finding, std::initializer_list<FoundNote*> notes) {
  for (FoundNote* const one : notes) {
    if (one->count > 0) finding.notes.push_back(std::move(*one));
  }
}

/// A list that is a single entry although it seems to have lines gets a note.
inline void note_cr_alone(Finding& finding, std::string_view text, const Input& input) {
  const bool has_ends = input.continues || input.null_separated || text.find('\n') != std::string_view::npos;
  if (!has_ends && has_single_cr(text))
    finding.notes.push_back({NoteCode::cr_alone, Note::Severity::notice, {std::string(ends_lines_in_cr)}, 0});
}

/// The finding for a list that is left unchanged as a whole.
[[nodiscard]] inline Finding list_left(NoteCode code, std::size_t offset, std::vector<std::string> words = {}) {
  Finding left;
  left.list = std::make_unique<ListFinding>();
  left.notes.push_back({code, Note::Severity::failure, std::move(words), offset});
  left.leaves_references = true;
  return left;
}

/// The scopes of the bases that the entries of a list name: one for each spelling. If a named base can't be one, no
/// other base is used instead.
class NamedBases {
 public:
  explicit NamedBases(std::vector<FoundScope>& scopes) noexcept : scopes_(scopes) {}

  /// The index of the scope of a base. `written` is the base as it is in the text, at `offset`; it must outlive this.
  /// `meaning()` returns it decoded. `around` is the scope of the base that it may be relative to. Constant, except for
  /// a new base: linear in that.
  template <class Meaning>
  [[nodiscard]] std::uint32_t scope(std::string_view written, std::size_t offset, Meaning&& meaning,
                                    std::uint32_t around = Value::none) {
    const Named named{written, around};
    if (last_ != Value::none && named == last_named_) return last_;
    const auto [found, is_new] = known_.try_emplace(named, static_cast<std::uint32_t>(scopes_.size()));
    if (is_new) add({BaseFrom::retrieval, std::string(meaning()), offset, {}, {}}, around);
    last_named_ = named;
    return last_ = found->second;
  }

  /// The same, if the entry's base can't be read, for a reason in words.
  [[nodiscard]] std::uint32_t scope_without_base(std::size_t offset, std::string_view why) {
    const auto index = static_cast<std::uint32_t>(scopes_.size());
    add({BaseFrom::retrieval, {}, offset, {}, std::string(why)}, Value::none);
    return index;
  }

 private:
  struct Named {
    std::string_view written;
    std::uint32_t around;
    friend bool operator==(const Named&, const Named&) = default;
  };
  struct Hash {
    std::size_t operator()(const Named& named) const noexcept {
      return std::hash<std::string_view>()(named.written) ^ named.around;
    }
  };

  void add(Candidate candidate, std::uint32_t around) {
    candidate.ends_search = true;
    scopes_.push_back({.candidate = std::move(candidate), .around = around});
  }

  std::vector<FoundScope>& scopes_;
  std::unordered_map<Named, std::uint32_t, Hash> known_;
  Named last_named_{};  // the last base that was asked for, and its scope
  std::uint32_t last_ = Value::none;
};

}  // namespace absolve::inline detail
