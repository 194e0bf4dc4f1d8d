#include "on_link.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../text/ascii.h"
#include "../text/edits.h"
#include "../text/utf8.h"
#include "find.h"
#include "finders.h"
#include "values.h"

namespace absolve::inline detail {
namespace {

/// Visits the links of a tree, with their places.
template <class Visit>
class LinkWalk {
 public:
  LinkWalk(PlanBuilder& builder, const Origins& origins, std::size_t first_link, Visit visit)
      : builder_(builder), origins_(origins), first_(first_link), cursor_(first_link), visit_(std::move(visit)) {}

  bool enter(const Node& node) const noexcept { return node.entered; }
  void pass(const Node& node, const Node* child) {
    const std::size_t limit = child == nullptr ? node.end_link : child->first_link;
    for (LinkPlace place{node.index, Value::none, 0}; cursor_ < limit; ++cursor_) {
      const std::uint32_t value = origins_[cursor_ - first_].value;
      place = {node.index, value, value == place.value ? place.number : 0};
      visit_(node, place, std::as_const(builder_.links()[cursor_]));
      ++place.number;
    }
  }
  void exit(const Node&) const noexcept {}

 private:
  PlanBuilder& builder_;
  const Origins& origins_;
  std::size_t first_;
  std::size_t cursor_;  // index of a link
  Visit visit_;
};

/// Whether an answer has the same result as the plan.
bool is_planned(const LinkAnswer& answer, const Link& link, std::optional<std::string_view> url) {
  switch (answer.kind) {
    case LinkAnswer::Kind::as_planned: return true;
    case LinkAnswer::Kind::keep: return link.action != Action::rewrite;
    case LinkAnswer::Kind::replace: break;
  }
  return link.action == Action::rewrite && answer.text == url;
}

/// The links of one node, without those of nested nodes: by value, in document order.
struct OwnLinks {
  std::vector<std::uint32_t> values;
  std::vector<const Link*> links;
};

/// Compares what is found in a text with what is found in it after the edits of its own links.
class Rereading {
 public:
  Rereading(PlanBuilder& builder, Tree& tree, const Node& node, const OwnLinks& own)
      : builder_(builder),
        answers_(tree.answers),
        node_(node),
        own_(own),
        text_(edited(node.text, node.edits)),
        again_(find_in_place_of(builder, tree, node, text_, 0)) {}

  /// The values are compared in their order. Each is searched for between the offsets where it begins and ends after
  /// the edits:
  ///
  ///     before   <a href=x.html   ><img src="y">
  ///     edits            ^^^^^^              ^
  ///     after    <a href="an answer"   ><img src="z">
  ///                      low       high
  bool refuse() {
    bool refuses = false;
    std::size_t next = 0;
    for (std::uint32_t i = 0; i < node_.values.size(); ++i) {
      const Value& before = node_.values[i];
      const auto [low, high] = range_after(before);
      const bool is_made = next < again_.values.size() && again_.values[next].begin < low;  // an answer has created it
      const bool is_there = next < again_.values.size() && again_.values[next].end <= high &&
                            again_.values[next].rule == before.rule && again_.values[next].format == before.format;
      const bool is_answered = answers_.has_in(node_.index, i, i + 1);
      if (is_made || (!is_there && !is_answered)) return refuse_all() || refuses;
      if (is_answered && !(is_there && reads_as_planned(i, again_.values[next]))) {
        const bool is_new = refuse_in(i);
        if (!is_new && !is_there) return refuse_all() || refuses;  // another answer has taken it away
        refuses = is_new || refuses;
      }
      next += is_there ? 1 : 0;
    }
    return (next < again_.values.size() && refuse_all()) || refuses;
  }

 private:
  bool refuse_in(std::uint32_t value) { return answers_.refuse(node_.index, value, value + 1); }
  bool refuse_all() { return answers_.refuse(node_.index, 0, Value::none); }

  [[nodiscard]] std::pair<std::size_t, std::size_t> range_after(const Value& before) {
    const auto growth = [&](std::size_t i) { return node_.edits[i].text.size() - node_.edits[i].length; };
    for (; edit_ < node_.edits.size() && node_.edits[edit_].offset + node_.edits[edit_].length < before.begin; ++edit_)
      moved_ += growth(edit_);
    std::size_t high = before.end + moved_;
    for (std::size_t i = edit_; i < node_.edits.size() && node_.edits[i].offset <= before.end; ++i) high += growth(i);
    return {before.begin + moved_, high};
  }

  [[nodiscard]] bool reads_as_planned(std::uint32_t value, const Value& after) const {
    const auto [first, end] = std::equal_range(own_.values.begin(), own_.values.end(), value);
    const std::span links(own_.links.data() + (first - own_.values.begin()), static_cast<std::size_t>(end - first));
    const OpenValue open(text_, after);
    if (after.format == Format::url) return links.size() == 1 && reads(open.text(), after, links.front());
    const Finding inside = finder_of(after.format).find(open.text(), builder_.request());
    return std::ranges::equal(inside.values, links, [&](const Value& one, const Link* link) {
      return reads(OpenValue(open.text(), one).text(), one, link);
    });
  }

  [[nodiscard]] static bool reads(std::string_view text, const Value& value, const Link* link) {
    const std::string_view reference = reference_in(text, value);
    if (link->action != Action::rewrite) return reference == link->reference;
    return reference.starts_with(link->head) &&
           reference.substr(link->head.size()) == link->reference.substr(link->tail);
  }

  const PlanBuilder& builder_;
  LinkAnswers& answers_;
  const Node& node_;
  const OwnLinks& own_;
  std::string text_;  // with the edits
  Finding again_;
  std::size_t edit_ = 0;   // the first edit that may touch the next value
  std::size_t moved_ = 0;  // how far the text before it has moved; a negative number wraps around
};

}  // namespace

bool ask_function(PlanBuilder& builder, Tree& tree, const Origins& origins, std::size_t first_link) {
  const Plan& plan = builder.unfinished();
  const LinkFunction function = builder.options().on_link;  // a copy, as it may destroy the options that hold it
  std::string absolute;
  const auto ask = [&](const LinkPlace& place, const Link& link) {
    std::optional<std::string_view> url;
    if (link.action == Action::absolute) url = link.reference;
    if (link.action == Action::rewrite) url = absolute.assign(link.head).append(link.reference, link.tail);
    LinkAnswer answer = function(LinkQuestion{link, plan.document(link), url, plan, builder.next_question()});
    const bool is_same = answer.kind == LinkAnswer::Kind::replace && answer.text == link.reference;
    if (is_same) answer = LinkAnswer::keep();
    if (is_planned(answer, link, url)) return;
    const std::string_view asked = url ? *url : link.reference;
    const bool is_in_bytes =
        !is_ascii(asked) && (answer.text.find(asked) != std::string::npos || !is_utf8(answer.text));
    tree.answers.add(place, std::move(answer), is_in_bytes);
  };
  struct Question {
    LinkPlace place;
    const Link* link;
    bool is_asked;
  };
  std::vector<Question> questions;
  walk(tree, LinkWalk(builder, origins, first_link, [&](const Node& node, const LinkPlace& place, const Link& link) {
         questions.push_back({place, &link, !names_base(*node.values[place.value].rule)});
       }));
  order_as_in_source(tree, std::span(questions), first_link, [](const Question& one) { return one.link->offset; });
  for (const Question& one : questions) {
    if (one.is_asked) ask(one.place, *one.link);
  }
  return !tree.answers.empty();
}

bool refuse_misread_answers(PlanBuilder& builder, Tree& tree, const Origins& origins, std::size_t first_link) {
  if (tree.answers.empty()) return false;
  std::map<std::uint32_t, OwnLinks> nodes;
  walk(tree, LinkWalk(builder, origins, first_link, [&](const Node& node, const LinkPlace& place, const Link& link) {
         if (node.found().list || !tree.answers.has_in(node.index, 0, Value::none)) return;
         OwnLinks& own = nodes[node.index];
         own.values.push_back(place.value);
         own.links.push_back(&link);
       }));
  bool refuses = false;
  for (const auto& [index, own] : nodes) {
    refuses = Rereading(builder, tree, tree.nodes[index], own).refuse() || refuses;
  }
  return refuses;
}

}  // namespace absolve::inline detail
