#include <algorithm>
#include <array>
#include <utility>

#include "../charset/charset.h"
#include "../html/base_removal.h"
#include "../html/prescan.h"
#include "../html/read.h"
#include "../uris/finder.h"
#include "absolve/plan.h"
#include "kind.h"
#include "value.h"

namespace absolve {
namespace {

using Severity = Note::Severity;

constexpr std::size_t reason_count = static_cast<std::size_t>(Reason::base_removed) + 1;

constexpr Severity severity_of(Reason reason) noexcept {
  switch (reason) {
    case Reason::none:
    case Reason::fragment:
    case Reason::empty_no_fetch:
    case Reason::empty_document:
    case Reason::base_removed: return Severity::detail;
    case Reason::no_base:
    case Reason::gains_net_loc:
    case Reason::hidden_characters:
    case Reason::charset: break;
  }
  return Severity::notice;
}

/// The bytes that edits may add to a source.
constexpr std::size_t most_growth(std::size_t source_size) noexcept {
  return (std::size_t{64} << 20) + 100 * source_size;
}

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return std::to_string(count).append(" ").append(count == 1 ? one : many);
}

/// Whether text can go between quotes of any kind as it is.
bool is_plain(std::string_view text) noexcept { return text.find_first_of("&\"'") == std::string_view::npos; }

}  // namespace

/// Makes a plan: bytes -> text -> finding -> layers -> links and edits.
class Planner {
 public:
  Planner(std::string_view source, const Options& options) : options_(options) {
    plan_.source_ = source;
    plan_.strings_ = std::make_unique<std::pmr::monotonic_buffer_resource>();
  }

  Plan make() {
    const Finding finding = read_text() ? find() : Finding{};
    establish_bases(finding);
    if (!plan_.failed()) resolve(finding);
    return std::move(plan_);
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
  [[nodiscard]] Prepared prepare(const std::optional<Base>& base, BaseFrom from);
  [[nodiscard]] Prepared base_for(const Finding& finding, const Reference& reference);
  void add_link(const Reference& reference, const Prepared& base);
  [[nodiscard]] Reason judge(const Value& value, const Rule& rule, Link& link);
  [[nodiscard]] bool hides_meaning(const Value& value, const Base* base) const;
  [[nodiscard]] bool add_edit(const Reference& reference, const Value& value, const Link& link, bool plain);
  [[nodiscard]] std::size_t count_dependents(const Finding& finding) const;
  void remove_base_elements(const Finding& finding);
  void note_what_was_left(const Finding& finding);
  void note(Severity severity, std::string text, std::optional<std::size_t> offset = std::nullopt) {
    plan_.notes_.push_back({severity, std::move(text), offset});
  }

  [[nodiscard]] std::string_view keep(std::string_view text) {
    if (text.empty()) return {};
    char* copy = static_cast<char*>(plan_.strings_->allocate(text.size(), 1));
    std::ranges::copy(text, copy);
    return {copy, text.size()};
  }

  [[nodiscard]] std::size_t in_source(std::size_t text_offset) const {
    return transcoded_ ? transcoded_->source_offset(text_offset) : text_offset;
  }

  const Options& options_;
  Plan plan_;
  std::optional<charset::Transcoded> transcoded_;
  std::string_view text_;  // what is read: the source itself, or the source in UTF-8
  Prepared inner_;         // the base of the document
  Prepared below_;         // the base of the layers below its base elements
  std::uint32_t codebase_index_ = Reference::no_codebase;
  Prepared codebase_;
  std::size_t unsuitable_codebases_ = 0;
  std::size_t first_unsuitable_codebase_ = 0;
  std::size_t grown_ = 0;  // bytes that edits and bases have added so far
  std::array<std::size_t, reason_count> kept_{};
  std::array<std::size_t, reason_count> first_kept_{};
  std::string decoded_;  // scratch
  std::string head_;     // scratch
};

/// Settles type and charset. False: there is nothing to read.
bool Planner::read_text() {
  using charset::Encoding;
  auto detected = charset::detect(plan_.source_, options_.charset);
  plan_.type_ = options_.type;
  if (plan_.type_ == Type::automatic) {
    const bool wide = detected && detected->encoding != Encoding::ascii_compatible;
    plan_.type_ = wide ? Type::html : sniff(plan_.source_);
  }
  if (plan_.type_ == Type::unknown) {
    note(Severity::notice, "no text that absolve reads; left as it is (--type says what it is)");
    return false;
  }
  if (!detected && plan_.type_ == Type::html) {
    std::string label = html::declared_charset(plan_.source_);
    Encoding encoding = charset::encoding_of(label);
    // A page whose bytes could be read this far is in no UTF-16, whatever it says (HTML standard, 13.2.3.2).
    if (encoding == Encoding::utf16le || encoding == Encoding::utf16be) encoding = Encoding::ascii_compatible;
    detected = {encoding, 0, std::move(label)};
  }
  const auto [encoding, mark, name] = detected.value_or(charset::Detected{Encoding::ascii_compatible, 0, ""});
  plan_.encoding_ = static_cast<std::uint8_t>(encoding);
  switch (encoding) {
    case Encoding::refused:
      note(Severity::failure, "charset " + name + " can't be edited safely; left as it is");
      return false;
    case Encoding::ascii_compatible: text_ = plan_.source_; break;
    case Encoding::utf16le:
    case Encoding::utf16be:
    case Encoding::iso2022jp:
      transcoded_.emplace(plan_.source_, encoding, mark);
      text_ = transcoded_->text();
      break;
  }
  return true;
}

Finding Planner::find() {
  if (plan_.type_ == Type::uris) return uris::find(text_);
  html::Reading reading = html::read(text_, options_.html_reader);
  plan_.handed_over_ = reading.handed_over;
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

void Planner::resolve(const Finding& finding) {
  plan_.links_.reserve(finding.references.size());
  plan_.edits_.reserve(finding.references.size());
  for (const Reference& reference : finding.references) {
    add_link(reference, base_for(finding, reference));
    if (grown_ > most_growth(plan_.source_.size())) return give_up_growing();
  }
  if (options_.remove_base_elements) remove_base_elements(finding);
  note_what_was_left(finding);
}

/// A long base comes before each of many references, and the output would no longer be linear in the input.
void Planner::give_up_growing() {
  plan_.edits_.clear();
  plan_.links_.clear();
  plan_.documents_.back().links = plan_.documents_.back().relative = 0;
  note(Severity::failure, "its absolute references would pass the limit on the size of the output; left as it is");
}

void Planner::establish_bases(const Finding& finding) {
  std::vector<Candidate> given;
  if (!options_.retrieval_url.empty()) given.push_back({BaseFrom::retrieval, options_.retrieval_url, {}, {}, {}});
  const Layers below = establish(std::move(given));

  std::vector<Candidate> embedded;
  for (const BaseElement& element : finding.base_elements) {
    const Reference& href = finding.references[element.reference];
    const Value value = read_value(text_.substr(href.begin, href.end - href.begin), href.quoting, decoded_);
    embedded.push_back(
        {BaseFrom::base_element, as_browsers_read(value.text), in_source(href.begin), {}, element.barred});
  }
  Layers layers = establish(std::move(embedded), below);

  below_ = prepare(below.base, below.from);
  inner_ = layers.from == BaseFrom::base_element ? prepare(layers.base, layers.from) : below_;
  for (const Layer& layer : layers.layers) {
    if (layer.reason.empty() || layer.reason == layer.candidate.barred) continue;
    std::string text(layer.candidate.from == BaseFrom::retrieval ? "the URL given" : "the base element's");
    text.append(" '").append(layer.candidate.value).append("' can't be a base: ").append(layer.reason);
    note(Severity::notice, std::move(text), layer.candidate.offset);
  }
  plan_.documents_.push_back({"", media_type(plan_.type_), std::move(layers), 0, 0});
}

Planner::Prepared Planner::prepare(const std::optional<Base>& base, BaseFrom from) {
  if (!base) return {};
  grown_ += base->url().size();
  plan_.bases_.push_back(*base);
  return {&plan_.bases_.back(), from, is_plain(base->url())};
}

Planner::Prepared Planner::base_for(const Finding& finding, const Reference& reference) {
  if (reference.rule->against == Against::document) return inner_;
  if (reference.rule->against == Against::retrieval) return below_;
  if (reference.codebase == Reference::no_codebase || inner_.base == nullptr) return inner_;

  // The references of one tag stand together, so that the last codebase is the only one to remember.
  if (codebase_index_ != reference.codebase) {
    const Reference& codebase = finding.references[reference.codebase];
    const Value value =
        read_value(text_.substr(codebase.begin, codebase.end - codebase.begin), codebase.quoting, decoded_);
    const auto base = Base::from(inner_.base->absolute(as_browsers_read(value.text)));
    if (!base && unsuitable_codebases_++ == 0) first_unsuitable_codebase_ = in_source(codebase.begin);
    codebase_ = base ? prepare(base, inner_.from) : inner_;
    codebase_index_ = reference.codebase;
  }
  return codebase_;
}

void Planner::add_link(const Reference& reference, const Prepared& base) {
  const Value value =
      read_value(text_.substr(reference.begin, reference.end - reference.begin), reference.quoting, decoded_);
  const std::size_t begin = reference.begin + raw_offset(value, 0);
  const std::size_t end = reference.begin + raw_offset(value, value.text.size());

  Link link{};
  link.offset = in_source(begin);
  link.length = in_source(end) - link.offset;
  link.attribute = reference.rule->attribute;
  link.element = reference.rule->element == "*" ? text_.substr(reference.element, reference.element_length)
                                                : reference.rule->element;
  if (transcoded_ && reference.rule->element == "*") link.element = keep(link.element);
  link.base = base.base;
  link.base_from = base.from;
  link.reason = judge(value, *reference.rule, link);
  link.action = link.reason != Reason::none ? Action::keep : link.head.empty() ? Action::absolute : Action::rewrite;
  if (link.action == Action::rewrite) {
    const bool plain = base.plain && link.head.data() != head_.data();
    if (link.head.data() == head_.data()) link.head = keep(link.head);
    if (!add_edit(reference, value, link, plain)) {
      link.action = Action::keep;
      link.reason = Reason::charset;
    }
  }

  Document& document = plan_.documents_.back();
  ++document.links;
  if (link.action != Action::absolute) ++document.relative;
  if (link.action == Action::keep) {
    const auto reason = static_cast<std::size_t>(link.reason);
    if (kept_[reason]++ == 0) first_kept_[reason] = link.offset;
  }
  plan_.links_.push_back(link);
}

/// Why a reference is kept, or none: then link.head and link.tail say its absolute form; no head: it is absolute.
Reason Planner::judge(const Value& value, const Rule& rule, Link& link) {
  const std::string_view text = value.text;
  if (!scheme_of(text).empty()) return Reason::none;
  if (text.empty() && rule.empty == Empty::no_fetch) return Reason::empty_no_fetch;
  if (text.empty() && rule.empty == Empty::document) return Reason::empty_document;
  if (text.starts_with('#') && (options_.keep_fragments || rule.fragment_alone == FragmentAlone::stays)) {
    return Reason::fragment;
  }
  if (value.control_characters) {
    if (!scheme_of(as_browsers_read(text)).empty()) return Reason::none;
    if (hides_meaning(value, link.base)) return Reason::hidden_characters;
  }
  if (link.base == nullptr) return Reason::no_base;
  const Resolution resolution = link.base->resolve(text, head_);
  if (resolution.outcome == Resolution::Outcome::refused) return Reason::gains_net_loc;
  link.head = resolution.head;
  link.tail = resolution.offset;
  return Reason::none;
}

/// Whether browsers, which drop some characters before they resolve, would see another URL than they would
/// afterwards in the rewritten page.
bool Planner::hides_meaning(const Value& value, const Base* base) const {
  if (base == nullptr) return false;
  return as_browsers_read(base->absolute(value.text)) != base->absolute(as_browsers_read(value.text));
}

/// False where the charset can't hold the new text.
bool Planner::add_edit(const Reference& reference, const Value& value, const Link& link, bool plain) {
  const bool slice = reference.quoting == Quoting::quotation_mark || reference.quoting == Quoting::apostrophe;
  if (plain && slice && !value.decoded && !transcoded_) {  // nearly all of them
    plan_.edits_.push_back({link.offset, link.tail, link.head});
    grown_ += link.head.size();
    return true;
  }
  std::vector<Edit> edits;
  for (const Insertion& insertion : insert_head(value, reference.quoting, link.head, link.tail)) {
    const std::size_t begin = reference.begin + insertion.begin;
    const std::size_t end = reference.begin + insertion.end;
    const auto bytes = transcoded_ ? transcoded_->encode(insertion.text, begin, end) : insertion.text;
    if (!bytes) return false;
    edits.push_back({in_source(begin), in_source(end) - in_source(begin), keep(*bytes)});
    grown_ += bytes->size();
  }
  plan_.edits_.insert(plan_.edits_.end(), edits.begin(), edits.end());
  return true;
}

/// The values that would lose their base with the base elements.
std::size_t Planner::count_dependents(const Finding& finding) const {
  std::size_t count = 0;
  for (const Reason reason : {Reason::no_base, Reason::gains_net_loc, Reason::hidden_characters, Reason::charset}) {
    count += kept_[static_cast<std::size_t>(reason)];
  }
  if (options_.keep_fragments) count += kept_[static_cast<std::size_t>(Reason::fragment)];
  for (const Unread& unread : finding.unread) count += unread.count;
  return count;
}

/// Cuts the base elements, unless some reference that stays relative still needs them.
void Planner::remove_base_elements(const Finding& finding) {
  const auto counts = [](const BaseElement& element) { return element.barred.empty(); };
  if (std::ranges::none_of(finding.base_elements, counts)) return;
  if (const std::size_t dependents = count_dependents(finding); dependents > 0) {
    note(Severity::notice,
         "the base element is kept: " + counted(dependents, "value that stays needs it", "values that stay need it"));
    return;
  }
  std::vector<Edit> cuts;
  for (const BaseElement& element : finding.base_elements) {
    if (!counts(element)) continue;
    for (const html::ByteRange& cut : html::cuts_for_removal(text_, element)) {
      const std::size_t begin = in_source(cut.begin);
      cuts.push_back({begin, in_source(cut.end) - begin, {}});
    }
    Link& link = plan_.links_[element.reference];
    link.action = Action::keep;
    link.reason = Reason::base_removed;
  }
  std::ranges::sort(cuts, {}, &Edit::offset);

  std::vector<Edit> merged;
  merged.reserve(plan_.edits_.size() + cuts.size());
  auto cut = cuts.begin();
  for (const Edit& edit : plan_.edits_) {
    while (cut != cuts.end() && cut->offset + cut->length < edit.offset) merged.push_back(*cut++);
    // At the start of a cut stands a quote of the value before it, at its end one of its own.
    const bool inside = cut != cuts.end() && edit.offset > cut->offset;
    if (!inside) merged.push_back(edit);
  }
  merged.insert(merged.end(), cut, cuts.end());
  plan_.edits_ = std::move(merged);
}

void Planner::note_what_was_left(const Finding& finding) {
  for (std::size_t i = 0; i < reason_count; ++i) {
    if (kept_[i] == 0) continue;
    const auto reason = static_cast<Reason>(i);
    std::string text = counted(kept_[i], "reference", "references");
    text.append(" left as ").append(kept_[i] == 1 ? "it is: " : "they are: ").append(describe(reason));
    note(severity_of(reason), std::move(text), first_kept_[i]);
  }
  if (unsuitable_codebases_ > 0) {
    note(Severity::notice, counted(unsuitable_codebases_, "codebase", "codebases") + " can't be a base; passed over",
         first_unsuitable_codebase_);
  }
  if (finding.unread.empty()) return;
  std::string text = "left as they are, in a syntax that is not read yet: ";
  for (const Unread& unread : finding.unread) {
    text.append(&unread == &finding.unread.front() ? "" : ", ").append(unread.what);
    text.append(" (").append(std::to_string(unread.count)).append(")");
  }
  note(Severity::notice, std::move(text));
}

std::string Plan::reference(const Link& link) const {
  const std::string text =
      charset::decode(source_.substr(link.offset, link.length), static_cast<charset::Encoding>(encoding_));
  std::string scratch;
  const Quoting quoting = type_ == Type::uris ? Quoting::none : Quoting::quotation_mark;
  return std::string(read_value(text, quoting, scratch).text);
}

std::optional<std::string> Plan::url(const Link& link) const {
  if (link.action == Action::keep) return std::nullopt;
  return std::string(link.head).append(reference(link), link.tail);
}

Plan plan(std::string_view source, const Options& options) { return Planner(source, options).make(); }

}  // namespace absolve
