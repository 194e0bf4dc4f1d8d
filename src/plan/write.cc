// The fourth pass. It visits the nodes in document order, the order of the links. OwnEdits makes the edits for each
// node's own links, and at the end of a node WritePass carries them outwards:
//
//     node 2   x.png                      http://h/ is put before it
//     node 1   srcdoc="... x.png ..."     the same, as the attribute writes it
//     node 0   PGlmcmFtZSBzcmNkb2M9...    new base64, from there on
//
// There all edits of its text are known, those of its children too, and are encoded at once: no node holds edits when
// the next entry of a feed is reached. Only now is it known whether a line would be read as a boundary, a header would
// be too long, or another charset declaration would be found. Then a decision is turned, and another round begins
// (plan.cc).

#include "write.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <span>
#include <utility>

#include "../codec/compression/compressed.h"
#include "../detect/prolog.h"
#include "../detect/types.h"
#include "../detect/unread_kind.h"
#include "../find/formats.h"
#include "../mime/structure.h"
#include "../text/ascii.h"
#include "../text/counted.h"
#include "../text/edits.h"
#include "../text/lines.h"
#include "finders.h"
#include "list_answers.h"
#include "notes.h"
#include "on_link.h"
#include "values.h"

namespace absolve::inline detail {
namespace {

using Severity = Note::Severity;

/// Makes the edits of each node's text for its own links.
class OwnEdits {
 public:
  OwnEdits(PlanBuilder& builder, const Origins& origins, std::size_t first_link)
      : builder_(builder),
        links_(builder.links()),
        strings_(builder.strings()),
        origins_(origins),
        first_(first_link),
        cursor_(first_link) {}

  bool enter(Node& node) {
    node.edits.clear();
    return node.entered;
  }

  void pass(Node& node, const Node* child) {
    const std::size_t limit = child == nullptr ? node.end_link : child->first_link;
    if (node.found().list) {
      const std::span<const Link> links = links_.subspan(cursor_, limit - cursor_);
      if (!node.gave_up) node.edits = answer(node, links, builder_);
      cursor_ = limit;
      return;
    }
    const bool has_own = !holds_entities(node);
    if (has_own && node.edits.empty()) node.edits.reserve(node.end_link - node.first_link);  // its children's, too
    while (cursor_ < limit) {
      step(builder_.options());
      const std::size_t begin = cursor_;
      const std::uint32_t value = origins_[begin - first_].value;
      while (cursor_ < limit && origins_[cursor_ - first_].value == value) ++cursor_;
      write(node, node.values[value], links_.subspan(begin, cursor_ - begin));
    }
  }

  void exit(const Node&) {}

 private:
  void write(Node& node, const Value& value, std::span<const Link> links) {
    const auto changes = [](const Link& link) { return link.action == Action::rewrite; };
    if (std::ranges::none_of(links, changes)) return;
    if (value.format != Format::url) return write_inside(node, value, links);
    const Link& link = links.front();
    const std::string_view raw = node.text.substr(value.begin, value.end - value.begin);
    const std::size_t offset = offset_in(raw, reference_in(raw, value));
    // For nearly all: what the edit replaces is plain, whatever follows it.
    const bool plain =
        codec::is_plain(value.coding, codec::is_quoted(value.coding) ? raw.substr(0, offset + link.tail + 1) : raw);
    if (plain && codec::stays_plain(value.coding, link.head)) {
      node.edits.push_back({value.begin + offset, link.tail, link.head});
      return;
    }
    const OpenValue outer(node, value);
    const Edit edit{offset_in(outer.text(), reference_in(outer.text(), value)), link.tail, link.head};
    add(node, outer.encode({&edit, 1}, strings_));
  }

  /// Writes the references in a value that holds several of them.
  void write_inside(Node& node, const Value& value, std::span<const Link> links) {
    const OpenValue outer(node, value);
    const Finding inside = finder_of(value.format).find(outer.text(), builder_.request());
    std::vector<Edit> edits;
    for (std::size_t i = 0; i < links.size(); ++i) {
      if (links[i].action != Action::rewrite) continue;
      const OpenValue inner(outer.text(), inside.values[i]);
      const std::string_view reference = reference_in(inner.text(), inside.values[i]);
      const Edit edit{offset_in(inner.text(), reference), links[i].tail, links[i].head};
      const std::vector<Edit> written = inner.encode({&edit, 1}, strings_);
      edits.insert(edits.end(), written.begin(), written.end());
    }
    add(node, outer.encode(edits, strings_));
  }

  static void add(Node& node, const std::vector<Edit>& edits) {
    node.edits.insert(node.edits.end(), edits.begin(), edits.end());
  }

  PlanBuilder& builder_;
  std::span<const Link> links_;
  Strings strings_;
  const Origins& origins_;
  std::size_t first_;
  std::size_t cursor_;  // index of a link
};

/// Merges edits and cuts, without edits inside of a cut. At the start of a cut there may be an edit for a quote of the
/// value before it, at its end one for a quote of its own.
std::vector<Edit> with_cuts(std::span<const Edit> edits, std::span<const Edit> cuts) {
  std::vector<Edit> merged;
  merged.reserve(edits.size() + cuts.size());
  for (const Edit& edit : edits) {
    while (!cuts.empty() && cuts.front().offset + cuts.front().length < edit.offset) {
      merged.push_back(cuts.front());
      cuts = cuts.subspan(1);
    }
    const bool inside = !cuts.empty() && edit.offset > cuts.front().offset;
    if (!inside) merged.push_back(edit);
  }
  merged.insert(merged.end(), cuts.begin(), cuts.end());
  return merged;
}

class WritePass {
 public:
  WritePass(PlanBuilder& builder, Tree& tree, const Origins& origins, std::size_t first_link)
      : builder_(builder), strings_(builder.strings()), tree_(tree), own_(builder, origins, first_link) {}

  bool enter(Node& node) { return own_.enter(node); }
  void pass(Node& node, const Node* child) { own_.pass(node, child); }
  void exit(Node& node) { finish(node); }

  std::optional<std::vector<Edit>> edits() {
    tree_.answers.for_each_that_replaces(
        [&](const LinkPlace& place, const LinkAnswers::One&) { answered_.insert(tree_.nodes[place.node].holder); });
    walk(tree_, *this);
    if (!refused_.empty()) {
      tree_.answers.for_each_that_replaces([&](const LinkPlace& place, LinkAnswers::One& one) {
        one.is_refused = refused_.contains(tree_.nodes[place.node].holder);
      });
    }
    if (turned_) return std::nullopt;
    return std::move(tree_.nodes.front().edits);
  }

 private:
  void finish(Node& node) {
    if (!std::ranges::is_sorted(node.edits, {}, &Edit::offset)) std::ranges::stable_sort(node.edits, {}, &Edit::offset);
    check_dependent_statements(node);
    std::vector<Edit> edits = in_bytes(node);
    if (node.parent == Node::none) {
      node.edits = std::move(edits);
      return;
    }
    if (!node.in_text) edits = in_mail(node, std::move(edits));
    for (Edit& edit : edits) edit.offset += node.begin;
    std::vector<Edit>& around = tree_.nodes[node.parent].edits;
    if (!node.in_text && around.empty()) around = std::move(edits);
    else around.insert(around.end(), edits.begin(), edits.end());
  }

  /// The edits of a node, as edits of its bytes or, in text, of the text around it. The node's own list is emptied.
  std::vector<Edit> in_bytes(Node& node) {
    std::vector<Edit> merged;
    if (becomes_other_kind(node, node.edits)) give_up(node, Safety::would_change_type);
    const std::span<const Edit> cuts = node.cuts();
    if (!cuts.empty() && becomes_other_kind(node, with_cuts(node.edits, cuts))) {
      keep_base(node, BaseElements::hold_type);
    }
    if (!cuts.empty()) merged = through_codecs(tree_, node, with_cuts(node.edits, cuts), strings_);
    std::vector<Edit> edits = through_codecs(tree_, node, std::move(node.edits), strings_);
    if (changes_detected_type(node, cuts.empty() ? edits : merged)) {
      if (cuts.empty() || answered_.contains(node.index)) give_up(node, Safety::would_change_type);
      else keep_base(node, BaseElements::hold_type);
    }
    if (!declares_alike(node, edits)) {
      // First, references are kept; if that isn't enough, base elements of documents nested in it are kept as well.
      if (node.keeps_charset_declaration) keep_base(node, BaseElements::hold_declaration);
      turned_ = turned_ || !node.keeps_charset_declaration;
      node.keeps_charset_declaration = true;
    } else if (!cuts.empty()) {
      keep_base_if_needed(node, edits, merged);
      return merged;
    } else if (node.besides && node.besides->without_base) {
      compare_again(node, edits);
    }
    return edits;
  }

  /// Whether these edits of its text would make a document one that a second run would leave, or read in another format
  /// (detect/unread_kind.h). What begins with a `<` still does so then, and is the same; a playlist never does.
  [[nodiscard]] bool becomes_other_kind(const Node& node, std::span<const Edit> edits) const {
    if (edits.empty() || node.in_text || !may_be_declared_wrongly(node.format)) return false;
    const auto begins_with_tag = [&] {
      constexpr std::size_t enough = 64;
      const std::string_view kept = trimmed(node.text.substr(0, std::min(edits.front().offset, enough)));
      return kept.starts_with('<') || trimmed(edited_beginning(node.text, edits, enough)).starts_with('<');
    };
    if (node.format != Format::playlist && begins_with_tag()) return false;
    const auto is_read_so = [&](std::string_view text) {
      return shown_by(beginning_of(text, builder_.options().fields), node.format).format == node.format;
    };
    return !is_read_so(edited_beginning(node.text, edits, limits::detection + 1)) && is_read_so(node.text);
  }

  /// Whether a document whose type was detected would be read as another type, or not at all, with these edits of its
  /// bytes: a binary byte may move into what is looked at, and the version of a long JSON Feed out of it.
  [[nodiscard]] bool changes_detected_type(const Node& node, std::span<const Edit> edits) const {
    const std::optional<std::string_view> name = detected_by(node);
    if (!name || edits.empty() || is_page_whatever_follows(node.bytes)) return false;
    const auto format_in = [&](std::string_view beginning) { return row_of(type_of(beginning, *name)).format; };
    // The name may be of no use for these bytes, as for those that were decompressed.
    return format_in(edited_beginning(node.bytes, edits, enough_to_detect)) != node.format &&
           format_in(node.bytes.substr(0, enough_to_detect)) == node.format;
  }

  /// The file name or URL with which the type of a document was detected; nullopt if it was declared or given.
  [[nodiscard]] std::optional<std::string_view> detected_by(const Node& node) const {
    if (const PartContext* const context = context_of(tree_, node)) return context->detected_by;
    const bool is_input = node.parent == Node::none && row_of(node.format).container == Container::none;
    return is_input && !holds_entities(node) ? name_detected_by(builder_.input()) : std::nullopt;
  }

  /// Keeps base elements without which a reader of the first bytes would take a document for something else.
  /// `without` has the edits that remove them, too.
  void keep_base_if_needed(Node& node, std::span<const Edit> edits, std::span<const Edit> without) {
    if (!declares_alike(node, without)) return keep_base(node, BaseElements::hold_declaration);
    if (node.in_text || node.base_elements != BaseElements::may_go || node.may_lose_base) return;
    std::string after = edited_beginning(node.bytes, without, enough_to_detect);
    const bool is_in_response = node.parent != Node::none && tree_.nodes[node.parent].format == Format::http;
    if (is_in_response && type_of(after) == Type::http) return keep_base(node, BaseElements::hold_type);
    const BaseElements why = compare(node, edited_beginning(node.bytes, edits, enough_to_detect), after);
    if (why == BaseElements::may_go) return;
    keep_base(node, why);
    node.besides->without_base = std::make_unique<const std::string>(std::move(after));
  }

  /// In the round before, the base element itself was not rewritten, as it was to be removed. Now it is, and the text
  /// is what a second run would read: if that would remove the base element after all, so does this one.
  void compare_again(Node& node, std::span<const Edit> edits) {
    const std::string before = edited_beginning(node.bytes, edits, enough_to_detect);
    const bool may_go = compare(node, before, *node.besides->without_base) == BaseElements::may_go;
    node.besides->without_base.reset();
    if (!may_go) return;
    node.base_elements = BaseElements::may_go;
    node.may_lose_base = turned_ = true;
  }

  /// Why base elements must stay, by the first bytes with them and without them.
  static BaseElements compare(const Node& node, std::string_view with, std::string_view without) {
    if (codec::content_coding_at(with) != codec::content_coding_at(without)) return BaseElements::hold_coding;
    const bool stays = node.parent != Node::none || stays_detected(with, without);
    return stays ? BaseElements::may_go : BaseElements::hold_type;
  }

  /// Whether readers that look for a charset declaration find the same one with these edits as without.
  static bool declares_alike(const Node& node, std::span<const Edit> edits) {
    const auto declares_alike = finder_of(node.format).declares_alike;
    if (!node.declared_charset || declares_alike == nullptr) return true;
    const bool is_behind = edits.empty() || edits.front().offset >= node.declared_charset->end;
    return is_behind || declares_alike(node.bytes, edits, *node.declared_charset);
  }

  void keep_base(Node& node, BaseElements why) {
    if (node.base_elements != BaseElements::may_go) return;
    node.base_elements = why;
    turned_ = true;
  }

  /// Answers of Options::on_link are dropped first.
  void give_up(Node& node, Safety why) {
    if (answered_.contains(node.index)) {
      refused_.insert(node.index);
      turned_ = true;
      return;
    }
    node.safety = why;
    tree_.leaves_references = turned_ = true;
  }

  /// Edits of a document's bytes as edits of the message around it: inside its transfer encoding, or in lines that mail
  /// can carry. They must not make one of its lines a boundary between parts or messages.
  std::vector<Edit> in_mail(Node& node, std::vector<Edit> edits) {
    const Node& message = tree_.nodes[node.parent];
    const PartContext& context = *context_of(tree_, node);
    std::size_t size = node.bytes.size();
    for (const Edit& edit : edits) size += edit.text.size();
    if (!edits.empty() && size > context.max_size) give_up(node, Safety::header_too_long);
    if (!edits.empty() && context.size_at) {
      const auto [begin, end] = *context.size_at;
      for (const Edit& edit : edits) size -= edit.length;
      tree_.nodes[node.parent].edits.push_back({begin, end - begin, strings_.keep(std::to_string(size))});
    }
    if (context.lines.max > 0) edits = in_lines(node, message, context, edits);
    const auto codecs = codecs_of(tree_, node);
    for (std::size_t i = node.codecs_of_bytes; i > 0; --i) {
      const codec::Codec& codec = *codecs[i - 1];
      if (const std::string_view effect = codec.side_effect(edits); !edits.empty() && !effect.empty()) {
        note(node, context, NoteCode::text_extended, std::string(effect));
      }
      edits = codec.encode(edits, strings_);
    }
    const std::string_view body = message.text.substr(node.begin, node.end - node.begin);
    const bool has_no_structure = is_header(node.format) || message.format != Format::mime;
    if (has_no_structure || !container::change_structure(body, edits, boundaries_around(message, context)))
      return edits;
    if (node.base_elements == BaseElements::may_go) {
      keep_base(node, BaseElements::hold_structure);
    } else {
      give_up(node, Safety::would_delimit_parts);
    }
    return edits;
  }

  std::vector<Edit> in_lines(Node& node, const Node& message, const PartContext& context,
                             const std::vector<Edit>& edits) {
    const std::string_view ending = line_ending(node.bytes, line_ending(message.text, "\n"));
    BrokenLines lines = break_lines(node.bytes, edits, {}, context.lines, ending);
    const bool could_be_shorter = lines.too_long > 0 || context.lines.preferred < context.lines.max;
    if (could_be_shorter && codec::ends_lines_in_bytes(node.encoding)) {
      BrokenLines shorter = break_lines(node.bytes, edits, break_opportunities(node), context.lines, ending);
      if (declares_alike(node, shorter.edits)) lines = std::move(shorter);
    }
    if (lines.stayed_too_long > 0) give_up(node, Safety::field_too_long);
    if (lines.too_long > 0) {
      note(node, context, NoteCode::long_lines, counted(lines.too_long, "line is", "lines are"));
    }
    return std::move(lines.edits);
  }

  /// Where the lines of a document may be broken, in its bytes. This includes values that hold several items separated
  /// by white space: style sheets, lists of references.
  [[nodiscard]] std::vector<std::size_t> break_opportunities(const Node& node) const {
    std::vector<std::size_t> result;
    if (const auto find = finder_of(node.format).break_opportunities; find != nullptr) {
      const Request request{.input = builder_.input(),
                            .options = builder_.options(),
                            .in_message = true,
                            .media_type = node.media_type,
                            .wants_tags = !is_header(node.format)};
      result = find(node.text, finder_of(node.format).find(node.text, request));
    }
    for (const Value& value : node.values) {
      const auto find_breaks = finder_of(value.format).break_opportunities;
      const bool ends_at_space = codec::is_attribute(value.coding) && !codec::is_quoted(value.coding);
      if (find_breaks == nullptr || facts_of(value.format).is_document || ends_at_space) continue;
      const OpenValue open(node, value);
      const Finding inside = finder_of(value.format).find(open.text(), builder_.request());
      for (const std::size_t at : find_breaks(open.text(), inside)) {
        const std::size_t outer = open.outer_offset(at);
        const bool is_there = node.text[outer] == open.text()[at];  // and is not an escape of it
        if (is_there) result.push_back(outer);
      }
    }
    std::ranges::sort(result);
    for (std::size_t& at : result) at = detail::in_bytes(tree_, node.index, at);
    return result;
  }

  /// The boundaries of the multiparts around a document.
  static std::vector<std::string_view> boundaries_around(const Node& message, const PartContext& context) {
    std::vector<std::string_view> boundaries;
    const std::vector<Multipart>& multiparts = message.found().entity->multiparts;
    for (std::uint32_t i = context.around; i != Value::none; i = multiparts[i].around) {
      boundaries.push_back(multiparts[i].boundary);
    }
    return boundaries;
  }

  void note(const Node& node, const PartContext& context, NoteCode code, std::string words) {
    tree_.round_notes.push_back(
        {node.index, NotePosition::after, 0,
         worded(code, Severity::notice, {std::move(words)}, node.note_at, context.number, tree_.message)});
  }

  /// Notes which statements about a text (signatures, digests) are wrong once it has changed.
  void check_dependent_statements(const Node& node) {
    const auto touched = [&](const std::pair<std::size_t, std::size_t>& range) {
      const auto first = std::ranges::lower_bound(node.edits, range.first, {}, &Edit::offset);
      return first != node.edits.end() && first->offset < range.second;
    };
    const auto changes_lines = [&](const std::pair<std::size_t, std::size_t>& range) {
      std::ptrdiff_t more = 0;
      auto edit = std::ranges::lower_bound(node.edits, range.first, {}, &Edit::offset);
      for (; edit != node.edits.end() && edit->offset < range.second; ++edit) {
        more += std::ranges::count(edit->text, '\n');
        more -= std::ranges::count(node.text.substr(edit->offset, edit->length), '\n');
      }
      return more != 0;
    };
    for (const DependentStatement& field : node.found().dependent_statements) {
      const bool is_wrong = field.counts_lines ? std::ranges::any_of(field.ranges, changes_lines)
                                               : std::ranges::any_of(field.ranges, touched);
      if (!is_wrong) continue;
      tree_.round_notes.push_back(
          {node.index, NotePosition::after, 0,
           worded(NoteCode::statement_outdated, Severity::notice, {field.name, std::string(field.what)},
                  node.in_source(field.header), field.part, tree_.message)});
    }
  }

  const PlanBuilder& builder_;
  Strings strings_;
  Tree& tree_;
  OwnEdits own_;
  bool turned_ = false;               // whether a decision was turned
  std::set<std::uint32_t> answered_;  // documents with answers of Options::on_link that replace links,
  std::set<std::uint32_t> refused_;   // and those of them that can't be rewritten with these answers
};

}  // namespace

std::optional<std::vector<Edit>> write(PlanBuilder& builder, Tree& tree, const Origins& origins,
                                       std::size_t first_link) {
  if (!tree.answers.empty()) {  // what they make is read again before anything is written
    walk(tree, OwnEdits(builder, origins, first_link));
    if (refuse_misread_answers(builder, tree, origins, first_link)) return std::nullopt;
  }
  return WritePass(builder, tree, origins, first_link).edits();
}

}  // namespace absolve::inline detail
