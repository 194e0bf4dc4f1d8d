#include "absolve/plan.h"

#include <algorithm>
#include <array>
#include <utility>

#include "../codec/charset.h"
#include "../text/edits.h"
#include "binary.h"
#include "document_planner.h"
#include "format.h"
#include "message_planner.h"
#include "reasons.h"
#include "value.h"

namespace absolve {
namespace {

std::vector<Edit> plan_single(Draft& draft, Format format, const Layers& below) {
  return plan_document(draft, {.format = format,
                               .type = type_of(format),
                               .bytes = draft.source(),
                               .offset = 0,
                               .charset = draft.options().charset,
                               .below = &below})
      .edits;
}

}  // namespace

std::string_view name_of(Action action) noexcept {
  constexpr std::array<std::string_view, 3> names = {"rewrite", "absolute", "keep"};
  return names[static_cast<std::size_t>(action)];
}

std::string_view name_of(Reason reason) noexcept { return row_of(reason).name; }

std::string_view describe(Reason reason) noexcept { return row_of(reason).words; }

bool Plan::failed() const noexcept {
  return std::ranges::any_of(notes_, [](const Note& note) { return note.severity == Note::Severity::failure; });
}

bool Plan::base_missing() const noexcept {
  return std::ranges::any_of(links_, [](const Link& link) { return link.reason == Reason::no_base; });
}

std::string Plan::output() const { return edited(source_, edits_); }

void Plan::output(std::string& buffer) const { edit_into(buffer, source_, edits_); }

std::optional<std::size_t> Plan::source_offset(const Link& link) const {
  const auto& begin = document(link).offset;
  return begin ? std::optional(*begin + link.offset) : std::nullopt;
}

std::string Plan::reference(const Link& link) const {
  const Document& in = document(link);
  const std::string text =
      codec::decode(in.bytes.substr(link.offset, link.length), static_cast<codec::Encoding>(in.encoding));
  std::string scratch;
  return std::string(read_value(text, quoting_of(in.type), scratch).text);
}

std::optional<std::string> Plan::url(const Link& link) const {
  if (link.action == Action::keep) return std::nullopt;
  return std::string(link.head).append(reference(link), link.tail);
}

Plan plan(std::string_view source, const Options& options) {
  Draft draft(source, options);
  const Type type = options.type == Type::automatic ? type_of(source) : options.type;
  draft.set_type(type);
  std::vector<Candidate> given;
  if (!options.retrieval_url.empty()) given.push_back({BaseFrom::retrieval, options.retrieval_url, {}, {}, {}});
  const Layers below = establish(std::move(given), {}, options.generation);
  note_unsuitable(draft, below, below.layers.size(), 0);
  switch (type) {
    case Type::mime: return draft.finish(plan_message(draft, below));
    case Type::mbox: return draft.finish(plan_mailbox(draft, below));
    case Type::html: return draft.finish(plan_single(draft, Format::html, below));
    case Type::uris: return draft.finish(plan_single(draft, Format::uris, below));
    case Type::automatic:
    case Type::unknown: break;
  }
  if (options.continues) return draft.finish({});
  draft.note({Note::Severity::notice, describe_binary(source), {}});
  draft.documents().push_back({"", 0, unknown_type, source, 0, below});
  return draft.finish({});
}

}  // namespace absolve
