// Prints --explain: for each document in a plan, the layers in which a base was looked for, as boxes inside boxes or as
// JSON.

#include <algorithm>
#include <array>
#include <vector>

#include "../../describe/members.h"
#include "../../find/parts.h"
#include "../../text/base_source.h"
#include "../../url/scopes.h"
#include "../system/layout.h"
#include "../system/messages.h"
#include "views.h"

namespace absolve::cli {
namespace {

constexpr std::size_t max_lines_a_box = 12;
constexpr std::size_t walls_around = 17;  // columns of the innermost box that are not text, without its indent
constexpr std::size_t widest_box = 120;   // a longer line extends beyond the box

/// The layers of section 3, each a box, innermost first.
enum Ring : std::size_t { content, entity, retrieval, undefined, ring_count };

constexpr Ring ring_of(BaseFrom from) noexcept { return static_cast<Ring>(source_of(from).layer); }

std::string json_of(const Page& page, const Plan& plan, const Document& document) {
  JsonObject object = object_of(page);
  for_each_member(plan, document, page.source, object.taker());
  return object.str() + "\n";
}

/// What the content of a document of some type can say about its base, and the text to show if it says nothing.
struct ContentRow {
  std::string_view media_type;  // `*` stands for any text
  std::string_view title;
  std::string_view none = "(none)";
  std::string_view browsers_title = {};  // for the URL standard, which has no xml:base; "" means the same
};

constexpr auto contents = std::to_array<ContentRow>({
    {"application/xhtml+xml", "in the content: a base element; xml:base by element", "(none)",
     "in the content: a base element"},
    {"image/svg+xml", "in the content: xml:base, each for its element", "(none)", "in the content"},
    {"*xml", "in the content: xml:base, each for its element"},
    {"text/x-opml", "in the content: xml:base, each for its element"},
    {"*json", "in the content", "(none: JSON has no place for one)"},
    {"text/css", "in the content: a base element", "(none: a style sheet has no place for one)"},
    {"text/markdown", "in the content", "(none: Markdown has no place for one)"},
    {"text/uri-list", "in the content", "(none: a list of references has no place for one)"},
    {"text/tab-separated-values", "in the content: a base before its reference"},
    {"application/jsonl", "in the content: a base beside its reference"},
    {"text/csv", "in the content: a base beside its reference"},
    {"*", "in the content: a base element"},
});

const ContentRow& content_of(std::string_view type) noexcept {
  return *std::ranges::find_if(contents, [&](const ContentRow& one) {
    return one.media_type.starts_with('*') ? type.ends_with(one.media_type.substr(1)) : type == one.media_type;
  });
}

std::string_view title_of(const Plan& plan, const Document& document) noexcept {
  const ContentRow& row = content_of(document.type);
  const bool differs = !row.browsers_title.empty() && plan.resolver() == Resolver::whatwg;
  return differs ? row.browsers_title : row.title;
}

/// The remark about an xml:base that is used although browsers support none.
std::string_view remark_on(const Plan& plan, const Document& document) noexcept {
  const bool differs = !content_of(document.type).browsers_title.empty() && plan.resolver() != Resolver::whatwg;
  return differs ? "(browsers no longer support xml:base)" : "";
}

constexpr std::array<std::string_view, ring_count> ring_titles = {
    "",  // depends on the content
    "around it: headers of the message it came in",
    "the URL it was retrieved from",
    "nothing: relative references stay unchanged",
};

/// How many columns the walls of the boxes around a ring's own box take on the left.
constexpr std::size_t indent_of(std::size_t ring) noexcept { return 3 * (ring_count - 1 - ring); }

/// The resolver, for people.
constexpr std::string_view title_of(Resolver resolver) noexcept {
  switch (resolver) {
    case Resolver::rfc1808: return "RFC 1808";
    case Resolver::rfc3986: return "RFC 3986";
    case Resolver::whatwg: return "the URL standard";
  }
  return {};
}

struct Line {
  std::string text;
  bool used = false;
};

/// The place of a candidate, for people: `line 3`, `part 1, Content-Base, line 3`.
std::string where(const Page& page, LineCounter& counter, const Candidate& candidate) {
  const BaseSource& source = source_of(candidate);
  std::string text(source.field);
  if (!text.empty()) text.insert(0, candidate.part.empty() ? "the message, " : "part " + candidate.part + ", ");
  const bool may_be_of_line = page.source.line > 0 && candidate.from == BaseFrom::retrieval && !candidate.offset;
  if (text.empty()) text = may_be_of_line ? "given in its line, or with --url" : source.words;
  if (candidate.offset) {
    const std::size_t line = page.source.lines + counter.at(*candidate.offset).line;
    text.append(text.empty() ? "" : ", ").append("line ").append(std::to_string(line));
  }
  return text.empty() ? "in it" : text;
}

std::string first_line_of(const Page& page, LineCounter& counter, const Candidate& candidate) {
  const std::string value = printable(candidate.value);
  return where(page, counter, candidate) + ": " + (value.empty() ? "(empty)" : value);
}

std::string_view what_counts(BaseFrom from) noexcept {
  switch (from) {
    case BaseFrom::image_url: return "THIS ONE COUNTS for what is shown in place";
    case BaseFrom::root_url: return "THIS ONE COUNTS for what begins with a slash";
    default: return "THIS ONE COUNTS";
  }
}

void describe_layer(std::vector<Line>& lines, const Page& page, LineCounter& counter, const Layer& layer) {
  const Candidate& candidate = *layer.candidate;
  lines.push_back({"  " + first_line_of(page, counter, candidate)});
  const bool used = layer.status == Layer::Status::used;
  if (layer.base != nullptr && layer.base->url() != candidate.value) {
    lines.push_back({"    = " + printable(layer.base->url()), used});
  }
  switch (layer.status) {
    case Layer::Status::used: lines.push_back({"    " + std::string(what_counts(candidate.from)), true}); break;
    case Layer::Status::overridden: lines.push_back({"    overridden: a layer further inside counts"}); break;
    case Layer::Status::ignored: lines.push_back({"    ignored: " + std::string(layer.reason)}); break;
  }
}

/// The number of links whose base comes from each scope. Linear.
std::vector<std::size_t> links_by_scope(const Plan& plan) {
  const Scopes& scopes = scopes_of(plan);
  std::vector<std::size_t> counts(scopes.size());
  const auto giver = [&](std::uint32_t scope) { return scope == Scope::none ? scope : scopes[scope].base_scope; };
  for (const Link& link : plan.links()) {
    std::uint32_t at = giver(link.scope);
    while (at != Scope::none && !scopes[at].is_layer) at = giver(scopes[at].around);
    if (at != Scope::none) ++counts[at];
  }
  return counts;
}

/// The candidates that cover parts of a document, each indented by those around it.
void describe_own(std::vector<Line>& lines, const Page& page, const Plan& plan, LineCounter& counter,
                  const Document& document, const std::vector<std::size_t>& links) {
  const Scopes& scopes = scopes_of(plan);
  const std::uint32_t counting = document.scope == Scope::none ? Scope::none : scopes[document.scope].base_scope;
  std::vector<std::size_t> indents;  // for scopes directly in each of them
  std::size_t unsaid = 0;
  for (std::uint32_t at = document.first_scope; at < document.end_scope; ++at) {
    const Scope& scope = scopes[at];
    const bool is_nested = scope.around != Scope::none && is_own(document, scope.around);
    const std::size_t indent = is_nested ? indents[scope.around - document.first_scope] : 2;
    indents.push_back(indent + (scope.is_layer ? 2 : 0));
    if (!scope.is_layer) continue;
    if (lines.size() >= max_lines_a_box) {
      ++unsaid;
      continue;
    }
    const std::string margin(indent, ' ');
    lines.push_back({margin + first_line_of(page, counter, scope.candidate)});
    if (!scope.base) {
      lines.push_back({margin + "  ignored: " + std::string(scope.reason)});
      continue;
    }
    const bool is_spelled_out = scope.base->url() == scope.candidate.value;
    const std::string count = std::to_string(links[at]) + (links[at] == 1 ? " link" : " links");
    lines.push_back(
        {margin + "  " + (is_spelled_out ? "" : "= " + printable(scope.base->url()) + ", ") + count, links[at] > 0});
    if (at == counting) lines.push_back({margin + "  THIS ONE COUNTS", true});
  }
  if (unsaid > 0) lines.push_back({"  ... and " + std::to_string(unsaid) + " more"});
  const std::string_view notice = remark_on(plan, document);
  if (!indents.empty() && !notice.empty()) lines.push_back({"  " + std::string(notice)});
}

/// The lines in each ring; a hostile page with a million base elements still takes few lines.
std::array<std::vector<Line>, ring_count> rings_of(const Page& page, const Plan& plan, LineCounter& counter,
                                                   const Document& document, const std::vector<std::size_t>& links) {
  std::array<std::vector<Line>, ring_count> rings;
  std::array<std::size_t, ring_count> unsaid{};
  for (const Layer& layer : layers_around(plan, document)) {
    const Ring ring = ring_of(layer.candidate->from);
    if (rings[ring].size() < max_lines_a_box) {
      describe_layer(rings[ring], page, counter, layer);
    } else {
      ++unsaid[ring];
    }
  }
  for (std::size_t ring = 0; ring < ring_count; ++ring) {
    if (unsaid[ring] > 0) rings[ring].push_back({"  ... and " + std::to_string(unsaid[ring]) + " more, ignored"});
    if (ring == content) describe_own(rings[ring], page, plan, counter, document, links);
    const std::string_view none = ring == content ? content_of(document.type).none : "(none)";
    if (rings[ring].empty() && ring != undefined) rings[ring].push_back({"  " + std::string(none)});
  }
  if (plan.base(document.scope) == nullptr) rings[undefined].push_back({"    THIS ONE COUNTS", true});
  return rings;
}

/// Makes the lines fit into `columns`, minus what the boxes around take.
void fit(std::array<std::vector<Line>, ring_count>& rings, std::size_t columns) {
  if (columns == unlimited) return;
  for (std::size_t ring = 0; ring < ring_count; ++ring) {
    const std::size_t taken = walls_around + indent_of(ring);
    for (Line& line : rings[ring]) line.text = shortened(line.text, columns - std::min(columns, taken));
  }
}

/// Draws boxes in boxes, like the figure of section 3; the innermost on top.
void draw(const Page& page, std::string_view title, const std::array<std::vector<Line>, ring_count>& rings) {
  const auto title_of = [&](std::size_t ring) { return ring == content ? title : ring_titles[ring]; };
  std::size_t width = 0;
  for (std::size_t ring = 0; ring < ring_count; ++ring) {
    width = std::max(width, title_of(ring).size() + indent_of(ring));
    for (const Line& line : rings[ring]) {
      width = std::max(width, std::min(width_of(line.text), widest_box) + indent_of(ring));
    }
  }
  const auto walls = [](std::size_t depth) {
    std::string text = "  ";
    for (std::size_t i = 0; i < depth; ++i) text += "|  ";
    return text;
  };
  const auto closing = [](std::size_t depth) {
    std::string text;
    for (std::size_t i = 0; i < depth; ++i) text += "  |";
    return text + "\n";
  };
  const auto inside = [&](std::size_t depth) { return width + 4 - 6 * depth + 3 * (ring_count - 1); };
  const auto edge = [&](std::size_t depth, char left, char right) {
    return walls(depth) + left + std::string(inside(depth), '-') + right + closing(depth);
  };
  const auto row = [&](std::size_t depth, std::string_view text, std::optional<Colour> colour) {
    const std::size_t room = inside(depth) - 2;
    const std::string padding(room - std::min(room, width_of(text)), ' ');
    return walls(depth) + "|  " + (colour ? coloured(page, *colour, text) : std::string(text)) + padding + "|" +
           closing(depth);
  };
  for (std::size_t depth = 0; depth < ring_count; ++depth) page.out.write(edge(depth, '.', '.'));
  for (std::size_t ring = 0; ring < ring_count; ++ring) {
    const std::size_t depth = ring_count - 1 - ring;
    page.out.write(row(depth, title_of(ring), Colour::bold));
    for (const Line& line : rings[ring]) {
      page.out.write(row(depth, line.text, line.used ? std::optional(Colour::good) : std::nullopt));
    }
    page.out.write(edge(depth, '`', '\''));
  }
}

std::string name_of(const Page& page, std::size_t message, std::string_view part) {
  const std::string place = place_in_input(page.source, message, part);
  return display_name(page.input) + (place.empty() ? "" : ", ") + place;
}

/// The nesting of messages, one entity in each line.
void print_parts(const Page& page, const Plan& plan) {
  for (const Part& part : parts_of(plan)) {
    if (part.level == 0) {
      page.out.write(coloured(page, Colour::bold, name_of(page, part.message, "")) + " contains:\n\n");
    }
    const std::string indent(2 + 3 * part.level, ' ');
    page.out.write(indent + (part.number.empty() ? "" : part.number + "  ") + printable(part.type) +
                   (part.note.empty() ? "" : "  (" + std::string(part.note) + ")") + "\n");
    for (const Candidate& heading : part.headings) {
      const std::string line = indent + "   " + std::string(source_of(heading).field) + ": " + printable(heading.value);
      page.out.write(shortened(line, page.columns) + "\n");
    }
  }
  if (!parts_of(plan).empty()) page.out.write("\n");
}

/// For each document, a reference that its base applies to; nullptr if there is none.
std::vector<const Link*> examples_of(const Plan& plan) {
  std::vector<const Link*> examples(plan.documents().size());
  const auto shown = [&](std::uint32_t document) {
    while (!plan.documents()[document].counts) document = plan.documents()[document].around;
    return document;
  };
  for (const Link& link : plan.links()) {
    const bool is_base = link.element == "base" || link.attribute == "xml:base";
    if (link.action != Action::rewrite || is_base) continue;
    const std::uint32_t document = shown(link.document);
    const bool fits = plan.base_from(link.scope) == plan.base_from(plan.documents()[document].scope);
    if (fits && examples[document] == nullptr) examples[document] = &link;
  }
  return examples;
}

}  // namespace

void print_explain(const Page& page, const Plan& plan) {
  if (!page.json) print_parts(page, plan);
  const std::vector<const Link*> examples = examples_of(plan);
  const std::vector<std::size_t> links = links_by_scope(plan);
  LineCounter counter(plan);
  const auto left = [&](std::size_t taken) {
    return page.columns == unlimited ? unlimited : page.columns - std::min(page.columns, taken);
  };
  for (const Document& document : plan.documents()) {
    if (!document.counts) continue;
    if (page.json) {
      page.out.write(json_of(page, plan, document));
      continue;
    }
    const Base* const base = plan.base(document.scope);
    const std::string what = " (" + std::string(document.type) + "): its base is ";
    std::string name = name_of(page, document.message, document.part);
    for (const std::string& within : plan.within(document)) name.append(", ").append(printable(within));
    const std::string url = base != nullptr ? printable(base->url()) : "undefined";
    page.out.write(coloured(page, Colour::bold, name) + what + shortened(url, left(width_of(name + what))) + "\n\n");
    auto rings = rings_of(page, plan, counter, document, links);
    fit(rings, page.columns);
    draw(page, title_of(plan, document), rings);
    page.out.write("\n" +
                   wrapped("  The innermost layer that contains a usable URL counts. " +
                               std::to_string(document.links) + (document.links == 1 ? " link, " : " links, ") +
                               std::to_string(document.relative) + " of them relative" +
                               (base != nullptr && document.relative > 0
                                    ? ", resolved by " + std::string(title_of(plan.resolver())) + ", such as:"
                                    : "."),
                           page.columns, 2) +
                   "\n");
    if (base != nullptr && document.relative > 0) {
      const Link* const example = examples[static_cast<std::size_t>(&document - plan.documents().data())];
      const std::size_t half = page.columns == unlimited ? unlimited : left(8) / 2;
      page.out.write(example == nullptr ? std::string("    (none that this base applies to)\n")
                                        : "    " + shortened(printable(example->reference), half) + " -> " +
                                              shortened(printable(*example->url()), half) + "\n");
    }
    page.out.write("\n");
  }
}

}  // namespace absolve::cli
