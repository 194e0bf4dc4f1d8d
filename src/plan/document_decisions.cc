// The third pass: which base elements are removed. This can only be decided after all links, as a link that is kept may
// need the base.
//
//     <base href="/a/">               the tag is removed
//     <base target=_top href="/a/">   only ` href="/a/"` is removed, as the rest still has a meaning
//
// The checks in remove_base_elements() are ordered from cheap to expensive: links that are kept, text that was not
// read, what earlier rounds have shown, reading the text again without these tags, the codecs around it. The second
// reading must find everything as before: without a tag, the text before and after it may join into markup, or a
// doctype may take effect. Linear.

#include "document_decisions.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "../detect/prolog.h"
#include "../html/base_removal.h"
#include "../text/ascii.h"
#include "../text/counted.h"
#include "../text/edits.h"
#include "../text/password.h"
#include "../text/types.h"
#include "../url/resolver.h"
#include "../url/scopes.h"
#include "find.h"
#include "list_answers.h"
#include "notes.h"
#include "reasons.h"
#include "retrieved.h"
#include "rfc1808_advice.h"
#include "values.h"

namespace absolve::inline detail {
namespace {

using Severity = Note::Severity;

/// Looks for links into which the password of a base was written. A net_loc in the reference itself may have one, too:
/// that was there before.
class PasswordWatch {
 public:
  explicit PasswordWatch(PlanBuilder& builder) noexcept : scopes_(builder.scopes()) {}

  void meet(const Link& link) {
    const bool is_last_again = link.head.data() == last_.data() && link.head.size() == last_.size();
    if (link.action != Action::rewrite || written_ || is_last_again) return;
    last_ = link.head;  // usually the same for many links, as it is a part of the base
    const std::string_view password = password_in(link.head);
    const Base* const base = password.empty() ? nullptr : scopes_.base(link.scope);
    written_ = base != nullptr && password_in(base->url()) == password;
  }
  [[nodiscard]] bool written() const noexcept { return written_; }

 private:
  const Scopes& scopes_;
  std::string_view last_;
  bool written_ = false;
};

/// Why a text around a base element doesn't let it go.
std::string_view why_refused(codec::Coding coding) noexcept {
  switch (coding) {
    case codec::Coding::comment: return "the comment around it would end at a different place";
    case codec::Coding::ranges: return "the Markdown around it would be read differently";
    default: return "the shift state of the charset changes inside it";
  }
}

class DecidePass {
 public:
  DecidePass(PlanBuilder& builder, Tree& tree, const Origins& origins, std::size_t first_link)
      : builder_(builder), tree_(tree), origins_(origins), first_link_(first_link) {}

  /// Returns whether the decisions on links still hold.
  bool decide_base_elements() {
    find_unread();
    for (std::size_t i = tree_.nodes.size(); i-- > 0;) {  // children first: a base element that goes needs no base
      Node& node = tree_.nodes[i];
      const bool counts = std::ranges::any_of(node.found().base_elements, &DecidePass::may_count);
      if (node.entered && counts && node.stays == Stays::no) remove_base_elements(node);
    }
    return !hides_copies_;
  }

 private:
  static bool may_count(const BaseElement& element) noexcept { return element.disqualified.empty(); }

  /// Finds nodes with text that was not read, in themselves or in nodes nested in them: because of a limit, or because
  /// reading it was not requested. Children have higher numbers than their parents.
  void find_unread() {
    unread_.resize(tree_.nodes.size());
    for (std::size_t i = tree_.nodes.size(); i-- > 0;) {
      const Node& node = tree_.nodes[i];
      if (node.unread || node.gave_up || node.found().leaves_references) unread_[i] = true;
      if (unread_[i] && node.in_text) unread_[node.parent] = true;
    }
  }

  [[nodiscard]] std::span<Link> links_in(const Node& node) {
    return std::span(builder_.links()).subspan(node.first_link, node.end_link - node.first_link);
  }

  void remove_base_elements(Node& node) {
    // One that gives the base needs nothing itself, whatever keeps its href from being rewritten.
    const bool gives_base =
        node.scope != node.scope_around && builder_.scopes().from(node.scope) == BaseFrom::base_element;
    const std::vector<std::uint32_t> hrefs = gives_base ? hrefs_of(node) : std::vector<std::uint32_t>();
    std::size_t dependents = 0;
    std::size_t fragments = 0;
    for (std::size_t i = node.first_link; i < node.end_link; ++i) {
      const bool goes = builder_.links()[i].reason == Reason::base_removed || is_href(node, hrefs, i);
      if (!origins_[i - first_link_].needs_base || goes) continue;
      ++dependents;
      if (builder_.links()[i].reason == Reason::fragment) ++fragments;
    }
    if (dependents > 0) {
      return keep_base_elements(node,
                                counted(dependents, "value left unchanged needs it", "values left unchanged need it") +
                                    (fragments == dependents ? " (--keep-fragments=page lets it go)" : ""));
    }
    if (unread_[node.index]) return keep_base_elements(node, "text that was not read may need it");
    switch (must_stay(node)) {
      case BaseElements::may_go: break;
      case BaseElements::hold_structure:
        return keep_base_elements(node, "without it, a line would be read as a boundary between parts or messages");
      case BaseElements::hold_declaration:
        return keep_base_elements(node, "without it, a different charset declaration would be found");
      case BaseElements::hold_type:
        return keep_base_elements(node, "without it, the document would be read as a different type");
      case BaseElements::hold_coding:
        return keep_base_elements(node, "without it, the document would be read as compressed data");
    }
    std::vector<Edit> cuts = cuts_of(node);
    if (const std::string_view change = change_without(node, cuts); !change.empty()) {
      return keep_base_elements(node, "without it, " + std::string(change));
    }
    for (const Edit& cut : cuts) {
      Strings strings = builder_.strings();
      if (const auto coding = refusing(tree_, node.index, {cut}, strings)) {
        return keep_base_elements(node, std::string(why_refused(*coding)));
      }
    }
    node.besides->cuts = std::move(cuts);
    keep_hrefs(node);
  }

  /// Whether and why the base elements of a node must not be removed, because of the node itself or of one around it.
  [[nodiscard]] BaseElements must_stay(const Node& node) const {
    for (const Node* one = &node;; one = &tree_.nodes[one->parent]) {
      if (one->base_elements != BaseElements::may_go || one->parent == Node::none) return one->base_elements;
    }
  }

  /// The edits that remove the base elements. They put a blank where the text before and after would join into markup.
  [[nodiscard]] std::vector<Edit> cuts_of(const Node& node) const {
    std::vector<Edit> cuts;
    for (const BaseElement& element : node.found().base_elements) {
      if (!may_count(element)) continue;
      for (const html::Cut& cut : html::cuts_for_removal(node.text, element)) {
        const std::string_view filling = html::joins_into_markup(node.text, cut) ? " " : "";
        cuts.push_back({cut.begin, cut.end - cut.begin, filling});
      }
    }
    std::ranges::sort(cuts, {}, &Edit::offset);
    std::size_t start = 0;  // of the remaining text, which must not begin with a byte order mark
    for (const Edit& cut : cuts) start += cut.offset == start ? cut.length : 0;
    const bool at_start_of_bytes = !node.in_text && in_bytes(tree_, node.index, 0) == 0;
    if (start > 0 && at_start_of_bytes && codec::detect(node.bytes.substr(in_bytes(tree_, node.index, start)), "")) {
      cuts.front().text = " ";
    }
    return cuts;
  }

  /// What else these cuts would change, in words; "" if there is nothing. Reads the text once more.
  [[nodiscard]] std::string_view change_without(const Node& node, const std::vector<Edit>& cuts) const {
    const std::string rest = edited(node.text, cuts);
    if (prolog_of(node.text).doctype != prolog_of(rest).doctype) return "a doctype after it would take effect";
    const auto drops_line_break = [&](const BaseElement& element) {
      return element.keeps_line_break && std::ranges::binary_search(cuts, element.begin, {}, &Edit::offset);
    };
    if (std::ranges::any_of(node.found().base_elements, drops_line_break))
      return "the line break after it would be lost";
    const auto joins_line_break = [&](const Edit& cut) {
      const std::size_t end = cut.offset + cut.length;
      return cut.offset > 0 && end < node.text.size() && node.text[cut.offset - 1] == '\r' && node.text[end] == '\n';
    };
    if (std::ranges::any_of(cuts, joins_line_break)) return "the line breaks around it would become one";
    if (!reads_as_before(node, cuts, rest)) return "the text around it would be read differently";
    return "";
  }

  /// Whether the finder of a node finds the same in the rest of its text, except for what these cuts remove.
  [[nodiscard]] bool reads_as_before(const Node& node, const std::vector<Edit>& cuts, std::string_view rest) const {
    const Finding again = find_in_place_of(builder_, tree_, node, rest, 0);
    const auto same = [](const Value& before, const Value& after, std::size_t at) {
      return after.begin == at && after.end - after.begin == before.end - before.begin && after.rule == before.rule &&
             after.format == before.format && after.coding == before.coding && after.stays == before.stays;
    };
    const std::vector<std::uint32_t> hrefs = hrefs_of(node);
    auto after = again.values.begin();
    auto cut = cuts.begin();
    std::size_t taken = 0;  // bytes removed before this value, minus those put in their place
    for (std::uint32_t i = 0; i < node.values.size(); ++i) {
      const Value& before = node.values[i];
      for (; cut != cuts.end() && cut->offset + cut->length <= before.begin; ++cut)
        taken += cut->length - cut->text.size();
      if (std::ranges::binary_search(hrefs, i)) continue;
      if (after == again.values.end() || !same(before, *after, before.begin - taken)) return false;
      ++after;
    }
    return after == again.values.end() && std::ranges::none_of(again.base_elements, &DecidePass::may_count) &&
           again.media_type == node.found().media_type;
  }

  /// The indexes of the values of a node that are hrefs of base elements that may be in effect. Sorted.
  [[nodiscard]] static std::vector<std::uint32_t> hrefs_of(const Node& node) {
    std::vector<std::uint32_t> hrefs;
    for (const BaseElement& element : node.found().base_elements) {
      if (may_count(element)) hrefs.push_back(element.value);
    }
    std::ranges::sort(hrefs);
    return hrefs;
  }

  /// Whether a link of a node is one of these hrefs.
  [[nodiscard]] bool is_href(const Node& node, const std::vector<std::uint32_t>& hrefs, std::size_t link) const {
    return builder_.links()[link].document == node.document &&
           std::ranges::binary_search(hrefs, origins_[link - first_link_].value);
  }

  /// Takes back the links that are hrefs of base elements, as these are removed.
  void keep_hrefs(const Node& node) {
    const std::vector<std::uint32_t> hrefs = hrefs_of(node);
    for (std::size_t i = node.first_link; i < node.end_link; ++i) {
      if (!is_href(node, hrefs, i)) continue;
      Link& link = builder_.links()[i];
      link.action = Action::keep;
      link.reason = Reason::base_removed;
    }
  }

  /// Leaves the base elements of a node as they are. Then references after them lead to no local copies.
  void keep_base_elements(const Node& node, std::string why) {
    const auto is_copy = [](const Link& link) { return link.reason == Reason::local_copy; };
    if (std::ranges::any_of(links_in(node), is_copy)) {
      for (std::uint32_t at = node.scope; at != node.scope_around; at = builder_.scopes()[at].around) {
        hides_copies_ = tree_.staying_bases.insert(at).second || hides_copies_;
      }
    }
    tree_.round_notes.push_back({node.index, NotePosition::first, 0,
                                 worded(NoteCode::base_element_kept, Severity::notice, {std::move(why)}, node.note_at,
                                        std::string(node.part), tree_.message)});
  }

  PlanBuilder& builder_;
  Tree& tree_;
  const Origins& origins_;
  std::size_t first_link_;
  std::vector<bool> unread_;  // by node
  bool hides_copies_ = false;
};

/// What a reference tells about the quotation marks of a text around the markup, which is no page, if it is kept for
/// them: they are its own, as in `href=\"x\"`, or those of a style around it, as in `style=\"background:url(x)\"`.
std::string_view hint_of_quotes(const Link& link) noexcept {
  const std::string_view text = link.reference;
  if (link.reason == Reason::syntax) {
    if (text.empty()) return " (a text around it doubles quotation marks)";
    const bool is_coded = is_quoted_printable(text, "\n");
    return is_coded ? " (quoted-printable, which the header of a message must declare)" : "";
  }
  const std::size_t backslash = text.find('\\');
  const bool is_escaped =
      backslash == std::string_view::npos || (backslash == 0 && text.size() > 1 && is_quote(text[1]));
  return is_escaped ? " (here it escapes a quotation mark of the language around)" : "";
}

/// Whether the message that a document is in, or one around it, says at which URL it is archived.
bool is_archived(const Tree& tree, const Node& node) noexcept {
  const PartContext* const context = context_of(tree, node);
  const bool is_outermost = node.parent == Node::none;
  return (context != nullptr && context->is_archived) || (!is_outermost && is_archived(tree, tree.nodes[node.parent]));
}

/// What the user can do about references that are kept for a reason, in words; "" if there is nothing. `of_quotes`:
/// what each of them tells about its quotes.
Hint hint_for(Reason reason, const Tree& tree, const Node& node, const PlanBuilder& builder,
              std::string_view of_quotes) {
  const Resolver resolver = builder.options().resolver;
  if (reason == Reason::no_base && builder.input().url.empty() && is_archived(tree, node))
    return " (--url-from-header Archived-At takes the URL in that field)";
  if (reason == Reason::no_base) return hint_of_url(tree, node, builder.input(), resolver);
  if (!of_quotes.empty()) return of_quotes;
  const bool is_misread = reason == Reason::backslash || reason == Reason::slashes;
  return is_misread && !reads_as_browsers(resolver) ? " (--resolver whatwg reads it so, too)" : "";
}

}  // namespace

bool decide_documents(PlanBuilder& builder, Tree& tree, const Origins& origins, std::size_t first_link) {
  return !builder.options().remove_base_elements ||
         DecidePass(builder, tree, origins, first_link).decide_base_elements();
}

bool leaves_references(const Tree& tree, const Origins& origins) {
  return tree.leaves_references || std::ranges::any_of(origins, &Origin::needs_base);
}

void note_references(PlanBuilder& builder, Tree& tree) {
  Advisories advisories(builder, tree);
  PasswordWatch passwords(builder);
  for (const Node& node : tree.nodes) {
    if (!node.entered || node.in_text || holds_entities(node) || node.first_link == node.end_link) continue;
    const bool answered = report_all(answers_of(node.format, builder));
    std::array<std::size_t, reasons.size()> kept{};
    std::array<std::size_t, reasons.size()> first{};
    std::array<std::string_view, reasons.size()> of_quotes{};
    for (const Link& link : std::span(builder.links()).subspan(node.first_link, node.end_link - node.first_link)) {
      const auto reason = static_cast<std::size_t>(link.reason);
      const bool is_first = kept[reason]++ == 0;
      if (is_first) first[reason] = link.offset;
      if (link.reason == Reason::backslash || link.reason == Reason::syntax) {
        const std::string_view told = hint_of_quotes(link);
        if (is_first) of_quotes[reason] = told;
        else if (of_quotes[reason] != told) of_quotes[reason] = {};
      }
      advisories.meet(node, link);
      passwords.meet(link);
    }
    advisories.note_all(node, is_list(node.format) ? Severity::detail : Severity::notice);
    for (const ReasonRow& row : reasons) {
      const auto i = static_cast<std::size_t>(row.reason);
      const bool is_told_elsewhere = row.reason == Reason::identity;  // by the finder of feeds
      const bool asked_for = row.reason == Reason::none || row.reason == Reason::base_removed;
      if (kept[i] == 0 || asked_for || is_told_elsewhere) continue;
      const bool keeps = builder.options().local_links == LocalLinks::keep || builder.input().is_in_book;
      const bool is_meant = row.reason == Reason::local_copy && keeps;
      const Hint hint = hint_for(row.reason, tree, node, builder, of_quotes[i]);
      Note note = worded(NoteCode::references_kept, answered || is_meant ? Severity::detail : row.severity,
                         {references(kept[i]), std::string(row.words) + hint.words}, node.in_source(first[i]),
                         std::string(node.part), tree.message);
      note.count = kept[i];
      note.kind = std::string(row.words) + hint.kind;
      tree.round_notes.push_back({node.index, NotePosition::first, 1, std::move(note)});
    }
  }
  if (!passwords.written()) return;
  tree.round_notes.push_back(
      {0, NotePosition::last, 0, worded(NoteCode::password_written, Severity::notice, {}, {}, "", tree.message)});
}

}  // namespace absolve::inline detail
