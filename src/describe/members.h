#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../text/base_source.h"
#include "absolve/plan.h"
#include "absolve/rewriter.h"

namespace absolve::inline detail {

/// Whether a scope comes from the document itself, and covers a part of it or all of it.
[[nodiscard]] constexpr bool is_own(const Document& document, std::uint32_t scope) noexcept {
  return scope >= document.first_scope && scope < document.end_scope;
}

/// The candidates inside a document, each for a part of it (xml:base), the last first. Those that give a base have the
/// status `used`, all others `ignored`. The layers point into the plan.
[[nodiscard]] std::vector<Layer> layers_in(const Plan& plan, const Document& document);
/// All other candidates from the document outwards, the innermost first.
[[nodiscard]] std::vector<Layer> layers_around(const Plan& plan, const Document& document);

// The members of the JSON that --list and --explain write, in their order, for bindings to other languages. `add(name,
// value)` is called for each member. A value is a std::string_view, a std::size_t, a std::optional of one of these
// (nullopt is null), a std::vector<std::string>, or, for a document, a std::vector<Layer>. Views are valid during the
// call. Linear in the values.

/// Where a document is: part, message, record.
template <class Add>
void for_each_member_of_place(const Plan& plan, const Document& document, const SourcePlace& source, Add&& add) {
  add("part", std::string_view(document.part));
  if (document.message > 0) add("message", source.messages + document.message);
  if (plan.record() == nullptr) return;
  add("record", std::string_view(plan.record()->id));
  add("record_number", source.record);
}

/// A link. `lines` counts in the source of the plan; it is fastest if links are passed in their order.
///
///     for_each_member(plan, link, lines, {}, [&](std::string_view name, const auto& value) { ... });
template <class Add>
void for_each_member(const Plan& plan, const Link& link, LineCounter& lines, const SourcePlace& source, Add&& add) {
  using Text = std::optional<std::string_view>;
  using Number = std::optional<std::size_t>;
  const auto or_null = [](std::string_view text) { return text.empty() ? Text() : Text(text); };
  for_each_member_of_place(plan, plan.document(link), source, add);
  if (const auto within = plan.within(link); !within.empty()) add("within", within);
  const Number offset = plan.source_offset(link);
  const Position at = offset ? lines.at(*offset) : Position{};
  const Number stream_line = source.line > 0 ? Number(source.line) : Number();
  add("line", offset ? Number(source.lines + at.line) : stream_line);
  add("column", offset ? Number(at.column) : Number());
  add("offset", offset ? Number(source.bytes + *offset) : Number());
  add("length", offset ? Number(link.length) : Number());
  const std::string element = link.embedded ? std::string() : element_name(link);
  add("element", or_null(element));
  add("attribute", or_null(link.embedded ? std::string_view() : link.attribute));
  add("reference", std::string_view(reference_text(plan, link)));
  const auto text = [](const std::optional<std::string>& one) { return one ? Text(*one) : Text(); };
  add("url", text(url_text(plan, link)));
  add("base", text(url_text(plan.document(link), plan.base(link))));
  add("base_from", name_of(plan.base_from(link.scope)));
  add("resolver", name_of(plan.resolver()));
  add("action", name_of(link.action));
  if (link.action == Action::keep) add("reason", name_of(link.reason));
}

/// How the base of a document was established. The caller leaves out documents that don't count (Document::counts).
template <class Add>
void for_each_member(const Plan& plan, const Document& document, const SourcePlace& source, Add&& add) {
  using Text = std::optional<std::string_view>;
  for_each_member_of_place(plan, document, source, add);
  if (const auto within = plan.within(document); !within.empty()) add("within", within);
  add("type", document.type);
  const std::optional<std::string> base = url_text(document, plan.base(document.scope));
  add("base", base ? Text(*base) : Text());
  add("base_from", name_of(plan.base_from(document.scope)));
  add("resolver", name_of(plan.resolver()));
  std::vector<Layer> layers = layers_in(plan, document);
  const std::vector<Layer> around = layers_around(plan, document);
  layers.insert(layers.end(), around.begin(), around.end());
  Text inherited_from;
  for (const Layer& layer : around) {
    const Candidate& candidate = *layer.candidate;
    const bool is_inherited = layer.status == Layer::Status::used && source_of(candidate).layer == BaseLayer::entity;
    if (is_inherited) inherited_from = candidate.part;
  }
  add("inherited_from", inherited_from);
  add("layers", layers);
  add("links", document.links);
  add("relative", document.relative);
}

/// A candidate.
template <class Add>
void for_each_member(const Layer& layer, Add&& add) {
  using Text = std::optional<std::string_view>;
  const Candidate& candidate = *layer.candidate;
  add("from", name_of(candidate.from));
  add("part", std::string_view(candidate.part));
  add("value", std::string_view(candidate.value));
  add("url", layer.base != nullptr ? Text(layer.base->url()) : Text());
  add("status", name_of(layer.status));
  if (!layer.reason.empty()) add("reason", layer.reason);
}

}  // namespace absolve::inline detail
