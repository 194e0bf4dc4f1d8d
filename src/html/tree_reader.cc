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
#include <iterator>
#include <optional>
#include <span>
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

/// A tag of any kind, or a comment, of which the tree says where it begins.
struct Token {
  std::size_t begin;
  std::size_t end = 0;  // 0 for a tag: it is read where it is needed
};

/// An attribute that the tree has on an element in whose tag it does not stand.
struct MergedAttribute {
  std::size_t name_begin;
  std::string_view tag_name;  // of the tag in which it stands
  markup::Namespace space;
  bool in_template;
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
    find_merged();
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
    if (!begin || piece.length > text_.size() - *begin) return;
    tags_.push_back({after_empty_end_tags(*begin), markup::Namespace::html, false, *begin + piece.length});
    tokens_.push_back({*begin, *begin + piece.length});
  }

  void gather(const GumboElement& element, bool inside_template) {
    const markup::Namespace space = namespace_of(element);
    const GumboStringPiece& piece = element.original_tag;
    auto begin = piece.length > 1 ? offset_of(piece.data) : std::nullopt;
    if (begin) begin = after_empty_end_tags(*begin);
    if (begin && is_tag(*begin)) {
      tags_.push_back({*begin, space, inside_template});
      tokens_.push_back({*begin});
      const bool is_base = element.tag == GUMBO_TAG_BASE && space == markup::Namespace::html && !inside_template;
      if (is_base && base_ == no_base && has_href(*begin)) base_ = *begin;
    }
    const GumboStringPiece& end_tag = element.original_end_tag;
    if (const auto at = end_tag.length > 0 ? offset_of(end_tag.data) : std::nullopt) tokens_.push_back({*at});
    gather_merged(element, space, inside_template, begin.value_or(0), begin ? *begin + piece.length : 0);
  }

  /// The attributes of later html and body tags are added to the first such element, and those of an isindex tag to a
  /// form. The tree doesn't say where these tags are.
  void gather_merged(const GumboElement& element, markup::Namespace space, bool inside_template, std::size_t begin,
                     std::size_t end) {
    const std::string_view tag_name = element.tag == GUMBO_TAG_HTML   ? "html"
                                      : element.tag == GUMBO_TAG_BODY ? "body"
                                      : element.tag == GUMBO_TAG_FORM ? "isindex"
                                                                      : "";
    if (tag_name.empty()) return;
    for (const GumboAttribute* attribute : attributes(element.attributes)) {
      const auto name = offset_of(attribute->original_name.data);
      if (name && (*name < begin || *name >= end)) merged_.push_back({*name, tag_name, space, inside_template});
    }
  }

  /// Finds the tags of such attributes in the source: each stands between the last token before it that the tree has,
  /// and the attribute.
  void find_merged() {
    std::ranges::sort(merged_, {}, &MergedAttribute::name_begin);
    std::ranges::sort(tokens_, {}, &Token::begin);
    std::size_t passed = 0;
    for (const MergedAttribute& one : merged_) {
      if (one.name_begin < passed) continue;  // it stands in a tag that was found
      const auto next = std::ranges::upper_bound(tokens_, one.name_begin, {}, &Token::begin);
      if (next != tokens_.begin() && std::prev(next)->begin >= passed) passed = end_of(*std::prev(next));
      passed = find_tag_around(one, passed);
    }
  }

  /// Reads the tags from `at` on that the tree doesn't have. Returns the end of the one that has the attribute, or
  /// where the attribute begins if none has. What goes over the attribute without having it was no tag: Gumbo has read
  /// it as a part of a doctype, or as text.
  [[nodiscard]] std::size_t find_tag_around(const MergedAttribute& one, std::size_t at) {
    const std::string_view before = text_.substr(0, one.name_begin);
    while (searched_ <= 8 * text_.size() && (at = before.find('<', at)) != std::string_view::npos) {
      if (!is_tag(at) && !is_end_tag(at)) {
        ++at;
        continue;
      }
      const std::size_t name_begin = at + (is_tag(at) ? 1 : 2);
      const std::size_t name_end = markup::tag_name_end(text_, name_begin);
      bool has_it = false;
      const std::size_t end = markup::read_attributes(text_, name_end, [&](const markup::Attribute& attribute) {
        has_it = has_it || attribute.name_begin == one.name_begin;
      });
      if (has_it && is_name(text_.substr(name_begin, name_end - name_begin), one.tag_name)) {
        tags_.push_back({at, one.space, one.in_template});
        return end;
      }
      searched_ += std::min(end, text_.size()) - at;  // limits the search on hostile pages to linear time
      at = end <= one.name_begin ? end : at + 1;
    }
    return one.name_begin;
  }

  [[nodiscard]] std::size_t end_of(const Token& token) const {
    if (token.end != 0) return token.end;
    const std::size_t name_begin = token.begin + (is_end_tag(token.begin) ? 2 : 1);
    return markup::read_attributes(text_, markup::tag_name_end(text_, name_begin), [](const markup::Attribute&) {});
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

  [[nodiscard]] bool is_end_tag(std::size_t at) const noexcept {
    return text_.substr(at).starts_with("</") && at + 2 < text_.size() && is_letter(text_[at + 2]);
  }

  /// Gumbo loses an attribute after a duplicate.
  [[nodiscard]] bool has_href(std::size_t tag) const {
    return markup::find_attribute(text_, markup::tag_name_end(text_, tag + 1), "href").has_value();
  }

  std::string_view text_;
  std::vector<Tag> tags_;
  std::vector<Token> tokens_;
  std::vector<MergedAttribute> merged_;
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
