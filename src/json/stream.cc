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

#include "../text/ascii.h"
#include "../text/json.h"
#include "../text/limits.h"
#include "../text/lines.h"
#include "../text/nearest.h"
#include "path_walk.h"

namespace absolve::json {
namespace {

using Kind = StreamLine::Kind;

/// The members of an answer, to a reference or to a document.
constexpr auto names_in_answers = std::to_array<std::string_view>(
    {"urls", "reasons", "url", "reason", "error", "status", "base", "base_from", "links", "relative"});
constexpr std::size_t structured_in_answers = 2;  // the first of these are arrays or objects

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

  /// The next member; nullopt if there are no more, or the rest is not JSON.
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

/// The members that hold references in the objects of a list of links, as crawlers write them.
constexpr auto names_of_references = std::to_array<std::string_view>({"href", "src", "url"});

/// Whether a value has the shape of URLs, or of reasons, in an answer: it holds strings and null.
bool is_of_answers(std::string_view text) {
  bool are_right = true;
  for_each_token(text, [&](const Token& token, bool) {
    are_right = are_right && (token.kind != Token::Kind::other || text.substr(token.begin).starts_with("null"));
  });
  return are_right;
}

/// Whether a value holds a reference, or nothing but null, as a page without links has it: `[]`, `{"internal": []}`.
bool holds_references(std::string_view text) {
  bool has_reference = false;
  bool has_more = false;
  for_each_token(text, [&](const Token& token, bool is_reference) {
    const bool is_null = text.substr(token.begin).starts_with("null");
    has_reference = has_reference || is_reference;
    has_more = has_more || token.kind == Token::Kind::string || (token.kind == Token::Kind::other && !is_null);
  });
  return has_reference || !has_more;
}

/// Whether a value is an answer: an object whose members are those of answers, and hold what these hold. `text` is the
/// text from the beginning of the value on.
bool is_answer(std::string_view text) {
  Members members(text, names_in_answers);
  if (!members.are_of_object()) return false;
  for (auto member = members.next(); member; member = members.next()) {
    if (member->name == names_in_answers.size()) return false;
    const bool is_structured = step(member->value.kind) > 0;
    if (is_structured != (member->name < structured_in_answers)) return false;
    if (is_structured && !is_of_answers(text.substr(member->value.begin))) return false;
  }
  return true;
}

/// Adds a part of a line that is removed; it may touch the last one.
void add_cut(std::vector<std::pair<std::size_t, std::size_t>>& cuts, std::size_t begin, std::size_t end) {
  if (!cuts.empty() && cuts.back().second == begin) cuts.back().second = end;
  else cuts.emplace_back(begin, end);
}

/// Passes the keys of an object, also of the beginning of one, until `is_wanted` returns true; returns whether it did.
template <class Wanted>
bool any_key(std::string_view text, Wanted&& is_wanted) {
  Reader reader(text);
  int level = 0;
  for (auto token = reader.next(); token; token = reader.next()) {
    level += step(token->kind);
    if (token->kind == Token::Kind::key && level == 1 && is_wanted(*token)) return true;
  }
  return false;
}

/// The names of the members of an object as a list, after `, only `; "" if it has none.
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
Kind kind_of(const StreamLine& line) {
  if (line.is_string(Field::reference)) return Kind::reference;
  if (line.value(Field::body) || line.value(Field::body_b64)) return Kind::document;
  if (line.has_references() && holds_references(line.text.substr(line.value(Field::reference)->begin))) {
    return Kind::reference;
  }
  return line.value(Field::reference) ? Kind::no_string : Kind::without;
}

constexpr std::string_view no_key = "\xFF";  // not UTF-8, so that no member is called so

/// The name of the member in base64; "" if there is none beside an element of an array. At the end of a path, a name
/// may be in brackets: $['body'].
std::string in_base64(std::string_view name) {
  std::string all(name);
  const bool is_in_brackets = Path::is_path(name) && (name.ends_with("']") || name.ends_with("\"]"));
  if (Path::is_path(name) && name.ends_with(']') && !is_in_brackets) return {};
  return all.insert(all.size() - (is_in_brackets ? 2 : 0), "_b64");
}

}  // namespace

void for_each_token(std::string_view text, FunctionRef<void(const Token& token, bool is_reference)> visit) {
  Reader reader(text);
  std::string open;      // the first signs of the arrays and objects around, the innermost last
  bool is_named = true;  // the last key is one of names_of_references
  std::string scratch;
  for (auto token = reader.next(); token; token = reader.next()) {
    const int change = step(token->kind);
    if (token->kind == Token::Kind::key) {
      is_named = index_of(text, *token, names_of_references, scratch) < names_of_references.size();
    }
    visit(*token, token->kind == Token::Kind::string && (open.back() == '[' || is_named));
    if (change > 0) open += text[token->begin];
    if (change < 0) open.pop_back();
    if (open.empty()) return;
  }
}

StreamReader::StreamReader(const FieldNames& fields)
    : body_b64_(in_base64(fields.body)),
      names_{fields.reference, fields.base, fields.url, fields.body, body_b64_, "content_type", fields.answer},
      keys_(names_) {
  if (body_b64_.empty()) keys_[static_cast<std::size_t>(Field::body_b64)] = no_key;
  for (std::size_t i = 0; i < field_count; ++i) {
    const auto field = static_cast<Field>(i);
    if (!Path::is_path(names_[i]) || field == Field::answer) continue;
    Path path(names_[i]);
    if (!path.is_singular()) continue;
    paths_.push_back(std::move(path));
    fields_of_paths_.push_back(field);
    keys_[i] = paths_.back().outermost_name();  // it keeps its address when the path is moved
  }
}

/// Finds the values that are named by a path. A later member of the same name takes the place of all that was found in
/// an earlier one.
void StreamReader::read_paths(StreamLine& line) const {
  for (const Field field : fields_of_paths_) line.values[static_cast<std::size_t>(field)].reset();
  PathWalk walk(line.text, line.text, paths_);
  Reader reader(line.text);
  for (auto token = reader.next(); token; token = reader.next()) {
    walk.consume(*token);
    if (token->kind == Token::Kind::key || step(token->kind) < 0) continue;
    const PathWalk::Level& level = walk.innermost();
    const auto& at = step(token->kind) > 0 ? level.at : level.at_next;
    for (std::size_t i = 0; i < paths_.size(); ++i) {
      if (at[i] <= Path::at_start()) continue;
      auto& value = line.values[static_cast<std::size_t>(fields_of_paths_[i])];
      if (paths_[i].selects(at[i])) value = *token;
      else value.reset();
    }
  }
}

StreamLine StreamReader::read(std::string_view text) const {
  StreamLine line{.text = text};
  Members members(text, keys_);
  if (!members.are_of_object()) {
    line.kind = members.end_well() ? Kind::no_object : Kind::no_json;
    return line;
  }
  bool is_first = true;  // an answer before all other members goes with the comma after it, later ones with that before
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
    line.values[i] = line.values[static_cast<std::size_t>(std::ranges::find(keys_, keys_[i]) - keys_.begin())];
  }
  if (!paths_.empty()) read_paths(line);
  line.kind = kind_of(line);
  const bool has_answer = line.kind == Kind::reference || line.kind == Kind::document;
  if (has_answer && is_foreign) line.kind = Kind::foreign_answer;
  return line;
}

bool StreamReader::may_hold_document(std::string_view text) const noexcept {
  // The name of the other one begins with it.
  const std::string_view body = keys_[static_cast<std::size_t>(Field::body)];
  const bool has_short_escapes = body.find_first_of("\"\\/\b\f\n\r\t") != std::string_view::npos;
  return text.find(body) != std::string_view::npos || text.find("\\u") != std::string_view::npos || has_short_escapes;
}

bool StreamReader::starts_like_a_line(std::string_view text) const {
  constexpr auto identifying = std::to_array({Field::reference, Field::body, Field::body_b64});
  std::string scratch;
  return any_key(text, [&](const Token& key) {
    const std::string_view name = decode_string(text.substr(key.begin, key.end - key.begin), scratch);
    return std::ranges::any_of(identifying,
                               [&](Field field) { return keys_[static_cast<std::size_t>(field)] == name; });
  });
}

/// The path that is probably meant by a name that no member has, as a question; "" if there is none.
std::string StreamReader::meant() const {
  for (const Field field : {Field::reference, Field::body}) {
    const std::string path = Path::is_path(name(field)) ? "" : Path::meant_by(name(field));
    if (!path.empty()) return "; did you mean the path " + path + "?";
  }
  return {};
}

namespace {

/// What to do with a line that looks like a part of JSON in several lines, or like an array of lines; "": it doesn't.
std::string goes_on(std::string_view line) {
  const std::string_view text = trimmed(line);
  if (text.starts_with('[')) return " (jq -c '.[]' writes the objects of an array in lines of their own)";
  return text == "{" ? " (jq -c . writes each object in one line)" : "";
}

}  // namespace

std::string StreamReader::why(const StreamLine& line) const {
  const auto quoted = [&](Field field) { return std::string(name(field)); };
  switch (line.kind) {
    case Kind::no_json:
      return has_single_cr(line.text) ? std::string(ends_lines_in_cr)
                                      : "invalid JSON, or nested more than 1000 levels deep" + goes_on(line.text);
    case Kind::no_object: return "it is not a JSON object" + goes_on(line.text);
    case Kind::no_string:
      return "its member " + quoted(Field::reference) +
             " is neither a string nor an array of strings, and holds no href, src or url";
    case Kind::without:
      return "it has no member " + quoted(Field::reference) +
             (body_b64_.empty() ? " or " + quoted(Field::body)
                                : ", " + quoted(Field::body) + " or " + quoted(Field::body_b64)) +
             only_names_of(line.text) + meant() + " (--reference-field and --body-field select other members)";
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
