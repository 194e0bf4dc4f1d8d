// A Markdown document in two phases, as CommonMark describes them: first its blocks, with the definitions in them, then
// the inlines in its paragraphs, headings and cells. What refers to something are the destinations of links, images and
// definitions; and what raw HTML refers to, only the finder of HTML can say:
//
//     See [the manual](man.md) or <a                 values:  man.md    markdown_destination
//     > href="x.md">x</a>.                                     <a ... href="x.md"> </a>
//                                                                       html_fragment, in ranges
//
// All raw HTML is one document: what browsers read of the rendered page, without the text between.

#include "finder.h"

#include <algorithm>

#include "../find/formats.h"
#include "../text/counted.h"
#include "blocks.h"
#include "front_matter.h"
#include "inlines.h"

namespace absolve::markdown {
namespace {

using codec::Coding;

// The elements and attributes that renderers make.
constexpr Rule link_rule{.element = "a", .attribute = "href", .empty = Empty::no_fetch};
constexpr Rule image_rule{.element = "img", .attribute = "src", .against = Against::images, .empty = Empty::no_fetch};
constexpr Rule html_rule{.element = "", .attribute = ""};

Coding coding_of(bool in_brackets, bool in_cell) noexcept {
  if (in_cell) return in_brackets ? Coding::markdown_cell_brackets : Coding::markdown_cell_destination;
  return in_brackets ? Coding::markdown_brackets : Coding::markdown_destination;
}

Value value_of(const InlineLink& link) noexcept {
  return Value{.begin = link.begin,
               .end = link.end,
               .rule = link.is_image ? &image_rule : &link_rule,
               .coding = coding_of(link.in_brackets, link.in_cell)};
}

Value value_of(const Definition& definition) noexcept {
  const bool is_image = definition.serves_images && !definition.serves_links;
  return Value{.begin = definition.begin,
               .end = definition.end,
               .rule = is_image ? &image_rule : &link_rule,
               .coding = coding_of(definition.in_brackets, false)};
}

/// What a renderer writes between two pieces of raw HTML: the tags of paragraphs and the like, unless it writes one
/// right after the other, or only text between them.
bool are_separated(const HtmlPiece& a, const HtmlPiece& b) noexcept {
  if (a.block == b.block) return false;
  return !(a.is_block && b.is_block && a.block + 1 == b.block);
}

std::vector<codec::OuterRange> ranges_of(const std::vector<HtmlPiece>& pieces, std::string_view text) {
  std::vector<codec::OuterRange> ranges;
  ranges.reserve(pieces.size());
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const HtmlPiece& one = pieces[i];
    ranges.push_back({.begin = one.begin,
                      .end = one.end,
                      .is_separated = i > 0 && are_separated(pieces[i - 1], one),
                      .in_cell = one.in_cell,
                      .is_escaped = one.in_cell && text[one.begin] == '\\'});
  }
  return ranges;
}

/// Adds all raw HTML as one value.
void add_html(Finding& finding, const std::vector<HtmlPiece>& of_blocks, const std::vector<HtmlPiece>& of_inlines,
              std::string_view text) {
  std::vector<HtmlPiece> pieces(of_blocks.size() + of_inlines.size());
  std::ranges::merge(of_blocks, of_inlines, pieces.begin(), {}, &HtmlPiece::begin, &HtmlPiece::begin);
  if (pieces.empty()) return;
  const Value html{.begin = pieces.front().begin,
                   .end = pieces.back().end,
                   .rule = &html_rule,
                   .coding = Coding::ranges,
                   .format = Format::html_fragment};
  finding.values.insert(std::ranges::upper_bound(finding.values, html.begin, {}, &Value::begin), html);
  finding.ranges = ranges_of(pieces, text);
}

void note_front_matter(Finding& finding) {
  finding.notes.push_back({NoteCode::front_matter_left, Note::Severity::detail, {}, 0});
}

/// A definition has one destination, so an image can't have another base than a link that uses it, too.
void note_shared_definitions(Finding& finding, const std::vector<Definition>& definitions, const Input& input) {
  if (input.image_url.empty()) return;
  const auto is_shared = [](const Definition& one) { return one.serves_links && one.serves_images; };
  const auto count = static_cast<std::size_t>(std::ranges::count_if(definitions, is_shared));
  if (count == 0) return;
  finding.notes.push_back({NoteCode::definitions_shared,
                           Note::Severity::notice,
                           {counted(count, "definition serves", "definitions serve")},
                           std::ranges::find_if(definitions, is_shared)->begin});
}

}  // namespace

Finding find(std::string_view text, const Request& request) {
  const Beginning beginning = beginning_of_markdown(text);
  Blocks blocks = read_blocks(text, beginning.markdown);
  const Inlines inlines = blocks.is_too_deep ? Inlines() : read_inlines(text, blocks);
  Finding finding;
  if (blocks.is_too_deep) finding.failure = "the nesting limit of 100 quotes and lists";
  if (inlines.passes_limit) finding.failure = "the limit on what looks like HTML and is none";
  if (!finding.failure.empty()) return finding;
  finding.values.reserve(blocks.definitions.size() + inlines.links.size() + 1);
  auto definition = blocks.definitions.begin();
  const auto add_definitions_before = [&](std::size_t at) {
    for (; definition != blocks.definitions.end() && definition->begin < at; ++definition) {
      finding.values.push_back(value_of(*definition));
    }
  };
  for (const InlineLink& link : inlines.links) {
    add_definitions_before(link.begin);
    finding.values.push_back(value_of(link));
  }
  add_definitions_before(SIZE_MAX);
  add_html(finding, blocks.html, inlines.html, text);
  if (beginning.has_front_matter) note_front_matter(finding);
  note_shared_definitions(finding, blocks.definitions, request.input);
  return finding;
}

}  // namespace absolve::markdown
