// One pass over the tokens, with a stack of the open objects and arrays. A place is a bit, and a step may lead inwards
// from several places, so that one row of a table can apply to all of them:
//
//     {"scopes": {"/x/": {"a": "/b.js"}}}
//     start      scopes  imports             steps by key; the last one gives "/b.js" its role
//
// The first matching row is used: specific keys come before any_key. If no row matches, nothing below has a role
// (`away`), but it is still read, since the whole text must be valid.

#include "places.h"

#include <algorithm>
#include <string>

#include "../text/json.h"

namespace absolve::json {
namespace {

/// A step to a place where nothing has a role.
constexpr Step away{nowhere, Step::any_key, nowhere};

bool takes_key(const Step& step, std::string_view key) noexcept {
  if (step.key == Step::item) return false;
  if (step.key == Step::one_of) return std::ranges::binary_search(step.keys, key);
  return step.key == Step::any_key || step.key == key;
}

const Step& step_to_key(std::span<const Step> table, Place from, std::string_view key) noexcept {
  const auto step =
      std::ranges::find_if(table, [&](const Step& one) { return (one.from & from) != 0 && takes_key(one, key); });
  return step == table.end() ? away : *step;
}

const Step& step_to_item(std::span<const Step> table, Place from) noexcept {
  const auto step =
      std::ranges::find_if(table, [&](const Step& one) { return (one.from & from) != 0 && one.key == Step::item; });
  return step == table.end() ? away : *step;
}

/// An open object or array.
struct Container {
  std::size_t number;
  const Step* step;       // to the next value
  Place place;            // its own place
  std::size_t key_begin;  // the key of the next value, as written; in an array, the key of the array
  std::size_t key_end;
};

}  // namespace

std::optional<std::vector<String>> find_strings(std::string_view text, std::span<const Step> table) {
  static constexpr Step to_start{nowhere, Step::any_key, start};
  std::vector<String> strings;
  std::vector<Container> containers = {{0, &to_start, nowhere, 0, 0}};
  std::size_t count = 0;
  std::string scratch;
  Reader reader(text);
  while (const auto token = reader.next()) {
    Container& around = containers.back();
    const Place place = around.step->to;
    Role role = Role::none;
    switch (token->kind) {
      case Token::Kind::begin_object: containers.push_back({++count, &away, place, 0, 0}); break;
      case Token::Kind::begin_array:
        containers.push_back({++count, &step_to_item(table, place), place, around.key_begin, around.key_end});
        break;
      case Token::Kind::end_object:
      case Token::Kind::end_array: containers.pop_back(); break;
      case Token::Kind::key: {
        const std::string_view key = text.substr(token->begin, token->end - token->begin);
        around.step = &step_to_key(table, around.place, decode_string(key, scratch));
        role = around.step->key_role;
        around.key_begin = token->begin;
        around.key_end = token->end;
        break;
      }
      case Token::Kind::string: role = around.step->value_role; break;
      case Token::Kind::other: break;
    }
    if (role == Role::none) continue;
    strings.push_back({token->begin, token->end, role, around.number, around.step, around.key_begin, around.key_end});
  }
  if (!reader.is_valid()) return std::nullopt;
  return strings;
}

}  // namespace absolve::json
