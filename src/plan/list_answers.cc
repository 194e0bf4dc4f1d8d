// The answers to lists. Each entry has one value and so one link, but for arrays of references; entries, links and
// edits are all in the order of the text.
//
//     in place    ../g                       http://a/g
//     urls      http://a/b/c\t../g          http://a/g
//     objects   ../g                        {"reference":"../g","base":"http://a/b/c","url":"http://a/g"}
//     member    {"reference": "../g"}       {"reference": "../g","absolve":{"url":"http://a/g"}}
//               {"reference": ["../g"]}     {"reference": ["../g"],"absolve":{"urls":["http://a/g"]}}
//     columns   7,../g                      7,../g,http://a/g,,
//
// If the answer is already there, byte for byte, there is no edit: to answer a stream twice changes nothing. Linear.

#include "list_answers.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "../codec/charset/url_text.h"
#include "../find/formats.h"
#include "../json/stream.h"
#include "../table/answers.h"
#include "../table/columns.h"
#include "../text/json.h"
#include "../text/percent.h"
#include "../text/types.h"
#include "../url/scopes.h"
#include "reasons.h"

namespace absolve::inline detail {
namespace {

/// Why the base that an entry names can't be one, in words; "" if it can, or the entry names none.
std::string_view error_of_base(const Scopes& scopes, const Link& link) noexcept {
  const bool is_asked = link.reason == Reason::no_base && link.scope != Scope::none;
  return is_asked && scopes[link.scope].ends_without_base ? scopes[link.scope].reason : std::string_view();
}

/// Writes the answers of one list.
class AnswerWriter {
 public:
  AnswerWriter(const Node& node, std::span<const Link> links, PlanBuilder& builder)
      : node_(node),
        links_(links),
        input_(builder.input()),
        options_(builder.options()),
        answer_(options_.fields.answer),
        charset_(node.format == Format::json_lines ? "utf-8" : std::string_view(node.charset)),
        scopes_(builder.scopes()),
        strings_(builder.strings()) {}

  std::vector<Edit> edits(Answers answers) {
    if (answers == Answers::columns) read_columns();
    const std::vector<ListEntry>& entries = node_.found().list->entries;
    edits_.reserve(entries.size());
    for (const ListEntry& entry : entries) {
      step(options_);
      if (answers == Answers::in_place) add_in_place(entry);
      else if (answers == Answers::urls) add_url(entry);
      else if (answers == Answers::objects) add_object(entry);
      else if (answers == Answers::columns) add_columns(entry);
      else add_member(entry);
    }
    return std::move(edits_);
  }

 private:
  /// The head replaces the base, too.
  void add_url(const ListEntry& entry) {
    const Link& link = links_[entry.value];
    const Value& value = node_.values[entry.value];
    replace(begin_of(entry), value.begin + link.tail, link.head);
    replace(value.end, entry.end, {});
  }

  /// White space around an answer is removed by edits of its own, as the shift state of a charset may change next to
  /// it.
  void add_in_place(const ListEntry& entry) {
    const Link& link = links_[entry.value];
    if (link.action == Action::keep) return;
    const Value& value = node_.values[entry.value];
    replace(begin_of(entry), value.begin, {});
    replace(value.begin, value.begin + link.tail, link.head);
    replace(value.end, entry.end, {});
  }

  /// Where an entry begins that is answered: nothing stays of a byte order mark before the first one.
  [[nodiscard]] std::size_t begin_of(const ListEntry& entry) const noexcept {
    return &entry == &node_.found().list->entries.front() ? 0 : entry.begin;
  }

  void replace(std::size_t begin, std::size_t end, std::string_view text) {
    if (end > begin || !text.empty()) edits_.push_back({begin, end - begin, text});
  }

  void add_object(const ListEntry& entry) {
    const Link& link = links_[entry.value];
    const Base* const base = scopes_.base(link.scope);
    text_ = "{\"reference\":";
    json::append_string(text_, codec::reference_in_utf8(link.reference, charset_, node_.query_charset, scratch_));
    text_ += ",\"base\":";
    if (base == nullptr) text_ += "null";
    else json::append_string(text_, codec::url_in_utf8(base->url(), charset_, node_.query_charset, scratch_));
    if (link.action == Action::keep) text_ += ",\"url\":null";
    append_outcome(entry, link);
    text_ += '}';
    add(begin_of(entry), entry.end);
  }

  /// An earlier answer next to the place of the new one becomes part of the same edit.
  ///
  ///     {"absolve": {}, "reference": "x", "n": 2, "absolve": {}}
  ///      |-----cut-----|                        |-----cut-----|
  ///                                             answer_at
  void add_member(const ListEntry& entry) {
    std::size_t end = entry.answer_at;
    for (std::uint32_t i = 0; i < entry.cuts; ++i) {
      const auto& [from, to] = node_.found().list->cuts[next_cut_++];
      if (from == entry.answer_at) end = to;
      else edits_.push_back({from, to - from, {}});
    }
    text_.clear();
    if (entry.array == ListEntry::no_array) append_outcome(entry, links_[entry.value]);
    else append_outcomes(entry);
    text_ = json::answer_member(answer_, text_);
    add(entry.answer_at, end);
  }

  void read_columns() {
    if (input_.columns) columns_ = *input_.columns;
    else if (const auto read = table_columns(node_.text, input_.known_type(), options_)) columns_ = *read;
  }

  /// An entry without a reference is the header of the table.
  void add_columns(const ListEntry& entry) {
    table::read_row(node_.text, entry.begin, columns_.delimiter, row_, table::with_answers(columns_).count);
    if (entry.value == Value::none) {
      std::ranges::copy(table::edits_of_header(row_, columns_, answer_, strings_), std::back_inserter(edits_));
      return;
    }
    const Link& link = links_[entry.value];
    table::Answer answer;
    if (link.action == Action::keep) answer.reason = name_of(link.reason);
    else answer.url.assign(link.head).append(link.reference, link.tail);
    // What malformed bytes read as can't be written in their charset, but browsers send it as escapes.
    const bool is_malformed =
        codec::is_multi_byte(node_.encoding) && answer.url.find("\xEF\xBF\xBD") < answer.url.size();
    if (is_malformed) answer.url = percent_escaped(answer.url);
    answer.error = error_of(entry, link);
    std::ranges::copy(table::edits_of_answer(node_.text, row_, columns_, answer, strings_), std::back_inserter(edits_));
  }

  /// Why the base that the entry names can't be one; "" if it can, or the entry names none.
  [[nodiscard]] std::string error_of(const ListEntry& entry, const Link& link) const {
    const std::string_view error = link.action == Action::keep ? error_of_base(scopes_, link) : std::string_view();
    if (error.empty()) return {};
    const std::string whose = entry.named_base == "base"
                                  ? "its base can't be used: "
                                  : "its " + std::string(entry.named_base) + " can't be a base: ";
    return whose + std::string(error);
  }

  /// The absolute form of a link, in UTF-8. Valid until the next call.
  [[nodiscard]] std::string_view url_of(const Link& link) {
    url_.assign(link.head).append(link.reference, link.tail);
    return codec::url_in_utf8(url_, charset_, node_.query_charset, scratch_);
  }

  void append_outcome(const ListEntry& entry, const Link& link) {
    if (link.action != Action::keep) return json::append_member(text_, "url", url_of(link));
    json::append_member(text_, "reason", name_of(link.reason));
    append_error(error_of(entry, link));
  }

  /// URLs in the shape of the array or object: null for all that is none; and reasons in the same shape, unless all
  /// references, or all elements of the array, have URLs.
  void append_outcomes(const ListEntry& entry) {
    std::string reasons;
    std::string error;
    bool has_all = true;
    std::uint32_t next = entry.value;
    int level = 0;
    const std::string_view array = std::string_view(node_.text).substr(entry.array);
    text_ += ",\"urls\":";
    json::for_each_token(array, [&](const json::Token& token, bool is_reference) {
      append_separator(text_, token);
      append_separator(reasons, token);
      if (json::step(token.kind) != 0 || token.kind == json::Token::Kind::key) {
        const bool is_key = token.kind == json::Token::Kind::key;
        const std::string_view sign =
            is_key ? array.substr(token.begin - 1, token.end - token.begin + 2) : array.substr(token.begin, 1);
        text_.append(sign).append(is_key ? ":" : "");
        reasons.append(sign).append(is_key ? ":" : "");
        level += json::step(token.kind);
        return;
      }
      const Link* const link = is_reference ? &links_[next++] : nullptr;
      const bool is_kept = link != nullptr && link->action == Action::keep;
      const bool is_element = level == 1 && array.front() == '[';
      has_all = has_all && !is_kept && (link != nullptr || !is_element);
      if (link == nullptr || is_kept) text_ += "null";
      else json::append_string(text_, url_of(*link));
      if (is_kept) json::append_string(reasons, name_of(link->reason));
      else reasons += "null";
      if (is_kept && error.empty()) error = error_of(entry, *link);
    });
    if (!has_all) text_.append(",\"reasons\":").append(reasons);
    append_error(error);
  }

  /// The comma before a value or key that is not the first one.
  static void append_separator(std::string& out, const json::Token& token) {
    constexpr std::string_view before_first = "{[:";
    if (json::step(token.kind) >= 0 && !out.empty() && before_first.find(out.back()) == std::string_view::npos)
      out += ',';
  }

  void append_error(const std::string& error) {
    if (!error.empty()) json::append_member(text_, "error", error);
  }

  /// Adds no edit if the answer is already there.
  void add(std::size_t begin, std::size_t end) {
    if (node_.text.substr(begin, end - begin) == text_) return;
    edits_.push_back({begin, end - begin, strings_.keep(text_)});
  }

  const Node& node_;
  std::span<const Link> links_;
  const Input& input_;
  const Options& options_;
  std::string_view answer_;   // the name of the member, or the beginning of the columns' names
  std::string_view charset_;  // a label; JSON is always in UTF-8
  const Scopes& scopes_;
  Strings strings_;
  std::vector<Edit> edits_;
  std::size_t next_cut_ = 0;
  std::string text_;  // scratch
  std::string url_;
  std::string scratch_;
  TableColumns columns_;
  table::Row row_;
};

}  // namespace

Answers answers_of(Format format, const PlanBuilder& builder) noexcept {
  const bool has_members = !builder.options().fields.members.empty();  // then lines are rewritten like documents
  if (format == Format::json_lines) return has_members ? Answers::in_place : Answers::member;
  if (format == Format::table) return Answers::columns;
  const bool is_answered_in_json = builder.options().json_answers && !builder.input().is_inside;
  if (is_answered_in_json && is_list(format)) return Answers::objects;
  return format == Format::pairs ? Answers::urls : Answers::in_place;
}

std::vector<Edit> answer(const Node& node, std::span<const Link> links, PlanBuilder& builder) {
  return AnswerWriter(node, links, builder).edits(answers_of(node.format, builder));
}

}  // namespace absolve::inline detail
