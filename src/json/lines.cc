#include "lines.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>

#include "../codec/json.h"
#include "../find/entries.h"
#include "reader.h"

namespace absolve::json {
namespace {

constexpr Rule reference_rule{.element = "", .attribute = "reference", .is_exact = true};

/// The members that mean something.
enum Name : std::size_t { reference, base, url, reason, error, line, name_count };

constexpr std::array<std::string_view, name_count> names = {"reference", "base", "url", "reason", "error", "line"};

/// Whether the answer has a member of this name, which takes the place of one that is there.
constexpr bool is_of_answer(std::size_t name) noexcept { return name == url || name == reason || name == error; }

/// A member of an object, from the quote of its name to the end of its value.
struct Member {
  std::size_t begin;
  std::size_t end;
  std::size_t name;  // name_count: any other
  Token value;       // of an object or array: what it begins with
};

/// Goes over the members of the object that a text is.
class Members {
 public:
  explicit Members(std::string_view text) : text_(text), reader_(text), first_(reader_.next()) {}

  [[nodiscard]] bool are_of_object() const noexcept { return first_ && first_->kind == Token::Kind::begin_object; }

  /// Where the first one may stand.
  [[nodiscard]] std::size_t begin() const noexcept { return first_->end; }

  /// The next one; nullopt: there are no more, or what follows is no JSON.
  [[nodiscard]] std::optional<Member> next() {
    const auto key = reader_.next();
    if (!key || key->kind != Token::Kind::key) return std::nullopt;
    const auto value = reader_.next();
    const auto end = value ? end_of(*value) : std::nullopt;
    if (!end) return std::nullopt;
    return Member{key->begin - 1, *end, name_of(*key), *value};
  }

  /// Whether all of the text is JSON. Then there are no more.
  [[nodiscard]] bool end_well() {
    while (reader_.next()) continue;
    return reader_.is_valid();
  }

 private:
  [[nodiscard]] std::optional<std::size_t> end_of(const Token& value) {
    using Kind = Token::Kind;
    if (value.kind == Kind::string) return value.end + 1;
    std::optional<Token> token = value;
    const auto step = [](Kind kind) {
      return kind == Kind::begin_object || kind == Kind::begin_array ? 1
             : kind == Kind::end_object || kind == Kind::end_array   ? -1
                                                                     : 0;
    };
    for (int level = step(token->kind); level > 0; level += step(token->kind)) {
      token = reader_.next();
      if (!token) return std::nullopt;
    }
    return token->end;
  }

  [[nodiscard]] std::size_t name_of(const Token& key) {
    const std::string_view name = codec::decode_json_string(text_.substr(key.begin, key.end - key.begin), scratch_);
    return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
  }

  std::string_view text_;
  Reader reader_;
  std::optional<Token> first_;
  std::string scratch_;
};

/// What an entry says. Offsets are bytes of it, from 0.
struct Line {
  bool is_valid = false;  // JSON
  bool is_object = false;
  bool is_bare = true;   // of an object: no member stays
  std::size_t room = 0;  // of an object: where members can be added
  std::array<std::optional<Token>, name_count> values = {};

  [[nodiscard]] bool is_string(Name name) const noexcept {
    return values[name] && values[name]->kind == Token::Kind::string;
  }
};

/// Reads an entry. `cut(begin, end)` is told of the members that the answer takes the place of, with the commas that go
/// with them, where the entry turns out to be an object. In order; some touch one another.
///
///     {"url": 1, "reference": "x", "reason": 2, "n": 3, "error": 4 }
///      |---cut---|               |-----cut----|       |----cut---|
///                                                     room
template <class Cut>
Line read_line(std::string_view text, Cut&& cut) {
  Line line;
  Members members(text);
  if (!members.are_of_object()) {
    line.is_valid = members.end_well();
    return line;
  }
  std::optional<std::size_t> first;  // where the first member begins
  std::size_t end = line.room = members.begin();
  for (auto member = members.next(); member; member = members.next()) {
    if (!first) first = member->begin;
    if (member->name < name_count) line.values[member->name] = member->value;
    if (is_of_answer(member->name)) {
      if (!line.is_bare) cut(end, member->end);
    } else {
      if (line.is_bare && *first < member->begin) cut(*first, member->begin);
      line.is_bare = false;
      line.room = member->end;
    }
    end = member->end;
  }
  if (line.is_bare && first) cut(line.room = *first, end);
  line.is_valid = line.is_object = members.end_well();
  return line;
}

/// Why a line has no reference, in words; "": it has one.
std::string_view trouble_with(const Line& line, std::string_view text) noexcept {
  static_assert(max_levels == 1000);
  if (!line.is_valid) return "it is no valid JSON, or one of more than 1000 levels";
  if (!line.is_object) return "it is no object of JSON";
  if (!line.values[reference]) return "it has no member reference";
  if (!line.is_string(reference)) return "its member reference is no string";
  const bool is_null = !line.values[base] || text.substr(line.values[base]->begin).starts_with("null");
  return is_null || line.is_string(base) ? "" : "its member base is no string";
}

/// Whether it is what was answered to an entry that is no object. Then that stays.
bool is_answer(const Line& line) noexcept {
  return line.is_object && line.is_string(error) && line.is_string(Name::line) && !line.values[reference];
}

class LineFinder {
 public:
  LineFinder(std::string_view text, const Options& options) : text_(text), options_(options), bases_(finding_.scopes) {}

  Finding all() {
    finding_.list = std::make_unique<ListFinding>();
    for_each_entry(text_, options_, [&](std::size_t begin, std::size_t end) { take({.begin = begin, .end = end}); });
    return std::move(finding_);
  }

 private:
  void take(Entry entry) {
    const std::string_view text = text_.substr(entry.begin, entry.end - entry.begin);
    if (std::ranges::all_of(text, is_white_space)) return;
    auto& cuts = finding_.list->cuts;
    const std::size_t cuts_before = cuts.size();
    const Line line = read_line(text, [&](std::size_t begin, std::size_t end) {
      const bool touches = cuts.size() > cuts_before && cuts.back().second == entry.begin + begin;
      if (touches) cuts.back().second = entry.begin + end;
      else cuts.emplace_back(entry.begin + begin, entry.begin + end);
    });
    if (!line.is_object || is_answer(line)) cuts.resize(cuts_before);
    if (is_answer(line)) return;
    entry.error = trouble_with(line, text);
    if (line.is_object) {
      entry.room = entry.begin + line.room;
      entry.is_bare = line.is_bare;
      entry.cuts = static_cast<std::uint32_t>(cuts.size() - cuts_before);
    }
    if (entry.error.empty()) add_reference(entry, line);
    finding_.list->entries.push_back(entry);
  }

  void add_reference(Entry& entry, const Line& line) {
    entry.value = static_cast<std::uint32_t>(finding_.values.size());
    finding_.values.push_back(Value{
        .begin = entry.begin + line.values[reference]->begin,
        .end = entry.begin + line.values[reference]->end,
        .element = entry.begin,
        .rule = &reference_rule,
        .scope = line.is_string(base) ? scope_of(*line.values[base], entry.begin) : Value::none,
        .coding = codec::Coding::json_string,
    });
  }

  [[nodiscard]] std::uint32_t scope_of(const Token& base, std::size_t offset) {
    const std::string_view written = text_.substr(offset + base.begin, base.end - base.begin);
    if (written.empty()) return Value::none;
    return bases_.scope(written, offset + base.begin, [&] { return codec::decode_json_string(written, scratch_); });
  }

  std::string_view text_;
  const Options& options_;
  std::string scratch_;
  Finding finding_;
  NamedBases bases_;
};

}  // namespace

Finding find_in_lines(std::string_view text, const Request& request) { return LineFinder(text, request.options).all(); }

}  // namespace absolve::json
