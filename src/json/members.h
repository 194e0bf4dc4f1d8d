#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../codec/json.h"
#include "reader.h"

namespace absolve::json {

/// The members of a line that mean something, by their names. Those from `first_of_answer` on are of an answer, which
/// takes the place of what there is of it.
struct MemberNames {
  std::span<const std::string_view> all;
  std::size_t first_of_answer;
};

inline constexpr std::size_t max_member_names = 12;

/// Adds a part of a line that goes, which may touch the last one.
inline void add_cut(std::vector<std::pair<std::size_t, std::size_t>>& cuts, std::size_t begin, std::size_t end) {
  if (!cuts.empty() && cuts.back().second == begin) cuts.back().second = end;
  else cuts.emplace_back(begin, end);
}

/// A member of an object, from the quote of its name to the end of its value.
struct Member {
  std::size_t begin;
  std::size_t end;
  std::size_t name;  // index; as many as there are: any other
  Token value;       // of an object or array: what it begins with
};

/// Goes over the members of the object that a text is.
class Members {
 public:
  Members(std::string_view text, std::span<const std::string_view> names)
      : text_(text), names_(names), reader_(text), first_(reader_.next()) {}

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
    return static_cast<std::size_t>(std::ranges::find(names_, name) - names_.begin());
  }

  std::string_view text_;
  std::span<const std::string_view> names_;
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
  std::array<std::optional<Token>, max_member_names> values = {};

  [[nodiscard]] bool is_string(std::size_t name) const noexcept {
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
Line read_line(std::string_view text, const MemberNames& names, Cut&& cut) {
  Line line;
  Members members(text, names.all);
  if (!members.are_of_object()) {
    line.is_valid = members.end_well();
    return line;
  }
  std::optional<std::size_t> first;  // where the first member begins
  std::size_t end = line.room = members.begin();
  for (auto member = members.next(); member; member = members.next()) {
    if (!first) first = member->begin;
    if (member->name < names.all.size()) line.values[member->name] = member->value;
    if (member->name >= names.first_of_answer && member->name < names.all.size()) {
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

}  // namespace absolve::json
