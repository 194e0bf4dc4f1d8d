// Pages, read from a tree that Gumbo builds: a second opinion on scan_reader.cc, which tests compare with it. Only the
// offsets of start tags and comments are taken from the tree, sorted into the order of the source and passed to the
// same markup::Finder, so that both readers agree on everything else.
//
// Differences of Gumbo are compensated: formatting elements that it clones are taken once, tags whose attributes it
// merges into another element are searched for in the source, and a page that makes its assertions fail is given up. It
// can't be interrupted, so it gets its memory from an arena, which leaves it by longjmp: nothing in between may have a
// destructor.

#include "tree_reader.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "../codec/markup/attributes.h"
#include "../markup/finder.h"
#include "../text/ascii.h"
#include "../text/numbers.h"
#include "../text/utf8.h"
#include "arena.h"
#include "gumbo_wrapper.h"

namespace absolve::html {
namespace {

/// A start tag that is in the tree, or a comment.
struct Tag {
  std::size_t begin;
  markup::Namespace space;
  bool in_template;
  std::size_t comment_end = 0;  // 0 if it is a start tag

  friend auto operator<=>(const Tag& a, const Tag& b) noexcept { return a.begin <=> b.begin; }
  friend bool operator==(const Tag& a, const Tag& b) noexcept { return a.begin == b.begin; }
};

markup::Namespace namespace_of(const GumboElement& element) noexcept {
  switch (element.tag_namespace) {
    case GUMBO_NAMESPACE_SVG: return markup::Namespace::svg;
    case GUMBO_NAMESPACE_MATHML: return markup::Namespace::mathml;
    case GUMBO_NAMESPACE_HTML: break;
  }
  return markup::Namespace::html;
}

std::span<GumboNode* const> nodes(const GumboVector& vector) noexcept {
  return {reinterpret_cast<GumboNode* const*>(vector.data), vector.length};
}

std::span<GumboAttribute* const> attributes(const GumboVector& vector) noexcept {
  return {reinterpret_cast<GumboAttribute* const*>(vector.data), vector.length};
}

constexpr std::size_t no_base = std::string_view::npos;

/// Collects the tags of one tree.
class Gatherer {
 public:
  explicit Gatherer(std::string_view text) noexcept : text_(text) {}

  /// In pre-order, which is document order; without recursion, as trees may be as deep as their source is long.
  void walk(const GumboNode* document) {
    struct Step {
      std::span<GumboNode* const> children;
      bool in_template;
    };
    std::vector<Step> path{{nodes(document->v.document.children), false}};
    while (!path.empty()) {
      Step& step = path.back();
      if (step.children.empty()) {
        path.pop_back();
        continue;
      }
      const GumboNode* node = step.children.front();
      step.children = step.children.subspan(1);
      if (node->type == GUMBO_NODE_COMMENT) gather_comment(node->v.text.original_text);
      if (node->type != GUMBO_NODE_ELEMENT && node->type != GUMBO_NODE_TEMPLATE) continue;
      const GumboElement& element = node->v.element;
      gather(element, step.in_template);
      path.push_back({nodes(element.children), step.in_template || node->type == GUMBO_NODE_TEMPLATE});
    }
  }

  /// Passes tags and comments on, each once (formatting elements are cloned in the tree), in the order of the source.
  void hand_to(markup::Finder& finder) {
    std::ranges::sort(tags_);
    tags_.erase(std::unique(tags_.begin(), tags_.end()), tags_.end());
    std::size_t end = 0;
    for (const Tag& tag : tags_) {
      if (tag.begin < end) continue;  // it looks like a tag, but is inside a value of the last one
      if (tag.comment_end > 0) {
        finder.comment(tag.begin, tag.comment_end);
        continue;
      }
      end = finder.start_tag(tag.begin, markup::tag_name_end(text_, tag.begin + 1), tag.space,
                             tag.in_template ? markup::disqualified_in_template : "");
    }
    if (base_ != no_base) finder.base_comes_first(base_);
  }

 private:
  /// `</>` is not a token, but Gumbo counts it as a part of the next one.
  [[nodiscard]] std::size_t after_empty_end_tags(std::size_t begin) const noexcept {
    while (text_.substr(begin).starts_with("</>")) begin += 3;
    return begin;
  }

  void gather_comment(const GumboStringPiece& piece) {
    const auto begin = piece.length > 0 ? offset_of(piece.data) : std::nullopt;
    if (begin && piece.length <= text_.size() - *begin)
      tags_.push_back({after_empty_end_tags(*begin), markup::Namespace::html, false, *begin + piece.length});
  }

  void gather(const GumboElement& element, bool inside_template) {
    const markup::Namespace space = namespace_of(element);
    const GumboStringPiece& piece = element.original_tag;
    auto begin = piece.length > 1 ? offset_of(piece.data) : std::nullopt;
    if (begin) begin = after_empty_end_tags(*begin);
    if (begin && is_tag(*begin)) {
      tags_.push_back({*begin, space, inside_template});
      const bool is_base = element.tag == GUMBO_TAG_BASE && space == markup::Namespace::html && !inside_template;
      if (is_base && base_ == no_base && has_href(*begin)) base_ = *begin;
    }
    gather_merged(element, space, inside_template, begin.value_or(0), begin ? *begin + piece.length : 0);
  }

  /// The attributes of later html and body tags are added to the first such element, and those of an isindex tag to a
  /// form. The tree doesn't say where these tags are: they are found around the names of the attributes.
  void gather_merged(const GumboElement& element, markup::Namespace space, bool inside_template, std::size_t begin,
                     std::size_t end) {
    const std::string_view source_name = element.tag == GUMBO_TAG_HTML   ? "html"
                                         : element.tag == GUMBO_TAG_BODY ? "body"
                                         : element.tag == GUMBO_TAG_FORM ? "isindex"
                                                                         : "";
    if (source_name.empty()) return;
    for (const GumboAttribute* attribute : attributes(element.attributes)) {
      const auto name = offset_of(attribute->original_name.data);
      if (!name || (*name >= begin && *name < end)) continue;
      if (const auto tag = tag_around(*name, source_name)) {  // its other attributes need no search
        tags_.push_back({tag->first, space, inside_template});
        std::tie(begin, end) = *tag;
      }
    }
  }

  [[nodiscard]] std::optional<std::size_t> offset_of(const char* pointer) const noexcept {
    const std::less_equal<const char*> not_after;
    const char* begin = text_.data();
    const char* end = begin + text_.size();
    if (!not_after(begin, pointer) || not_after(end, pointer)) return std::nullopt;
    return static_cast<std::size_t>(pointer - begin);
  }

  [[nodiscard]] bool is_tag(std::size_t at) const noexcept {
    return at + 1 < text_.size() && text_[at] == '<' && is_letter(text_[at + 1]);
  }

  /// Gumbo loses an attribute after a duplicate.
  [[nodiscard]] bool has_href(std::size_t tag) const {
    return markup::find_attribute(text_, markup::tag_name_end(text_, tag + 1), "href").has_value();
  }

  /// Begin and end of the tag of an `element` that has an attribute whose name is at `name`. Only the last few `<`
  /// before it are tried. A tag may stand in an attribute of another one, which is the one that counts.
  [[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> tag_around(std::size_t name,
                                                                              std::string_view element) {
    constexpr int max_tries = 16;
    std::optional<std::pair<std::size_t, std::size_t>> around;
    std::size_t at = name;
    for (int i = 0; i < max_tries && at > 0 && searched_ <= 8 * text_.size(); ++i) {
      at = text_.rfind('<', at - 1);
      if (at == std::string_view::npos) break;
      const std::size_t name_end = markup::tag_name_end(text_, at + 1);
      if (!is_name(text_.substr(at + 1, name_end - at - 1), element)) continue;
      bool found = false;
      const std::size_t end = markup::read_attributes(
          text_, name_end, [&](const markup::Attribute& attribute) { found = found || attribute.name_begin == name; });
      if (found) around = {at, end};
      searched_ += std::min(end, text_.size()) - at;  // limits the search on hostile pages to linear time
    }
    return around;
  }

  std::string_view text_;
  std::vector<Tag> tags_;
  std::size_t base_ = no_base;
  std::size_t searched_ = 0;
};

/// Whether a numeric character reference overflows to the value that Gumbo takes for the end of the page.
bool holds_false_end(std::string_view text) noexcept {
  for (std::size_t at = 0; (at = text.find("&#", at)) != std::string_view::npos;) {
    at += 2;
    const bool hexadecimal = at < text.size() && to_lower(text[at]) == 'x';
    if (hexadecimal) ++at;
    std::uint32_t number = 0;
    for (; at < text.size() && digit_value(text[at]) < (hexadecimal ? 16 : 10); ++at) {
      number = number * (hexadecimal ? 16U : 10U) + static_cast<std::uint32_t>(digit_value(text[at]));
    }
    if (number == UINT32_MAX) return true;
  }
  return false;
}

Finding failed(std::string_view what_was_passed) {
  Finding finding;
  finding.failure = what_was_passed;
  return finding;
}

/// Parses inside the arena, or returns nullptr if the budget is exceeded. Holds nothing that longjmp would skip.
GumboOutput* parse(std::string_view text, Arena& arena) {
  GumboOptions options = kGumboDefaultOptions;
  options.max_errors = 0;
  options.userdata = &arena;
  options.allocator = [](void* userdata, std::size_t size) { return static_cast<Arena*>(userdata)->allocate(size); };
  options.deallocator = [](void* userdata, void*) { static_cast<Arena*>(userdata)->check(); };
  if (setjmp(arena.escape) != 0) return nullptr;
  return gumbo_parse_with_options(&options, text.data(), text.size());
}

}  // namespace

Budget tree_budget(std::size_t size) noexcept {
  constexpr std::size_t mega = 1 << 20;
  const std::uint64_t bytes = 32 * mega + 100 * std::uint64_t{size};
  return {.bytes = at_most(bytes, 1024 * mega), .time = std::chrono::milliseconds(2000 + 1000 * (size / mega))};
}

Finding read_tree(std::string_view text, const Budget& budget, const Request& request) {
  constexpr std::size_t max_bytes = UINT32_MAX;  // Gumbo counts in unsigned int
  if (text.size() > max_bytes) return failed("the size limit");
  if (text.empty()) return {};
  if (holds_false_end(text)) return failed(Arena::what_gumbo_can_take);
  const std::string_view page = text.substr(after_mark(text));
  Arena arena(budget);
  const Arena::Use use(arena);
  const GumboOutput* output = parse(page, arena);
  if (output == nullptr) return failed(arena.passed());
  Gatherer gatherer(text);
  gatherer.walk(output->document);
  markup::Finder finder(text, request);
  gatherer.hand_to(finder);
  return finder.finish();
}

}  // namespace absolve::html
