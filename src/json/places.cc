// One pass over the tokens, with a stack of the objects and arrays that are open. A place is a bit, and a step leads
// from any of several places inwards, so that a table can say "in all of these" in one row:
//
//     {"scopes": {"/x/": {"a": "/b.js"}}}
//     start      scopes  imports             steps by key; the last gives "/b.js" its role
//
// The first row that fits counts: particular keys come before any_key. Where no row fits, nothing below counts
// (`away`), but it is still read, for the text must be valid as a whole.

#include "places.h"

#include <algorithm>
#include <string>

#include "../text/json.h"

namespace absolve::json {
namespace {

/// A step to where nothing counts.
constexpr Step away{nowhere, Step::any_key, nowhere};

const Step& step_to_key(std::span<const Step> table, Place from, std::string_view key) noexcept {
  const auto step = std::ranges::find_if(table, [&](const Step& one) {
    return (one.from & from) != 0 && one.key != Step::item && (one.key == Step::any_key || one.key == key);
  });
  return step == table.end() ? away : *step;
}

const Step& step_to_item(std::span<const Step> table, Place from) noexcept {
  const auto step =
      std::ranges::find_if(table, [&](const Step& one) { return (one.from & from) != 0 && one.key == Step::item; });
  return step == table.end() ? away : *step;
}

/// An object or array that is open.
struct Container {
  std::size_t number;
  const Step* step;  // to the value that comes next
  Place place;       // its own
};

}  // namespace

std::optional<std::vector<String>> find_strings(std::string_view text, std::span<const Step> table) {
  static constexpr Step to_start{nowhere, Step::any_key, start};
  std::vector<String> strings;
  std::vector<Container> containers = {{0, &to_start, nowhere}};
  std::size_t count = 0;
  std::string scratch;
  Reader reader(text);
  while (const auto token = reader.next()) {
    Container& around = containers.back();
    const Place place = around.step->to;
    Role role = Role::none;
    switch (token->kind) {
      case Token::Kind::begin_object: containers.push_back({++count, &away, place}); break;
      case Token::Kind::begin_array: containers.push_back({++count, &step_to_item(table, place), place}); break;
      case Token::Kind::end_object:
      case Token::Kind::end_array: containers.pop_back(); break;
      case Token::Kind::key: {
        const std::string_view key = text.substr(token->begin, token->end - token->begin);
        around.step = &step_to_key(table, around.place, decode_string(key, scratch));
        role = around.step->key_role;
        break;
      }
      case Token::Kind::string: role = around.step->value_role; break;
      case Token::Kind::other: break;
    }
    if (role != Role::none) strings.push_back({token->begin, token->end, role, around.number, around.step});
  }
  if (!reader.is_valid()) return std::nullopt;
  return strings;
}

}  // namespace absolve::json
