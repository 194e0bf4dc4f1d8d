#include "document_planner.h"

#include <algorithm>
#include <array>
#include <utility>

#include "../codec/charset.h"
#include "../html/base_removal.h"
#include "../html/prescan.h"
#include "../html/read.h"
#include "../uris/finder.h"
#include "../url/generation.h"
#include "../url/percent.h"
#include "reasons.h"
#include "value.h"

namespace absolve::inline detail {
namespace {

using Severity = Note::Severity;

/// The longest URL that is written into a header field: with the field's name it stays within a line of 998 bytes.
constexpr std::size_t longest_in_header = 900;

/// Whether text can go between quotes of any kind as it is.
bool is_plain(std::string_view text) noexcept { return text.find_first_of("&\"'") == std::string_view::npos; }

/// bytes -> text -> finding -> layers -> links and edits.
class DocumentPlanner {
 public:
  DocumentPlanner(Draft& draft, const Place& place) : draft_(draft), options_(draft.options()), place_(place) {}

  PlannedDocument make(Finding found) {
    planned_.finding = place_.format == Format::fields ? std::move(found) : Finding{};
    const bool readable = read_text();
    if (readable && place_.format != Format::fields) planned_.finding = find();
    establish_bases(planned_.finding);
    if (!failed_) resolve(planned_.finding);
    planned_.transcoded = transcoded_.has_value();
    return std::move(planned_);
  }

 private:
  /// A base and what follows from it.
  struct Prepared {
    const Base* base = nullptr;
    BaseFrom from = BaseFrom::none;
    bool plain = false;  // heads taken from it need no escaping
  };

  bool read_text();
  void resolve(const Finding& finding);
  void give_up_growing();
  [[nodiscard]] Finding find();
  void establish_bases(const Finding& finding);
  [[nodiscard]] bool holds_utf8() const noexcept;
  [[nodiscard]] std::string base_value(const Value& value) const;
  [[nodiscard]] Prepared prepare(const std::optional<Base>& base, BaseFrom from);
  [[nodiscard]] Prepared base_for(const Finding& finding, const Reference& reference, const Value& value);
  void add_link(const Finding& finding, const Reference& reference);
  [[nodiscard]] Reason judge(const Value& value, const Reference& reference, Link& link);
  [[nodiscard]] Reason lead_to(const Related::Part& part, std::string_view text, Link& link);
  [[nodiscard]] static bool fits_header(std::string_view head, std::string_view tail);
  [[nodiscard]] bool add_edit(const Reference& reference, const Value& value, const Link& link, bool plain);
  void count_kept(const Link& link);
  [[nodiscard]] bool declares_alike(std::span<const Edit> edits) const;
  void keep_the_declaration(const Finding& finding);
  [[nodiscard]] std::size_t count_dependents() const;
  [[nodiscard]] std::optional<std::string_view> filling(const html::ByteRange& cut, bool joins);
  void remove_base_elements(const Finding& finding);
  void note_what_was_left();

  /// `offset`: in the bytes.
  void note(Severity severity, std::string text, std::optional<std::size_t> offset = std::nullopt) {
    if (severity == Severity::failure) failed_ = planned_.leftover = true;
    const auto at = offset && place_.offset ? std::optional(*place_.offset + *offset) : place_.note_at;
    draft_.note({severity, std::move(text), at, place_.part, place_.message});
  }

  [[nodiscard]] std::string_view raw(const Reference& reference) const {
    return text_.substr(reference.begin, reference.end - reference.begin);
  }

  [[nodiscard]] std::size_t in_bytes(std::size_t text_offset) const {
    return transcoded_ ? transcoded_->source_offset(text_offset) : text_offset;
  }

  void grow(std::size_t bytes) { may_grow_ = draft_.grow(bytes) && may_grow_; }

  [[nodiscard]] Document& document() { return draft_.documents().back(); }

  Draft& draft_;
  const Options& options_;
  const Place& place_;
  PlannedDocument planned_;
  bool failed_ = false;
  codec::Encoding encoding_ = codec::Encoding::ascii_compatible;
  std::size_t first_link_ = 0;           // of the document, in the draft
  std::optional<std::string> declared_;  // the charset that a look at the first bytes found, where that counts
  std::optional<codec::Transcoded> transcoded_;
  std::string_view text_;  // what is read: the bytes themselves, or the bytes in UTF-8
  Prepared inner_;         // the base of the document
  Prepared below_;         // the base of the layers below its base elements
  std::uint32_t codebase_index_ = Reference::no_codebase;
  Prepared codebase_;
  std::size_t unsuitable_codebases_ = 0;
  std::size_t first_unsuitable_codebase_ = 0;
  bool may_grow_ = true;
  std::array<std::size_t, reasons.size()> kept_{};
  std::array<std::size_t, reasons.size()> first_kept_{};
  std::string decoded_;  // scratch
  std::string head_;     // scratch
};

/// Settles the charset. False: there is nothing to read.
bool DocumentPlanner::read_text() {
  using codec::Encoding;
  if (place_.format == Format::fields || (place_.format == Format::uris && draft_.options().continues)) {
    text_ = place_.bytes;
    return true;
  }
  auto detected = codec::detect(place_.bytes, place_.charset);
  if (!detected && place_.format == Format::html) {
    std::string label = html::declared_charset(place_.bytes);
    Encoding encoding = codec::encoding_of(label);
    // A page whose bytes could be read this far is in no UTF-16, whatever it says (HTML standard, 13.2.3.2).
    if (encoding == Encoding::utf16le || encoding == Encoding::utf16be) encoding = Encoding::utf8;
    declared_ = label;
    detected = {encoding, 0, std::move(label)};
  }
  const auto [encoding, mark, name] = detected.value_or(codec::Detected{Encoding::ascii_compatible, 0, ""});
  encoding_ = encoding;
  switch (encoding) {
    case Encoding::refused:
      note(Severity::failure, "charset " + name + " can't be edited safely; left as it is");
      return false;
    case Encoding::ascii_compatible:
    case Encoding::utf8:
    case Encoding::shift_jis:
    case Encoding::double_byte: text_ = place_.bytes; break;
    case Encoding::utf16le:
    case Encoding::utf16be:
    case Encoding::iso2022jp:
      transcoded_.emplace(place_.bytes, encoding, mark);
      text_ = transcoded_->text();
      break;
  }
  return true;
}

Finding DocumentPlanner::find() {
  if (place_.format == Format::uris) return uris::find(text_, draft_.options().continues);
  html::Reading reading = html::read(text_, options_.html_reader);
  if (!reading.handed_over.empty()) draft_.set_handed_over(reading.handed_over);
  if (!reading.handed_over.empty() && reading.tree_failure.empty()) {
    note(Severity::detail, std::string("read by its tree: ").append(reading.handed_over));
  }
  if (!reading.tree_failure.empty()) {
    note(Severity::notice, std::string("read without its tree, which passes ")
                               .append(reading.tree_failure)
                               .append(": ")
                               .append(reading.handed_over));
  }
  if (!reading.finding.failure.empty()) {
    note(Severity::failure,
         std::string("too costly to read: it passes ").append(reading.finding.failure).append("; left as it is"));
  }
  return std::move(reading.finding);
}

void DocumentPlanner::resolve(const Finding& finding) {
  if (!may_grow_) return give_up_growing();
  if (draft_.links().empty()) draft_.links().reserve(finding.references.size());
  planned_.edits.reserve(finding.references.size());
  for (const Reference& reference : finding.references) {
    add_link(finding, reference);
    if (!may_grow_) return give_up_growing();
  }
  if (!declares_alike(planned_.edits)) keep_the_declaration(finding);
  if (options_.remove_base_elements) remove_base_elements(finding);
  note_what_was_left();
}

/// A long base comes before each of many references, and the output would no longer be linear in the input.
void DocumentPlanner::give_up_growing() {
  planned_.edits.clear();
  draft_.links().resize(first_link_);
  document().links = document().relative = 0;
  note(Severity::failure, "its absolute references would pass the limit on the size of the output; left as it is");
}

void DocumentPlanner::establish_bases(const Finding& finding) {
  std::vector<Candidate> embedded;
  for (const BaseElement& element : finding.base_elements) {
    const Reference& href = finding.references[element.reference];
    const Value value = read_value(raw(href), href.quoting, decoded_);
    const auto at = place_.offset ? std::optional(*place_.offset + in_bytes(href.begin)) : std::nullopt;
    embedded.push_back({BaseFrom::base_element, base_value(value), at, place_.part, element.barred});
  }
  const std::size_t own = embedded.size();
  Layers escaped;
  const bool escapes = place_.below->base && !is_ascii(place_.below->base->url()) && !holds_utf8();
  if (escapes) {
    escaped = *place_.below;
    escaped.base = Base::from(in_ascii(escaped.base->url()), options_.generation);
  }
  const Layers& below = escapes ? escaped : *place_.below;
  Layers layers = establish(std::move(embedded), below, options_.generation);
  note_unsuitable(draft_, layers, own, place_.message);
  may_grow_ = draft_.grow(layers);

  below_ = prepare(below.base, below.from);
  inner_ = layers.from == BaseFrom::base_element ? prepare(layers.base, layers.from) : below_;
  first_link_ = draft_.links().size();
  draft_.documents().push_back({place_.part, place_.message, place_.type, place_.bytes, place_.offset,
                                std::move(layers), 0, 0, static_cast<std::uint8_t>(encoding_)});
}

/// Whether the bytes of a URL from outside, which is in UTF-8, mean the same inside. Where they don't, they come in as
/// escapes.
bool DocumentPlanner::holds_utf8() const noexcept {
  switch (place_.format) {
    case Format::uris: return true;
    case Format::fields: return false;
    case Format::html: break;
  }
  switch (encoding_) {
    case codec::Encoding::utf16le:
    case codec::Encoding::utf16be: return true;
    case codec::Encoding::utf8: return !place_.stays_ascii || !is_ascii(place_.bytes);
    default: return false;
  }
}

/// The URL of a base element or a codebase as readers see it.
std::string DocumentPlanner::base_value(const Value& value) const {
  return as_base_value(options_.generation, value.text,
                       [this](std::string_view text) { return codec::find_backslash(text, encoding_); });
}

DocumentPlanner::Prepared DocumentPlanner::prepare(const std::optional<Base>& base, BaseFrom from) {
  if (!base) return {};
  grow(base->url().size());
  return {&draft_.keep(*base), from, is_plain(base->url())};
}

DocumentPlanner::Prepared DocumentPlanner::base_for(const Finding& finding, const Reference& reference,
                                                    const Value& value) {
  if (reference.rule->empty == Empty::document && value.text.empty()) return below_;
  if (reference.rule->against == Against::document) return inner_;
  if (reference.rule->against == Against::retrieval) return below_;
  if (reference.codebase == Reference::no_codebase || inner_.base == nullptr) return inner_;

  // The references of one tag stand together, so that the last codebase is the only one to remember.
  if (codebase_index_ != reference.codebase) {
    const Reference& codebase = finding.references[reference.codebase];
    std::string scratch;
    const Value written = read_value(raw(codebase), codebase.quoting, scratch);
    const auto base = Base::from(inner_.base->absolute(base_value(written)), options_.generation);
    if (!base && unsuitable_codebases_++ == 0) first_unsuitable_codebase_ = in_bytes(codebase.begin);
    codebase_ = base ? prepare(base, inner_.from) : inner_;
    codebase_index_ = reference.codebase;
  }
  return codebase_;
}

void DocumentPlanner::add_link(const Finding& finding, const Reference& reference) {
  const Value value = read_value(raw(reference), reference.quoting, decoded_);
  const Prepared base = base_for(finding, reference, value);
  const std::size_t begin = reference.begin + raw_offset(value, 0);
  const std::size_t end = reference.begin + raw_offset(value, value.text.size());

  Link link{};
  link.offset = in_bytes(begin);
  link.length = in_bytes(end) - link.offset;
  link.attribute = reference.rule->attribute;
  link.element = reference.rule->element == "*" ? text_.substr(reference.element, reference.element_length)
                                                : reference.rule->element;
  if (transcoded_ && reference.rule->element == "*") link.element = draft_.keep(link.element);
  link.base = base.base;
  link.base_from = base.from;
  link.document = static_cast<std::uint32_t>(draft_.documents().size() - 1);
  link.reason = judge(value, reference, link);
  link.action = link.reason != Reason::none ? Action::keep : link.head.empty() ? Action::absolute : Action::rewrite;
  if (link.action == Action::rewrite) {
    const bool plain = base.plain && link.head.data() != head_.data();
    if (link.head.data() == head_.data()) link.head = draft_.keep(link.head);
    if (!add_edit(reference, value, link, plain)) {
      link.action = Action::keep;
      link.reason = Reason::charset;
    }
  }

  ++document().links;
  if (link.action != Action::absolute) ++document().relative;
  if (link.action == Action::keep) count_kept(link);
  draft_.links().push_back(link);
}

void DocumentPlanner::count_kept(const Link& link) {
  const auto reason = static_cast<std::size_t>(link.reason);
  if (kept_[reason]++ == 0) first_kept_[reason] = link.offset;
  if (needs_base(link.reason, options_.keep_fragments)) planned_.leftover = true;
}

/// Why a reference is kept, or none: then link.head and link.tail say its absolute form; no head: it is absolute.
Reason DocumentPlanner::judge(const Value& value, const Reference& reference, Link& link) {
  const Rule& rule = *reference.rule;
  const std::string_view text = value.text;
  if (reference.unread) return Reason::syntax;
  const Controls controls = value.control_characters ? Controls::dropped : Controls::kept;
  if (is_absolute(options_.generation, text, link.base, controls)) return Reason::none;
  if (text.empty() && rule.empty == Empty::no_fetch) return Reason::empty_no_fetch;
  if (text.empty() && rule.empty == Empty::document && link.base == nullptr) return Reason::empty_document;
  if (text.starts_with('#') && (options_.keep_fragments || rule.fragment_alone == FragmentAlone::stays)) {
    return Reason::fragment;
  }
  if (controls == Controls::dropped && link.base != nullptr && hides_meaning(*link.base, text)) {
    return Reason::hidden_characters;
  }
  if (misreads_backslash(options_.generation, text, codec::find_backslash(text, encoding_))) return Reason::backslash;
  const bool in_field = reference.quoting == Quoting::field;
  if (in_field && place_.keep_locations && rule.attribute == "Content-Location") return Reason::location;
  if (!place_.related.empty() && !in_field) {
    if (link.base != nullptr) grow(link.base->url().size());  // which is looked up in whole
    if (const auto* const part = find_part(place_.related, text, link.base)) return lead_to(*part, text, link);
  }
  if (link.base == nullptr) return Reason::no_base;
  const Resolution resolution = link.base->resolve(text, head_);
  if (resolution.outcome == Resolution::Outcome::refused) return Reason::gains_net_loc;
  link.head = resolution.head;
  link.tail = resolution.offset;
  if (in_field && !fits_header(link.head, text.substr(link.tail))) {
    link.head = {};
    return Reason::header;
  }
  return Reason::none;
}

/// A reference to a part reads as the part's Content-Location does, or it would match no longer (RFC 2557, 8.2).
Reason DocumentPlanner::lead_to(const Related::Part& part, std::string_view text, Link& link) {
  if (part.relative) return Reason::related_part;
  if (!holds_utf8() && !is_ascii(part.location)) return Reason::charset;
  head_ = part.location;
  link.head = head_;
  link.tail = std::min(text.find('#'), text.size());
  return Reason::none;
}

/// Whether a URL can stand in a header field: nothing in it ends the field, or the brackets around it.
bool DocumentPlanner::fits_header(std::string_view head, std::string_view tail) {
  const auto fits = [](char c) { return c > ' ' && c < 0x7F && c != '<' && c != '>' && c != '"'; };
  return std::ranges::all_of(head, fits) && std::ranges::all_of(tail, fits) &&
         head.size() + tail.size() <= longest_in_header;
}

/// False where the charset can't hold the new text.
bool DocumentPlanner::add_edit(const Reference& reference, const Value& value, const Link& link, bool plain) {
  const bool slice = reference.quoting == Quoting::quotation_mark || reference.quoting == Quoting::apostrophe;
  if (plain && slice && !value.decoded && !transcoded_) {  // nearly all of them
    planned_.edits.push_back({link.offset, link.tail, link.head});
    grow(link.head.size());
    return true;
  }
  std::vector<Edit> edits;
  for (const Insertion& insertion : insert_head(value, reference.quoting, link.head, link.tail)) {
    const std::size_t begin = reference.begin + insertion.begin;
    const std::size_t end = reference.begin + insertion.end;
    const auto bytes = transcoded_ ? transcoded_->encode(insertion.text, begin, end) : insertion.text;
    if (!bytes) return false;
    edits.push_back({in_bytes(begin), in_bytes(end) - in_bytes(begin), draft_.keep(*bytes)});
    grow(bytes->size());
  }
  planned_.edits.insert(planned_.edits.end(), edits.begin(), edits.end());
  return true;
}

/// Whether readers who look for a charset declaration find with these edits what they find without.
bool DocumentPlanner::declares_alike(std::span<const Edit> edits) const {
  const bool far = edits.empty() || edits.front().offset >= html::prescanned_bytes;
  return !declared_ || far || html::declared_charset(place_.bytes, edits) == *declared_;
}

/// Longer references can push the declaration of the charset out of the first bytes, and shorter ones can pull one in:
/// then none of the references there changes.
void DocumentPlanner::keep_the_declaration(const Finding& finding) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < finding.references.size(); ++i) {
    const Reference& reference = finding.references[i];
    if (in_bytes(reference.begin) >= html::prescanned_bytes) break;
    Link& link = draft_.links()[first_link_ + i];
    if (link.action != Action::rewrite) continue;
    link.action = Action::keep;
    link.reason = Reason::charset_declaration;
    count_kept(link);
    end = in_bytes(reference.end);
  }
  std::erase_if(planned_.edits, [&](const Edit& edit) { return edit.offset <= end; });
}

/// The values that would lose their base with the base elements.
std::size_t DocumentPlanner::count_dependents() const {
  std::size_t count = 0;
  for (const ReasonRow& row : reasons) {
    if (needs_base(row.reason, options_.keep_fragments)) count += kept_[static_cast<std::size_t>(row.reason)];
  }
  return count;
}

/// What takes the place of a cut: a blank, where its ends would join into markup; nullopt: the charset can't do without
/// what is in between.
std::optional<std::string_view> DocumentPlanner::filling(const html::ByteRange& cut, bool joins) {
  const std::string_view text = joins ? " " : "";
  if (!transcoded_) return text;
  const auto bytes = transcoded_->encode(text, cut.begin, cut.end);
  return bytes ? std::optional(draft_.keep(*bytes)) : std::nullopt;
}

/// Cuts the base elements, unless some reference that stays relative still needs them.
void DocumentPlanner::remove_base_elements(const Finding& finding) {
  const auto counts = [](const BaseElement& element) { return element.barred.empty(); };
  if (std::ranges::none_of(finding.base_elements, counts)) return;
  if (const std::size_t dependents = count_dependents(); dependents > 0) {
    note(Severity::notice,
         "the base element is kept: " + counted(dependents, "value that stays needs it", "values that stay need it"));
    return;
  }
  if (place_.keep_base_elements) {
    note(Severity::notice, "the base element is kept: without it a line would read as one between parts or messages");
    return;
  }
  std::vector<Edit> cuts;
  for (const BaseElement& element : finding.base_elements) {
    if (!counts(element)) continue;
    for (const html::ByteRange& cut : html::cuts_for_removal(text_, element)) {
      const auto text = filling(cut, html::joins_into_markup(text_, cut));
      if (!text) return note(Severity::notice, "the base element is kept: its end is in another state of the charset");
      const std::size_t begin = in_bytes(cut.begin);
      cuts.push_back({begin, in_bytes(cut.end) - begin, *text});
    }
  }
  std::ranges::sort(cuts, {}, &Edit::offset);
  std::size_t start = 0;  // of what stays, which must not come to start with a byte order mark
  for (const Edit& cut : cuts) start += cut.offset == start ? cut.length : 0;
  if (start > 0 && codec::detect(place_.bytes.substr(start), "")) cuts.front().text = *filling({0, 0}, true);
  std::vector<Edit> merged;
  merged.reserve(planned_.edits.size() + cuts.size());
  auto cut = cuts.begin();
  for (const Edit& edit : planned_.edits) {
    while (cut != cuts.end() && cut->offset + cut->length < edit.offset) merged.push_back(*cut++);
    // At the start of a cut stands a quote of the value before it, at its end one of its own.
    const bool inside = cut != cuts.end() && edit.offset > cut->offset;
    if (!inside) merged.push_back(edit);
  }
  merged.insert(merged.end(), cut, cuts.end());
  if (!declares_alike(merged)) {
    note(Severity::notice, "the base element is kept: without it another charset would be found declared");
    return;
  }
  planned_.edits = std::move(merged);
  for (const BaseElement& element : finding.base_elements) {
    if (!counts(element)) continue;
    Link& link = draft_.links()[first_link_ + element.reference];
    link.action = Action::keep;
    link.reason = Reason::base_removed;
  }
}

void DocumentPlanner::note_what_was_left() {
  for (const ReasonRow& row : reasons) {
    const auto i = static_cast<std::size_t>(row.reason);
    if (kept_[i] == 0) continue;
    std::string text = counted(kept_[i], "reference", "references");
    text.append(" left as ").append(kept_[i] == 1 ? "it is: " : "they are: ").append(row.words);
    note(row.severity, std::move(text), first_kept_[i]);
  }
  if (unsuitable_codebases_ > 0) {
    note(Severity::notice, counted(unsuitable_codebases_, "codebase", "codebases") + " can't be a base; passed over",
         first_unsuitable_codebase_);
  }
}

}  // namespace

PlannedDocument plan_document(Draft& draft, const Place& place, Finding found) {
  return DocumentPlanner(draft, place).make(std::move(found));
}

}  // namespace absolve::inline detail
