// Lines of a stream: objects in which some members ask a question, and one is the answer.
//
//     {"reference": "x", "absolve": {"url": "old"}, "n": 3}
//                      |-----------cut-----------|        answer_at: before the last brace
//
// Earlier answers are cut out, so that a line that was answered before gets its new answer in place of the old one.
// Nothing else changes: white space, the order of members and unknown members are left unchanged. If a member of that
// name is not an answer of this program, it is not changed, and the line is not answered. Linear.

#include "stream.h"

#include <algorithm>
#include <span>

#include "../text/json.h"
#include "../text/limits.h"
#include "../text/nearest.h"

namespace absolve::json {
namespace {

using Kind = StreamLine::Kind;

/// The members of an answer, to a reference or to a document.
constexpr auto names_in_answers =
    std::to_array<std::string_view>({"url", "reason", "error", "status", "base", "base_from", "links", "relative"});

/// The index of the name that a key decodes to; the number of names if it is none of them.
std::size_t index_of(std::string_view text, const Token& key, std::span<const std::string_view> names,
                     std::string& scratch) {
  const std::string_view name = decode_string(text.substr(key.begin, key.end - key.begin), scratch);
  return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
}

/// A member of an object, from the quote of its name to the end of its value.
struct Member {
  std::size_t begin;
  std::size_t end;
  std::size_t name;  // index; the number of names for any other name
  Token value;       // for an object or array: its first token
};

/// Iterates over the members of an object.
class Members {
 public:
  Members(std::string_view text, std::span<const std::string_view> names)
      : text_(text), names_(names), reader_(text), first_(reader_.next()) {}

  [[nodiscard]] bool are_of_object() const noexcept { return first_ && first_->kind == Token::Kind::begin_object; }

  /// The offset where the first member may begin.
  [[nodiscard]] std::size_t begin() const noexcept { return first_->end; }

  /// The next member; nullopt: there are no more, or the rest is not JSON.
  [[nodiscard]] std::optional<Member> next() {
    const auto key = reader_.next();
    if (!key || key->kind != Token::Kind::key) return std::nullopt;
    const auto value = reader_.next();
    const auto end = value ? end_of(*value) : std::nullopt;
    if (!end) return std::nullopt;
    return Member{key->begin - 1, *end, index_of(text_, *key, names_, scratch_), *value};
  }

  /// Whether the whole text is JSON. After this, there are no more members.
  [[nodiscard]] bool end_well() {
    while (reader_.next()) continue;
    return reader_.is_valid();
  }

 private:
  [[nodiscard]] std::optional<std::size_t> end_of(const Token& value) {
    if (value.kind == Token::Kind::string) return value.end + 1;
    std::optional<Token> token = value;
    for (int level = step(token->kind); level > 0; level += step(token->kind)) {
      token = reader_.next();
      if (!token) return std::nullopt;
    }
    return token->end;
  }

  std::string_view text_;
  std::span<const std::string_view> names_;
  Reader reader_;
  std::optional<Token> first_;
  std::string scratch_;
};

/// Whether a value is an answer: an object whose members are those of answers, and hold no objects or arrays. `text`:
/// from the beginning of the value on.
bool is_answer(std::string_view text) {
  Members members(text, names_in_answers);
  if (!members.are_of_object()) return false;
  for (auto member = members.next(); member; member = members.next()) {
    if (member->name == names_in_answers.size() || step(member->value.kind) != 0) return false;
  }
  return true;
}

/// Adds a part of a line that is removed; it may touch the last one.
void add_cut(std::vector<std::pair<std::size_t, std::size_t>>& cuts, std::size_t begin, std::size_t end) {
  if (!cuts.empty() && cuts.back().second == begin) cuts.back().second = end;
  else cuts.emplace_back(begin, end);
}

/// Passes the keys of an object, also of the beginning of one, until `take` returns true; returns whether it did.
template <class Take>
bool any_key(std::string_view text, Take&& take) {
  Reader reader(text);
  int level = 0;
  for (auto token = reader.next(); token; token = reader.next()) {
    level += step(token->kind);
    if (token->kind == Token::Kind::key && level == 1 && take(*token)) return true;
  }
  return false;
}

/// The names of the members of an object as a list, after `, only `; "": it has none.
std::string only_names_of(std::string_view text) {
  std::vector<std::string> names;
  std::string scratch;
  any_key(text, [&](const Token& key) {
    names.emplace_back(decode_string(text.substr(key.begin, key.end - key.begin), scratch));
    return false;
  });
  return names.empty() ? "" : ", only " + listed(names);
}

/// The kind of line that an object is, ignoring its answer.
Kind kind_of(const StreamLine& line) noexcept {
  if (line.is_string(Field::reference)) return Kind::reference;
  if (line.value(Field::body) || line.value(Field::body_b64)) return Kind::document;
  return line.value(Field::reference) ? Kind::no_string : Kind::without;
}

}  // namespace

StreamReader::StreamReader(const FieldNames& fields)
    : body_b64_(fields.body + "_b64"), names_{fields.reference, fields.base,    fields.url,   fields.body,
                                              body_b64_,        "content_type", fields.answer} {}

StreamLine StreamReader::read(std::string_view text) const {
  StreamLine line{.text = text};
  Members members(text, names_);
  if (!members.are_of_object()) {
    line.kind = members.end_well() ? Kind::no_object : Kind::no_json;
    return line;
  }
  bool is_first = true;  // of the members that are left
  bool is_foreign = false;
  std::optional<std::size_t> cut_at_first;
  std::size_t end = line.answer_at = members.begin();
  for (auto member = members.next(); member; end = member->end, member = members.next()) {
    if (member->name < field_count) line.values[member->name] = member->value;
    if (member->name == static_cast<std::size_t>(Field::answer)) {
      const bool is_object = member->value.kind == Token::Kind::begin_object;
      is_foreign = is_foreign || !is_object || !is_answer(text.substr(member->value.begin));
      if (is_first) cut_at_first = cut_at_first.value_or(member->begin);
      else add_cut(line.cuts, end, member->end);
      continue;
    }
    if (is_first && cut_at_first) line.cuts.emplace_back(*cut_at_first, member->begin);
    is_first = false;
    line.answer_at = member->end;
  }
  if (!members.end_well()) return line;
  for (std::size_t i = 0; i < field_count; ++i) {  // one member may have several purposes
    line.values[i] = line.values[static_cast<std::size_t>(std::ranges::find(names_, names_[i]) - names_.begin())];
  }
  line.kind = kind_of(line);
  const bool has_answer = line.kind == Kind::reference || line.kind == Kind::document;
  if (has_answer && is_foreign) line.kind = Kind::foreign_answer;
  return line;
}

bool StreamReader::may_hold_document(std::string_view text) const noexcept {
  const std::string_view body = name(Field::body);  // the name of the other one begins with it
  const bool has_short_escapes = body.find_first_of("\"\\/\b\f\n\r\t") != std::string_view::npos;
  return text.find(body) != std::string_view::npos || text.find("\\u") != std::string_view::npos || has_short_escapes;
}

bool StreamReader::starts_like_a_line(std::string_view text) const {
  constexpr auto identifying = std::to_array({Field::reference, Field::body, Field::body_b64});
  std::string scratch;
  return any_key(text, [&](const Token& key) {
    const auto field = static_cast<Field>(index_of(text, key, names_, scratch));
    return std::ranges::find(identifying, field) != identifying.end();
  });
}

std::string StreamReader::why(const StreamLine& line) const {
  static_assert(limits::are_small || limits::json_levels == 1000);
  const auto quoted = [&](Field field) { return std::string(name(field)); };
  switch (line.kind) {
    case Kind::no_json: return "invalid JSON, or nested more than 1000 levels deep";
    case Kind::no_object: return "it is not a JSON object";
    case Kind::no_string: return "its member " + quoted(Field::reference) + " is not a string";
    case Kind::without:
      return "it has no member " + quoted(Field::reference) + ", " + quoted(Field::body) + " or " +
             quoted(Field::body_b64) + only_names_of(line.text) +
             " (--reference-field and --body-field select other members)";
    case Kind::foreign_answer:
      return "its member " + quoted(Field::answer) +
             " was not written by absolve (--answer-field selects another member for the answer)";
    case Kind::reference:
    case Kind::document: break;
  }
  return {};
}

std::string answer_member(std::string_view name, std::string_view members) {
  std::string member = ",";
  append_string(member, name);
  return member.append(":{").append(members.substr(1)).append("}");
}

}  // namespace absolve::json
