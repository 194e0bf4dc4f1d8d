#include <algorithm>
#include <functional>
#include <memory>
#include <optional>

#include "../describe/members.h"
#include "../text/types.h"
#include "absolve/input.h"
#include "handles.h"
#include "line_counters.h"

using absolve::c::guarded;
using absolve::c::text_of;
using absolve::c::text_or_none;
using absolve::c::view_of;

namespace absolve::c {
namespace {

absolve_action action_of(Action action) noexcept {
  switch (action) {
    case Action::rewrite: return ABSOLVE_REWRITE;
    case Action::absolute: return ABSOLVE_IS_ABSOLUTE;
    case Action::keep: break;
  }
  return ABSOLVE_KEEP;
}

absolve_severity severity_of(Note::Severity severity) noexcept {
  switch (severity) {
    case Note::Severity::detail: return ABSOLVE_DETAIL;
    case Note::Severity::notice: return ABSOLVE_NOTICE;
    case Note::Severity::failure: break;
  }
  return ABSOLVE_FAILURE;
}

const Link* link_at(const absolve_plan* plan, std::size_t index) noexcept {
  return plan != nullptr && index < plan->plan.links().size() ? &plan->plan.links()[index] : nullptr;
}

absolve_link link_of(const Plan& plan, const Link& found, std::string_view element, const Position& at) {
  absolve_link link{};
  const Document& document = plan.document(found);
  const Base* const base = plan.base(found);
  link.reference = text_of(found.reference);
  if (found.action != Action::keep) {
    link.url_head = text_of(found.head);
    link.url_tail = text_of(found.reference.substr(found.tail));
  }
  if (!found.embedded) {
    link.element = text_or_none(element);
    link.attribute = text_or_none(found.attribute);
  }
  if (base != nullptr) link.base = text_of(base->url());
  link.base_from = name_of(plan.base_from(found.scope)).data();
  link.action = action_of(found.action);
  if (found.action == Action::keep) link.reason = name_of(found.reason).data();
  link.part = text_of(document.part);
  link.message = document.message;
  if (const auto offset = plan.source_offset(found)) {
    link.has_place = 1;
    link.offset = *offset;
    link.length = found.length;
    link.line = at.line;
    link.column = at.column;
  }
  return link;
}

/// A LinkFunction that calls a function in C.
LinkFunction function_of(absolve_link_function function, void* context) {
  return [function, context, counters = std::make_shared<LineCounters>()](const LinkQuestion& question) {
    LineCounter& lines = counters->of(question);
    const auto offset = question.plan.source_offset(question.link);
    const std::string element = element_name(question.link);
    const absolve_link link = link_of(question.plan, question.link, element, offset ? lines.at(*offset) : Position{});
    const absolve_text url = question.url ? text_of(*question.url) : absolve_text{nullptr, 0};
    absolve_text answer{nullptr, 0};
    const int kind = function(context, &link, url.bytes, url.size, &answer);
    if (kind == ABSOLVE_ANSWER_AS_PLANNED) return LinkAnswer::as_planned();
    if (kind == ABSOLVE_ANSWER_KEEP) return LinkAnswer::keep();
    if (kind < 0) throw Stopped{ABSOLVE_STOPPED};
    if (kind != ABSOLVE_ANSWER_REPLACE || answer.bytes == nullptr) throw Stopped{ABSOLVE_WRONG_ARGUMENT};
    return LinkAnswer::replace(std::string(view_of(answer.bytes, answer.size)));
  };
}

}  // namespace

LinkFunction on_link_of(const absolve_options& options) {
  return options.on_link == nullptr ? LinkFunction() : function_of(options.on_link, options.context);
}

absolve_note note_of(const Note& note) noexcept {
  absolve_note told{};
  told.code = absolve::name_of(note.code).data();
  told.severity = severity_of(note.severity);
  told.text = text_of(note.text);
  told.part = text_of(note.part);
  told.message = note.message;
  return told;
}

}  // namespace absolve::c

const absolve_plan::CachedStrings& absolve_plan::cached() const {
  std::call_once(is_cached_, [this] { cached_ = std::make_unique<const CachedStrings>(strings_of(plan)); });
  return *cached_;
}

absolve_plan::CachedStrings absolve_plan::strings_of(const absolve::Plan& plan) {
  CachedStrings cached;
  absolve::LineCounter link_lines(plan);
  cached.links.reserve(plan.links().size());
  std::string_view written;  // the element name of the last link; if it is the same one, it need not be looked up
  std::string_view element;
  for (const absolve::Link& link : plan.links()) {
    if (link.element.data() != written.data() || link.element.size() != written.size()) {
      element = written = link.element;
      const bool has_capital = std::ranges::any_of(written, [](char c) { return c >= 'A' && c <= 'Z'; });
      if (has_capital) element = cached.elements.emplace_back(absolve::element_name(link));
    }
    const auto offset = plan.source_offset(link);
    cached.links.push_back({offset ? link_lines.at(*offset) : absolve::Position{}, element});
  }
  absolve::LineCounter note_lines(plan);
  cached.note_lines.reserve(plan.notes().size());
  for (const absolve::Note& note : plan.notes()) {
    cached.note_lines.push_back(note.offset ? note_lines.at(*note.offset).line : 0);
  }
  return cached;
}

absolve_status absolve_plan_new(absolve_plan** plan, const char* source, size_t size, const absolve_options* options) {
  if (plan == nullptr) return ABSOLVE_WRONG_ARGUMENT;
  *plan = nullptr;
  if (!absolve::c::is_text(source, size)) return ABSOLVE_WRONG_ARGUMENT;
  return guarded([&] {
    const std::string_view text = view_of(source, size);
    absolve::Input input = options == nullptr ? absolve::Input() : options->input;
    absolve::Options meant = options == nullptr ? absolve::Options() : options->options;
    input.detected = absolve::detect(text.substr(0, absolve::enough_to_detect), input, meant.fields);
    if (absolve::is_web_archive(input.known_type())) return ABSOLVE_ARCHIVE;
    if (options != nullptr) meant.on_link = absolve::c::on_link_of(*options);
    *plan = new absolve_plan(absolve::plan(text, input, meant));
    return ABSOLVE_OK;
  });
}

void absolve_plan_free(absolve_plan* plan) { delete plan; }

int absolve_plan_failed(const absolve_plan* plan) { return plan != nullptr && plan->plan.failed() ? 1 : 0; }

const char* absolve_plan_type(const absolve_plan* plan) {
  return plan == nullptr ? nullptr : absolve::c::name_of(plan->plan.type());
}

size_t absolve_plan_output_size(const absolve_plan* plan) {
  std::size_t size = 0;
  if (plan != nullptr) plan->plan.for_each_piece([&](std::string_view piece) { size += piece.size(); });
  return size;
}

int absolve_plan_write(const absolve_plan* plan, absolve_sink sink, void* context) {
  int ended = 0;
  if (plan == nullptr || sink == nullptr) return ended;
  const auto write = [&](std::string_view piece) {
    if (ended == 0 && !piece.empty()) ended = sink(context, piece.data(), piece.size());
  };
  plan->plan.for_each_piece(std::cref(write));  // a std::function of the lambda itself would need memory
  return ended;
}

size_t absolve_plan_copy(const absolve_plan* plan, char* buffer, size_t room) {
  std::size_t size = 0;
  if (plan == nullptr) return size;
  if (buffer == nullptr) room = 0;
  const auto copy = [&](std::string_view piece) {
    if (size < room) piece.copy(buffer + size, room - size);
    size += piece.size();
  };
  plan->plan.for_each_piece(std::cref(copy));
  return size;
}

size_t absolve_plan_link_count(const absolve_plan* plan) { return plan == nullptr ? 0 : plan->plan.links().size(); }

absolve_status absolve_plan_link(const absolve_plan* plan, size_t index, absolve_link* link) {
  if (link == nullptr) return ABSOLVE_WRONG_ARGUMENT;
  *link = {};
  const absolve::Link* const found = absolve::c::link_at(plan, index);
  if (found == nullptr) return ABSOLVE_WRONG_ARGUMENT;
  return guarded([&] {
    const absolve_plan::CachedStrings::Of& cached = plan->cached().links[index];
    *link = absolve::c::link_of(plan->plan, *found, cached.element, cached.at);
    return ABSOLVE_OK;
  });
}

absolve_status absolve_plan_url(const absolve_plan* plan, size_t index, char** url, size_t* size) {
  const absolve::Link* const link = absolve::c::link_at(plan, index);
  if (!absolve::c::clear(url, size) || link == nullptr) return ABSOLVE_WRONG_ARGUMENT;
  if (link->action == absolve::Action::keep) return ABSOLVE_NO_URL;
  return absolve::c::give(link->head, link->reference.substr(link->tail), url, size);
}

absolve_status absolve_plan_text(const absolve_plan* plan, size_t index, unsigned which, char** text, size_t* size) {
  const absolve::Link* const link = absolve::c::link_at(plan, index);
  if (!absolve::c::clear(text, size) || link == nullptr) return ABSOLVE_WRONG_ARGUMENT;
  return guarded([&] {
    std::optional<std::string> found;
    switch (which) {
      case ABSOLVE_REFERENCE_TEXT: found = absolve::reference_text(plan->plan, *link); break;
      case ABSOLVE_URL_TEXT: found = absolve::url_text(plan->plan, *link); break;
      case ABSOLVE_BASE_TEXT: found = absolve::url_text(plan->plan.document(*link), plan->plan.base(*link)); break;
      default: return ABSOLVE_WRONG_ARGUMENT;
    }
    return found ? absolve::c::give(*found, "", text, size) : ABSOLVE_NO_URL;
  });
}

absolve_status absolve_plan_within(const absolve_plan* plan, size_t index, char** within, size_t* size) {
  const absolve::Link* const link = absolve::c::link_at(plan, index);
  if (!absolve::c::clear(within, size) || link == nullptr) return ABSOLVE_WRONG_ARGUMENT;
  return guarded([&] {
    std::string names;
    for (const std::string& name : plan->plan.within(*link)) names.append(names.empty() ? "" : " > ").append(name);
    return absolve::c::give(names, "", within, size);
  });
}

size_t absolve_plan_note_count(const absolve_plan* plan) { return plan == nullptr ? 0 : plan->plan.notes().size(); }

absolve_status absolve_plan_note(const absolve_plan* plan, size_t index, absolve_note* note) {
  if (note == nullptr) return ABSOLVE_WRONG_ARGUMENT;
  *note = {};
  if (index >= absolve_plan_note_count(plan)) return ABSOLVE_WRONG_ARGUMENT;
  return guarded([&] {
    const std::size_t line = plan->cached().note_lines[index];
    const absolve::Note& found = plan->plan.notes()[index];
    *note = absolve::c::note_of(found);
    if (found.offset) {
      note->has_place = 1;
      note->offset = *found.offset;
      note->line = line;
    }
    return ABSOLVE_OK;
  });
}
