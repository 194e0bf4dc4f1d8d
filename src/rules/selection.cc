#include "selection.h"

#include <algorithm>
#include <array>
#include <utility>

#include "../text/ascii.h"
#include "known_options.h"

namespace absolve {
namespace {

constexpr std::string_view any = "*";

constexpr std::array<std::pair<std::string_view, ValueSyntax>, 6> syntaxes = {{{"url", ValueSyntax::url},
                                                                               {"srcset", ValueSyntax::srcset},
                                                                               {"tokens", ValueSyntax::tokens},
                                                                               {"commas", ValueSyntax::commas},
                                                                               {"css", ValueSyntax::css},
                                                                               {"html", ValueSyntax::html}}};

constexpr auto names_of_syntaxes = [] {
  std::array<std::string_view, syntaxes.size()> names;
  std::ranges::transform(syntaxes, names.begin(), [](const auto& row) { return row.first; });
  return names;
}();

/// Whether a text is a name for the tokenizer of the HTML standard (13.2.5.8 and 13.2.5.33). Quotes and similar
/// characters are excluded, and commas, which people write to join names that must be given one by one. It may end with
/// a `*`.
bool is_pattern_of_name(std::string_view text) noexcept {
  const auto ends = [](char c) {
    return is_space(c) || is_control(c) || std::string_view("\"'<>/=,").find(c) != std::string_view::npos;
  };
  return std::ranges::none_of(text, ends) && text.find('*') >= text.size() - 1;
}

bool match(const std::vector<AttributePattern>& patterns, const Link& link) {
  return std::ranges::any_of(patterns,
                             [&](const AttributePattern& one) { return one.matches(link.element, link.attribute); });
}

}  // namespace

std::optional<AttributePattern> AttributePattern::from(std::string_view text) {
  const std::size_t bracket = std::min(text.find('['), text.size());
  const std::string_view element = text.substr(0, bracket);
  std::string_view attribute = text.substr(bracket);
  if (text.empty() || element.find(']') != std::string_view::npos) return std::nullopt;
  if (!attribute.empty()) {
    if (attribute.size() < 3 || attribute.back() != ']') return std::nullopt;
    attribute = attribute.substr(1, attribute.size() - 2);
  }
  if (!is_pattern_of_name(element) || !is_pattern_of_name(attribute)) return std::nullopt;
  return AttributePattern{std::string(element.empty() ? any : element),
                          std::string(attribute.empty() ? any : attribute)};
}

bool AttributePattern::matches(std::string_view of_element, std::string_view of_attribute) const noexcept {
  const bool is_in_sheet = of_element.empty() && of_attribute.empty();
  return matches_name(is_in_sheet ? "style" : of_element, element) && matches_name(of_attribute, attribute);
}

inline namespace detail {

std::span<const std::string_view> value_syntax_names() noexcept { return names_of_syntaxes; }

std::optional<ValueSyntax> value_syntax_named(std::string_view name) noexcept {
  const auto row = std::ranges::find(syntaxes, name, [](const auto& one) { return one.first; });
  return row == syntaxes.end() ? std::nullopt : std::optional(row->second);
}

Reason left_by_rule(const Options& options, const Link& link, std::string_view text, bool Also::*kind) {
  if (!options.only.empty() && !match(options.only, link)) return Reason::only;
  if (match(options.except, link) || (kind != nullptr && options.except_also.*kind)) return Reason::except;
  if (options.skip.match(text)) return Reason::skip;
  return Reason::none;
}

}  // namespace detail
}  // namespace absolve
