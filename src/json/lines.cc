// Lines of a stream whose references are answered: each is an entry of a list. Lines with a document are planned one by
// one, and are cut out before (for_each_part() in stream/stream.cc). But this is only possible if lines can be cut from
// the source, that is, if it is neither compressed nor in UTF-16.
//
// Lines with nothing to answer are left unchanged, and so are those with something else in the place of the answer;
// each kind is counted in a note. If a line with a document reaches this finder, the whole list is left unchanged.
// Linear.

#include "lines.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "../find/entries.h"
#include "../text/ascii.h"
#include "../text/json.h"
#include "members.h"
#include "stream.h"

namespace absolve::json {
namespace {

using LineKind = StreamLine::Kind;

constexpr Rule reference_rule{.element = "", .attribute = "reference", .is_exact = true};

constexpr std::string_view no_string = "it is not a string";

class LineFinder {
 public:
  LineFinder(std::string_view text, const Request& request)
      : text_(text), request_(request), reader_(request.options.fields), bases_(finding_.scopes) {}

  Finding find() {
    if (!request_.options.fields.members.empty()) return members();
    finding_.list = std::make_unique<ListFinding>();
    for_each_entry(text_, request_.input, request_.options,
                   [&](std::size_t begin, std::size_t end) { read_entry({.begin = begin, .end = end}); });
    // A source that is compressed or in UTF-16 is read as a whole, but documents must be read line by line.
    if (document_) return list_left(NoteCode::documents_unread, *document_);
    add_counted(finding_, {&unanswerable_, &foreign_});
    return std::move(finding_);
  }

 private:
  /// Each line as a document: nothing is answered.
  Finding members() {
    MemberFinder finder(request_, finding_);
    for_each_entry(text_, request_.input, request_.options, [&](std::size_t begin, std::size_t end) {
      const std::string_view line = text_.substr(begin, end - begin);
      if (std::ranges::all_of(line, is_white_space) || finder.read(text_, line)) return;
      count_left(unanswerable_, begin, {reader_.why({.text = line})});
    });
    finder.add_notes();
    add_counted(finding_, {&unanswerable_});
    finding_.leaves_references = unanswerable_.count > 0;
    return std::move(finding_);
  }

  void read_entry(ListEntry entry) {
    const std::string_view text = text_.substr(entry.begin, entry.end - entry.begin);
    if (document_ || std::ranges::all_of(text, is_white_space)) return;
    const StreamLine line = reader_.read(text);
    if (line.kind == LineKind::reference) add_reference(entry, line);
    else if (line.kind == LineKind::document) document_ = entry.begin;
    else count_unanswered(entry, line, line.kind == LineKind::foreign_answer ? foreign_ : unanswerable_);
  }

  void count_unanswered(const ListEntry& entry, const StreamLine& line, FoundNote& note) {
    count_left(note, entry.begin, note.count == 0 ? std::vector{reader_.why(line)} : std::vector<std::string>());
  }

  void add_reference(ListEntry& entry, const StreamLine& line) {
    auto& cuts = finding_.list->cuts;
    for (const auto& [begin, end] : line.cuts) cuts.emplace_back(entry.begin + begin, entry.begin + end);
    entry.answer_at = entry.begin + line.answer_at;
    entry.cuts = static_cast<std::uint32_t>(line.cuts.size());
    entry.value = static_cast<std::uint32_t>(finding_.values.size());
    const Token& reference = *line.value(Field::reference);
    const std::uint32_t url = scope_of(entry, line, Field::url, Value::none);
    const std::uint32_t scope = scope_of(entry, line, Field::base, url);
    if (line.has_references()) {
      entry.array = entry.begin + reference.begin;
      for_each_token(text_.substr(entry.array), [&](const Token& token, bool is_reference) {
        if (is_reference) add_value(entry, entry.array, token, scope);
      });
    } else {
      add_value(entry, entry.begin, reference, scope);
    }
    finding_.list->entries.push_back(entry);
  }

  /// `offset` is where the text of the token begins.
  void add_value(const ListEntry& entry, std::size_t offset, const Token& token, std::uint32_t scope) {
    finding_.values.push_back(Value{
        .begin = offset + token.begin,
        .end = offset + token.end,
        .element = entry.begin,
        .rule = &reference_rule,
        .scope = scope,
        .coding = codec::Coding::json_string,
    });
  }

  /// The scope of the base that a member names; `around` if it names none.
  [[nodiscard]] std::uint32_t scope_of(ListEntry& entry, const StreamLine& line, Field field, std::uint32_t around) {
    if (!line.has(field) || is_blank(line, field)) return around;
    entry.named_base = reader_.name(field);
    const std::size_t offset = entry.begin + line.value(field)->begin;
    if (!line.is_string(field)) return scope_without_base(offset);
    const std::string_view written = line.written(field);
    return bases_.scope(
        written, offset, [&] { return trimmed(decode_string(written, scratch_)); }, around);
  }

  /// Whether a member is a string of white space, or an empty one.
  [[nodiscard]] bool is_blank(const StreamLine& line, Field field) {
    if (!line.is_string(field)) return false;
    const std::string_view rest = line.written(field).substr(after_spaces(line.written(field), 0));
    return rest.empty() || (rest.starts_with('\\') && trimmed(decode_string(rest, scratch_)).empty());
  }

  [[nodiscard]] std::uint32_t scope_without_base(std::size_t offset) {
    if (no_base_ == Value::none) no_base_ = bases_.scope_without_base(offset, no_string);
    return no_base_;
  }

  std::string_view text_;
  const Request& request_;
  StreamReader reader_;
  std::string scratch_;
  Finding finding_;
  NamedBases bases_;
  std::uint32_t no_base_ = Value::none;  // the scope of lines whose base is not a string
  FoundNote unanswerable_ = note_on_entries(NoteCode::nothing_to_answer);
  FoundNote foreign_ = note_on_entries(NoteCode::foreign_answer);
  std::optional<std::size_t> document_;  // where the first document is
};

}  // namespace

Finding find_in_lines(std::string_view text, const Request& request) { return LineFinder(text, request).find(); }

}  // namespace absolve::json
