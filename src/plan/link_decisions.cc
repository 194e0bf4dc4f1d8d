// What happens to one reference: rewrite, absolute, or keep with a reason. Where several reasons apply, the first one
// in reason_to_keep() is reported, so that users see the order of its checks:
//
//     1  absolute already        before all options: nothing would be done with it anyway
//     2  chosen by the user      only, except, skip
//     3  its place               for tools alone, not read, in a script, with an entity, a base that has no effect
//     4  how it is written       placeholder, empty, only a fragment, control characters, backslash
//     5  what else it may mean   another part of the message, a file that is there
//     6  its base                there is none, or it is a template's; otherwise its absolute form
//
// Only then are the codecs around it asked whether they can hold the absolute form, the innermost first: for most links
// no codec can refuse, and none is asked. Linear in the reference and in the base.

#include "link_decisions.h"

#include <algorithm>
#include <array>
#include <memory_resource>
#include <span>
#include <utility>

#include "../codec/charset/url_text.h"
#include "../find/formats.h"
#include "../rules/selection.h"
#include "../text/ascii.h"
#include "../text/base_source.h"
#include "../text/percent.h"
#include "../text/placeholders.h"
#include "../text/types.h"
#include "../text/utf8.h"
#include "../url/browsers.h"
#include "../url/resolver.h"
#include "../url/scopes.h"

namespace absolve::inline detail {
namespace {

/// The reason to report when a codec can't hold a text.
constexpr Reason reason_of(codec::Coding coding) noexcept {
  if (coding == codec::Coding::field || coding == codec::Coding::http_field) return Reason::header;
  if (coding == codec::Coding::ranges) return Reason::syntax;
  const bool has_limits = codec::is_delimited(coding) || coding == codec::Coding::json_strings;
  return has_limits ? Reason::value : Reason::charset;
}

/// Whether white space would end a new text, or be trimmed from it: there, the head of a base has escapes for it.
constexpr bool is_ended_by_space(codec::Coding coding) noexcept {
  switch (coding) {
    case codec::Coding::srcset_url:
    case codec::Coding::token:
    case codec::Coding::markdown_destination:
    case codec::Coding::markdown_brackets:
    case codec::Coding::markdown_cell_destination:
    case codec::Coding::markdown_cell_brackets:
    case codec::Coding::refresh_quotation_mark:
    case codec::Coding::refresh_apostrophe:
    case codec::Coding::refresh_url: return true;
    default: return false;
  }
}

/// What must not be in a head that is written into Markdown: something that begins before the reference, and has no end
/// so far, could end there: an unclosed comment, tag or autolink; code; a quote of an attribute.
constexpr bool ends_in_markdown(char c) noexcept { return c == '<' || c == '>' || c == '`' || c == '"'; }

/// The same outside of tables, where a `|` could make a line the header of one. In a cell it is escaped.
constexpr bool ends_outside_cells(char c) noexcept { return ends_in_markdown(c) || c == '|'; }

/// What must not be in the head of a reference in a node; nullptr if anything may.
auto ends_in(const Node& node, codec::Coding coding) noexcept -> bool (*)(char) noexcept {
  const bool in_cell =
      coding == codec::Coding::markdown_cell_destination || coding == codec::Coding::markdown_cell_brackets;
  if (!node.in_markdown) return nullptr;
  return in_cell ? ends_in_markdown : ends_outside_cells;
}

/// What is percent-encoded in a new text; nullptr if there is nothing.
auto escaped_in(const ReferenceInValue& found) noexcept -> bool (*)(char) noexcept {
  if (found.rule.is_escaped != nullptr) return found.rule.is_escaped;
  return is_ended_by_space(found.coding()) ? is_space : nullptr;
}

bool can_hold(const codec::Codec& codec, std::span<const Edit> edits) {
  return std::ranges::all_of(edits, [&](const Edit& edit) { return codec.can_hold(edit); });
}

/// About how many bytes a head takes where it is written and in the texts between: each level of nesting adds one more
/// `&amp;` escape to an `&`. For short heads that makes no difference.
std::size_t written_size(std::string_view head, std::size_t levels) noexcept {
  constexpr std::size_t short_head = 256;
  if (head.size() <= short_head) return head.size() * levels;
  const auto is_escaped = [](char c) { return c == '&' || c == '"' || c == '\'' || c == '<'; };
  const auto escaped = static_cast<std::size_t>(std::ranges::count_if(head, is_escaped));
  return levels * head.size() + 2 * levels * (levels + 1) * escaped;
}

/// Whether nothing inside the input gives the base in a scope.
bool comes_from_outside(const Scopes& scopes, std::uint32_t scope) {
  if (scope == Scope::none) return true;
  const std::uint32_t giving = scopes[scope].base_scope;
  if (giving == Scope::none) return !scopes[scope].is_unknown && !scopes[scope].ends_without_base;
  return is_from_outside(scopes[giving].candidate);
}

/// A reference as it is written in the text of its node.
std::string_view as_written(const ReferenceInValue& found, const Node& node) {
  const std::size_t begin = found.in_node(found.offset());
  return node.text.substr(begin, found.in_node(found.offset() + found.reference.size()) - begin);
}

/// Whether decoding yields characters that are not ASCII: character references stand for them in any charset, and
/// decoding them gives UTF-8.
bool brings_utf8(std::string_view reference, std::string_view written) {
  const auto is_of_utf8 = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
  return std::ranges::count_if(reference, is_of_utf8) != std::ranges::count_if(written, is_of_utf8);
}

/// How many bytes of whole characters two texts in UTF-8 end with alike. If these stay as they are, so do malformed
/// ones.
std::size_t common_end(std::string_view one, std::string_view other) {
  const auto differ = std::ranges::mismatch(one.rbegin(), one.rend(), other.rbegin(), other.rend());
  auto size = static_cast<std::size_t>(differ.in1 - one.rbegin());
  while (size > 0 && (static_cast<unsigned char>(one[one.size() - size]) & 0xC0) == 0x80) --size;
  return size;
}

/// Whether browsers run a URL as a script.
bool is_javascript(std::string_view url) {
  constexpr std::string_view scheme = "javascript:";
  return is_name(as_browsers_read(url).substr(0, scheme.size()), scheme);
}

}  // namespace

void LinkDecider::decide(const ReferenceInValue& found, Link& link) {
  link.scope = scope_of(found);
  link.reason = reason_to_keep(found, link);
  if (link.reason == Reason::none && !link.head.empty()) link.reason = refusal(found, link);
  link.action = link.reason != Reason::none ? Action::keep : link.head.empty() ? Action::absolute : Action::rewrite;
  if (link.action == Action::rewrite && keeps_declaration(found)) {
    link.action = Action::keep;
    link.reason = Reason::charset_declaration;
  }
  if (link.action == Action::rewrite) {
    if (head_is_scratch_) link.head = builder_->keep(link.head);
    builder_->grow(written_size(link.head, node_->text_levels + std::size_t{1}));
    ++resolved_[static_cast<std::size_t>(copy_)];
  } else {
    link.head = {};
    link.tail = 0;
  }
}

void LinkDecider::answer(const ReferenceInValue& found, const LinkAnswers::One& one, Link& link) {
  const auto keep = [&](Reason reason) {
    link.action = Action::keep;
    link.reason = reason;
    link.head = {};
    link.tail = 0;
  };
  if (one.answer.kind == LinkAnswer::Kind::keep) {
    if (link.action == Action::rewrite) keep(Reason::function);
    return;
  }
  const std::string_view text = one.answer.text;
  const bool is_of_other_charset = !is_ascii(text) && !holds_utf8(*tree_, *node_);
  const bool is_in_its_bytes = is_of_other_charset && one.is_in_bytes;
  const bool is_readable = (is_in_its_bytes && codec::keeps_ascii(node_->encoding)) || is_utf8(text);
  if (one.is_refused || !is_readable || !can_be_answered(found, text)) return keep(Reason::answer);
  const std::size_t kept = codec::is_multi_byte(node_->encoding) ? common_end(text, link.reference) : 0;
  const std::string_view head = text.substr(0, text.size() - kept);
  link.head = builder_->keep(is_of_other_charset && !is_in_its_bytes ? percent_escaped(head) : head);
  link.tail = link.reference.size() - kept;
  link.action = Action::rewrite;
  link.reason = Reason::none;
  if (refusal(found, link) != Reason::none) return keep(Reason::answer);
  builder_->grow(written_size(link.head, node_->text_levels + std::size_t{1}));
}

/// Whether the place of a reference can be written to, and `text` can be a reference. A URL that is a base itself can't
/// be replaced: references that are kept and resolved against it must keep their meaning. Whether the text is read as
/// the same reference there can only be seen once it is written.
bool LinkDecider::can_be_answered(const ReferenceInValue& found, std::string_view text) const {
  const bool is_read = found.stays == Stays::no || found.stays == Stays::base;
  if (!is_read || is_base(found.rule) || found.rule.names_part || keeps_declaration(found)) return false;
  if (std::ranges::any_of(text, is_control)) return false;
  if (!text.empty() && (is_space(text.front()) || is_space(text.back()))) return false;
  const auto ends = escaped_in(found);
  if (ends != nullptr && std::ranges::any_of(text, ends)) return false;
  // With more bars, or fewer, a line of Markdown could become the header of a table.
  const bool divides_lines = ends_in(*node_, found.coding()) == ends_outside_cells;
  if (divides_lines && std::ranges::count(text, '|') != std::ranges::count(found.reference, '|')) return false;
  return !is_javascript(text) || is_javascript(found.reference);
}

std::uint32_t LinkDecider::scope_of(const ReferenceInValue& found) const {
  const bool names_document = found.rule.empty == Empty::document && found.reference.empty();
  if (names_document || found.rule.against == Against::retrieval) return node_->scope_around;
  return given_instead_of(detail::scope_of(*node_, found.value), found);
}

/// Whether a script shows what an attribute for lazy loading holds in place of the image itself.
bool LinkDecider::is_lazy_image(const ReferenceInValue& found) const {
  constexpr auto images = std::to_array<std::string_view>({"img", "source", "video", "audio", "input"});
  if (found.rule.also != &Also::lazy) return false;
  const std::string_view element = node_->text.substr(found.value.element, found.value.element_length);
  return std::ranges::any_of(images, [&](std::string_view one) { return is_name(element, one); });
}

/// The scope of a URL that is given for images, or for the root, if the reference is meant by one, and if nothing
/// inside the input gives the base; otherwise `scope`.
std::uint32_t LinkDecider::given_instead_of(std::uint32_t scope, const ReferenceInValue& found) const {
  const GivenScopes& given = tree_->given;
  const bool is_image = given.images != Scope::none && (found.rule.against == Against::images || is_lazy_image(found));
  const bool is_below_root =
      given.root != Scope::none && found.reference.starts_with('/') && !found.reference.starts_with("//");
  if ((!is_image && !is_below_root) || !comes_from_outside(builder_->scopes(), scope)) return scope;
  if (!is_below_root) return given.images;
  if (is_image) return given.root_of_images;
  return builder_->scopes().from(scope) == BaseFrom::retrieval ? given.root : scope;
}

/// The rule of the user that keeps a reference. Patterns are matched with what --list shows of it; if no charset is
/// declared, with its bytes.
Reason LinkDecider::left_by_user(const ReferenceInValue& found, const Link& link) const {
  const Options& options = builder_->options();
  const bool is_text = options.skip.empty() || node_->charset.empty() || equal_ignoring_case(node_->charset, "utf-8");
  if (is_text) return left_by_rule(options, link, link.reference, found.rule.also);
  const std::string text =
      codec::reference_as_text(as_written(found, *node_), link.reference, node_->charset, node_->query_charset);
  return left_by_rule(options, link, text, found.rule.also);
}

/// Why a reference is kept; Reason::none if link.head and link.tail give its absolute form, or it is absolute, without
/// a head.
Reason LinkDecider::reason_to_keep(const ReferenceInValue& found, Link& link) {
  const Rule& rule = found.rule;
  const std::string_view text = found.reference;
  const Resolver resolver = builder_->options().resolver;
  head_is_scratch_ = false;
  copy_ = LocalCopy::none;
  const bool unread = found.stays == Stays::syntax;
  if (!unread && is_absolute(resolver, text, Controls::kept)) {
    return can_parse(resolver, text) ? Reason::none : Reason::unparsable;
  }
  const Base* const base = builder_->scopes().base(link.scope, text);
  if (const Reason asked = left_by_user(found, link); asked != Reason::none) return asked;
  if (node_->stays == Stays::conditional) return Reason::conditional;
  if (found.kept != Reason::none) return found.kept;
  if (unread) return Reason::syntax;
  if (found.stays == Stays::script) return Reason::script;
  if (found.stays == Stays::entity) return Reason::entity;
  if (found.stays == Stays::base) return Reason::ignored_base;
  if (found.in_template || is_placeholder(found)) return Reason::placeholder;
  if (found.stays == Stays::value) return Reason::value;
  if (text.empty() && rule.empty == Empty::no_fetch) return Reason::empty_no_fetch;
  if (text.empty() && rule.empty == Empty::document && (base == nullptr || node_->in_text))
    return Reason::empty_document;
  const bool keeps_fragments = builder_->options().fragments != Fragments::resolve;
  if (text.starts_with('#') && (keeps_fragments || rule.fragment_alone == FragmentAlone::stays)) {
    return Reason::fragment;
  }
  if (found.is_coded() && !rule.is_exact && std::ranges::any_of(text, is_control)) {
    if (is_absolute(resolver, text, Controls::dropped)) return Reason::none;
    if (base != nullptr && hides_meaning(*base, text)) return Reason::hidden_characters;
  }
  const QuotesOf quotes = found.outer.quotes_of();
  if (quotes != QuotesOf::markup) return quotes == QuotesOf::string ? Reason::backslash : Reason::syntax;
  if (misreads_backslash(resolver, text)) return Reason::backslash;
  if ((rule.names_part && tree_->keeps_locations) || says_where_from(found)) return Reason::location;
  if (!related_.empty()) {
    if (base != nullptr) builder_->grow(base->url().size());  // the whole URL is looked up
    if (const auto* const part = find_part(related_, found.reference, base)) return lead_to(*part, link);
  }
  copy_ = copies_.find(found.reference, rule, found.value, link.scope);
  if (copy_ == LocalCopy::stays || copy_ == LocalCopy::by_base) return Reason::local_copy;
  if (copy_ == LocalCopy::missing) return Reason::missing_member;
  if (base == nullptr) {
    const bool is_unknown = link.scope != Scope::none && builder_->scopes()[link.scope].is_unknown;
    return is_unknown ? Reason::entity : Reason::no_base;
  }
  if (!is_list(node_->format) && misread_slashes(*base, text) > 0)
    return Reason::slashes;  // lists are resolved as written
  return builder_->scopes()[link.scope].is_of_template ? Reason::placeholder : resolve(found, *base, link);
}

/// Whether a reference is in a header field that says where a message was retrieved from (Options::url_headers): if it
/// were made absolute, it could become that URL itself.
bool LinkDecider::says_where_from(const ReferenceInValue& found) const {
  return found.coding() == codec::Coding::field &&
         std::ranges::any_of(builder_->options().url_headers,
                             [&](const std::string& name) { return equal_ignoring_case(found.rule.attribute, name); });
}

/// Whether a reference holds a template's placeholder. For a reference that is a base, this is checked when it is used
/// as one.
bool LinkDecider::is_placeholder(const ReferenceInValue& found) const {
  if (has_placeholder(found.reference)) return true;
  return is_base(found.rule) && has_placeholder(as_base_value(builder_->options().resolver, found.reference));
}

/// Sets the absolute form of a relative reference, or returns why there is none.
Reason LinkDecider::resolve(const ReferenceInValue& found, const Base& base, Link& link) {
  head_.clear();
  if (builder_->scopes().from(link.scope) == BaseFrom::root_url) {
    head_ = base.url().substr(0, base.url().size() - (base.url().ends_with('/') ? 1 : 0));
  }
  const Resolution resolution =
      head_.empty() ? base.resolve(found.reference, head_) : Resolution{Resolution::Outcome::resolved, head_, 0};
  if (resolution.outcome == Resolution::Outcome::refused) return Reason::gains_net_loc;
  if (resolution.outcome == Resolution::Outcome::failed) return Reason::unparsable;
  link.head = resolution.head;
  link.tail = resolution.offset;
  head_is_scratch_ = !head_.empty();
  const bool mixes_charsets = head_is_scratch_ && found.is_coded() && !is_ascii(link.head) &&
                              !holds_utf8(*tree_, *node_) && brings_utf8(found.reference, as_written(found, *node_));
  if (mixes_charsets) {
    const bool is_all_decoded = is_ascii(as_written(found, *node_)) && is_ascii(base.url());
    if (is_all_decoded) head_ = percent_escaped(link.head);
    else if (codec::keeps_ascii(node_->encoding)) return Reason::charset;  // it would mix bytes of two charsets
    link.head = head_;
  }
  // In a header it may be the second byte of a character; here it would be a backslash, which browsers read as a slash.
  if (misreads_backslash(builder_->options().resolver, link.head)) return Reason::charset;
  for (const auto is_escaped : {escaped_in(found), ends_in(*node_, found.coding())}) {
    if (is_escaped == nullptr || std::ranges::none_of(link.head, is_escaped)) continue;
    head_ = with_escapes(link.head, is_escaped);
    head_is_scratch_ = true;
    link.head = head_;
  }
  const std::string_view tail = found.reference.substr(link.tail);
  if (found.rule.is_escaped != nullptr && std::ranges::any_of(tail, is_space)) {
    head_ = std::string(link.head) + with_escapes(tail, is_space);
    head_is_scratch_ = true;
    link.head = head_;
    link.tail = found.reference.size();
  }
  if (codec::is_delimited(found.coding()) && join_into_placeholder(link.head, found.reference.substr(link.tail)))
    return Reason::value;
  const bool is_in_list = found.inner != nullptr && !facts_of(found.value.format).is_language;
  if (is_in_list && holds_placeholder_sign(link.head)) return Reason::value;
  return Reason::none;
}

/// A reference to a part must be spelled as the part's Content-Location is, or it would no longer match (RFC 2557,
/// 8.2).
Reason LinkDecider::lead_to(const Related::Part& part, Link& link) {
  if (part.relative) return Reason::related_part;
  if (!holds_utf8(*tree_, *node_) && !is_ascii(part.location)) return Reason::charset;
  head_ = part.location;
  head_is_scratch_ = true;
  link.head = head_;
  link.tail = std::min(link.reference.find('#'), link.reference.size());
  return Reason::none;
}

/// Whether the charset declaration is still found after a change there: it must not move out of the bytes in which
/// readers look for it.
bool LinkDecider::keeps_declaration(const ReferenceInValue& found) const {
  const Node& holder = tree_->nodes[node_->holder];
  if (!holder.keeps_charset_declaration) return false;
  // The value of an attribute may get quotes.
  const bool alone = found.value.coding == codec::Coding::identity;
  const std::size_t begin = alone ? found.in_node(found.offset()) : found.value.begin;
  return in_bytes(*tree_, node_->index, begin) < holder.declared_charset->end;
}

/// Asks the codecs around a reference, the innermost first, whether they can hold the absolute form.
Reason LinkDecider::refusal(const ReferenceInValue& found, const Link& link) const {
  const bool ends_at_semicolon = found.value.format == Format::css_values;
  if (ends_at_semicolon && link.head.find(';') != std::string_view::npos) return Reason::value;
  const auto may_refuse = [](const OpenValue& value) {
    return value.codec() != nullptr && codec::may_refuse(value.coding());
  };
  const bool one_may = may_refuse(found.outer) || (found.inner != nullptr && may_refuse(*found.inner));
  if (!node_->may_refuse && !one_may) return Reason::none;  // for nearly all links
  std::array<std::byte, 4096> buffer;
  std::pmr::monotonic_buffer_resource memory(buffer.data(), buffer.size());
  Strings strings(memory);
  std::vector<Edit> edits = {{found.offset(), link.tail, link.head}};
  for (const OpenValue* value : {found.inner, &found.outer}) {
    if (value == nullptr) continue;
    if (value->codec() != nullptr && !can_hold(*value->codec(), edits)) return reason_of(value->coding());
    edits = value->to_ask_around(std::move(edits), strings);
  }
  if (!node_->may_refuse) return Reason::none;
  const auto coding = refusing(*tree_, node_->index, std::move(edits), strings);
  return coding ? reason_of(*coding) : Reason::none;
}

}  // namespace absolve::inline detail
