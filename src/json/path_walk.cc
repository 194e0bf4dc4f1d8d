#include "path_walk.h"

#include <algorithm>

namespace absolve::json {
namespace {

constexpr Rule rule{.element = "*", .attribute = "", .empty = Empty::no_fetch};

}  // namespace

void PathWalk::consume(const Token& token) {
  using Kind = Token::Kind;
  switch (token.kind) {
    case Kind::begin_object:
    case Kind::begin_array: return open(token);
    case Kind::end_object:
    case Kind::end_array: return levels_.pop_back();
    case Kind::key: {
      Level& around = levels_.back();
      around.key = token;
      const std::string_view name = text_of(token);
      for (std::size_t i = 0; i < paths_.size(); ++i) around.at_next[i] = paths_[i].to_member(around.at[i], name);
      return;
    }
    case Kind::string:
    case Kind::other: return next_element();
  }
}

void PathWalk::open(const Token& token) {
  next_element();
  Level one{.is_array = token.kind == Token::Kind::begin_array, .begin = token.begin};
  if (levels_.empty()) {
    one.at.assign(paths_.size(), Path::at_start());
  } else {
    one.at = levels_.back().at_next;
    one.key = levels_.back().key;
  }
  one.at_next.resize(paths_.size());
  levels_.push_back(std::move(one));
}

void PathWalk::next_element() {
  if (levels_.empty() || !levels_.back().is_array) return;
  Level& around = levels_.back();
  for (std::size_t i = 0; i < paths_.size(); ++i) around.at_next[i] = paths_[i].to_element(around.at[i], around.next);
  ++around.next;
}

Value PathWalk::value_at(std::size_t begin, std::size_t end, const Token& key, codec::Coding coding) const {
  return Value{.begin = in_text(begin),
               .end = in_text(end),
               .element = in_text(key.begin),
               .rule = &rule,
               .element_length = static_cast<std::uint16_t>(std::min<std::size_t>(key.end - key.begin, UINT16_MAX)),
               .coding = coding};
}

}  // namespace absolve::json
