// Tables whose references are answered: each row is an entry of a list. Rows with a document are planned one by one,
// and are cut out before (for_each_part() in stream/stream.cc). If one reaches this finder, since the table is
// compressed or in UTF-16, the whole table is left unchanged.
//
//     id,url,reference          the header: columns, and an entry of its own
//     7,http://a/b/c,../d       scope: http://a/b/c    value: ../d
//
// Linear.

#include "finder.h"

#include <memory>
#include <optional>
#include <string>

#include "../find/entries.h"
#include "../text/counted.h"
#include "answers.h"
#include "columns.h"
#include "rows.h"

namespace absolve::table {
namespace {

constexpr Rule reference_rule{.element = "", .attribute = "reference", .is_exact = true};

class RowFinder {
 public:
  RowFinder(std::string_view text, const Request& request)
      : text_(text), input_(request.input), options_(request.options), bases_(finding_.scopes) {}

  Finding find() {
    finding_.list = std::make_unique<ListFinding>();
    const Type type = input_.known_type();
    std::size_t at = input_.continues ? 0 : begin_of_rows(text_, type);
    if (at == text_.size()) return std::move(finding_);
    if (input_.columns) {
      columns_ = *input_.columns;
    } else {
      const auto read = table_columns(text_, type, options_);
      if (!read) return list_left(NoteCode::malformed, 0, {read.error().text});
      columns_ = *read;
    }
    answered_ = with_answers(columns_);
    Row row;
    for (bool is_first = !input_.continues; at < text_.size(); at = row.next, is_first = false) {
      step(options_);
      read_row(text_, at, columns_.delimiter, row, answered_.count);
      if (is_first && columns_.has_header) add_header(row);
      else if (!row.is_blank() && !answer_row(row)) break;
    }
    if (document_) return list_left(NoteCode::documents_unread, *document_);
    add_counted(finding_, {&ragged_, &foreign_, &unclosed_});
    return std::move(finding_);
  }

 private:
  void add_header(const Row& row) { finding_.list->entries.push_back({.begin = row.begin, .end = row.end}); }

  /// False: nothing that can be read follows.
  bool answer_row(const Row& row) {
    if (row.state == Row::State::unclosed) {
      count_left(unclosed_, row.begin, {});
      return false;
    }
    if (row.state == Row::State::broken) {
      count_left(ragged_, row.begin, {"text follows the closing quote of a field, or a CR is not followed by LF"});
    } else if (!is_as_wide(row, columns_)) {
      count_left(ragged_, row.begin,
                 {"it has " + counted(row.count, "field", "fields") + ", but the first row has " +
                  std::to_string(width_without_answers(columns_))});
    } else if (holds_foreign_answer(text_, row, answered_)) {
      count_left(foreign_, row.begin,
                 {"its answer columns already contain something else (--answer-field names other columns)"});
    } else if (has_reference(text_, row, columns_)) {
      add_reference(row);
    } else {
      document_ = row.begin;
    }
    return !document_;
  }

  void add_reference(const Row& row) {
    const Field field = trimmed(text_, row.fields[columns_.reference]);
    const bool has_base = is_filled(text_, row, columns_.base);
    const std::uint32_t url = scope_of(row, columns_.url, Value::none);
    finding_.list->entries.push_back({.begin = row.begin,
                                      .end = row.end,
                                      .value = static_cast<std::uint32_t>(finding_.values.size()),
                                      .named_base = has_base || url == Value::none ? "base" : "url"});
    finding_.values.push_back(Value{
        .begin = field.begin,
        .end = field.end,
        .element = row.begin,
        .rule = &reference_rule,
        .scope = scope_of(row, columns_.base, url),
        .coding = field.is_quoted ? codec::Coding::csv_quoted : codec::Coding::identity,
    });
  }

  /// The scope of the base that a field names; `around` if it names none.
  [[nodiscard]] std::uint32_t scope_of(const Row& row, std::size_t column, std::uint32_t around) {
    if (!is_filled(text_, row, column)) return around;
    const Field field = trimmed(text_, row.fields[column]);
    const std::string_view written = text_.substr(field.begin, field.end - field.begin);
    return bases_.scope(
        written, field.begin, [&] { return meaning_of(text_, field, scratch_); }, around);
  }

  std::string_view text_;
  const Input& input_;
  const Options& options_;
  TableColumns columns_;
  TableColumns answered_;
  std::string scratch_;
  Finding finding_;
  NamedBases bases_;
  FoundNote ragged_ = note_on_entries(NoteCode::ragged_row);
  FoundNote foreign_ = note_on_entries(NoteCode::foreign_answer);
  FoundNote unclosed_ = note_on_entries(NoteCode::unclosed_quote);
  std::optional<std::size_t> document_;  // where the first document is
};

}  // namespace

Finding find(std::string_view text, const Request& request) { return RowFinder(text, request).find(); }

}  // namespace absolve::table
