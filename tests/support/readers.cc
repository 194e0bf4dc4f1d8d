#include "readers.h"

#include <algorithm>
#include <array>
#include <set>

#include "../../src/codec/markup/attributes.h"
#include "../../src/html/elements.h"
#include "../../src/html/scan_reader.h"
#include "../../src/html/tree_reader.h"
#include "../../src/markup/finder.h"
#include "../../src/text/ascii.h"
#include "plain_request.h"

namespace absolve::test {
namespace {

/// Tags that tree construction drops, and current browsers with it or not: their references are taken, as it does no
/// harm and saves the tree.
struct Rule {
  std::string_view why;
  bool (*holds)(std::string_view element, std::string_view before);
};

bool is_any_of(std::string_view element, std::initializer_list<std::string_view> names) {
  return std::ranges::any_of(names, [&](std::string_view name) { return is_name(element, name); });
}

/// Whether such a start tag, or what looks like one, stands before.
bool follows(std::string_view before, std::string_view tag) {
  return find_ignoring_case(before, tag) != std::string_view::npos;
}

constexpr auto rules = std::to_array<Rule>({
    {"html, head and body tags beyond the first",
     [](std::string_view element, std::string_view) {
       return is_any_of(element, {"html", "head", "body"});
     }},
    {"a form inside a form, or among the rows of a table or a template",
     [](std::string_view element, std::string_view before) {
       const bool dropped = follows(before, "<form") || follows(before, "<table") || follows(before, "<template");
       return is_name(element, "form") && dropped;
     }},
    {"parts of a table outside of one",
     [](std::string_view element, std::string_view) {
       return is_any_of(element, {"caption", "col", "colgroup", "tbody", "td", "tfoot", "th", "thead", "tr"});
     }},
    {"a table directly among the rows of a template",
     [](std::string_view element, std::string_view before) {
       return is_name(element, "table") && follows(before, "<template");
     }},
    {"whatever is no column, behind a column of a template",
     [](std::string_view, std::string_view before) {
       const std::size_t column = lower_case(before).rfind("<col");
       return column != std::string_view::npos && follows(before.substr(0, column), "<template");
     }},
    {"noscript inside noscript in the head",
     [](std::string_view element, std::string_view) { return is_name(element, "noscript"); }},
    {"a frame outside of a frameset",
     [](std::string_view element, std::string_view) { return is_name(element, "frame"); }},
    {"isindex, which old trees rebuild",
     [](std::string_view element, std::string_view) { return is_name(element, "isindex"); }},
});

/// Where Gumbo 0.10.1 itself leaves the standard: pages on which its answer is no measure.
struct Deviation {
  std::string_view why;
  bool (*shows_in)(std::string_view page);
};

/// Whether an end tag has anything after its name: `</g >`, `</g/>`, `</g a=b>`.
bool has_long_end_tag(std::string_view page) {
  for (std::size_t at = 0; (at = page.find("</", at)) != std::string_view::npos; at += 2) {
    if (at + 2 >= page.size() || !is_letter(page[at + 2])) continue;
    const std::size_t end = page.find_first_of(" \t\n\f\r/>", at + 2);
    if (end != std::string_view::npos && page[end] != '>') return true;
  }
  return false;
}

/// Whether there is a start tag with this name.
bool has_start_tag(std::string_view page, std::string_view name) {
  const std::string tag = std::string("<").append(lower_case(name));
  for (std::size_t at = 0; (at = find_ignoring_case(page, tag, at)) != std::string_view::npos; ++at) {
    if (markup::tag_name_end(page, at + 1) == at + tag.size()) return true;
  }
  return false;
}

/// Whether an end tag has a name that no start tag before it has.
bool has_stray_end_tag(std::string_view page) {
  for (std::size_t at = 0; (at = page.find("</", at)) != std::string_view::npos; at += 2) {
    if (at + 2 >= page.size() || !is_letter(page[at + 2])) continue;
    const std::string_view name = page.substr(at + 2, markup::tag_name_end(page, at + 2) - at - 2);
    if (!has_start_tag(page.substr(0, at), name)) return true;
  }
  return false;
}

/// Whether an end tag whose name HTML doesn't know has another name than the last open element of such a name.
bool has_unknown_end_tag_out_of_order(std::string_view page) {
  std::vector<std::string_view> open;
  for (std::size_t at = 0; (at = page.find('<', at)) != std::string_view::npos; ++at) {
    const bool ends = page.substr(at + 1).starts_with('/');
    const std::size_t begin = at + (ends ? 2 : 1);
    if (begin >= page.size() || !is_letter(page[begin])) continue;
    const std::string_view name = page.substr(begin, markup::tag_name_end(page, begin) - begin);
    if (html::elements.find(name) != nullptr) continue;
    if (!ends) {
      open.push_back(name);
    } else if (!open.empty()) {
      if (!is_name(open.back(), name)) return true;
      open.pop_back();
    }
  }
  return false;
}

bool has_foreign_content(std::string_view page) {
  return find_ignoring_case(page, "<svg") != std::string_view::npos ||
         find_ignoring_case(page, "<math") != std::string_view::npos;
}

/// Whether a tag has an attribute twice.
bool has_duplicate_attribute(std::string_view page, std::string_view tag) {
  for (std::size_t at = 0; (at = find_ignoring_case(page, tag, at)) != std::string_view::npos; at += tag.size()) {
    std::set<std::string> names;
    bool twice = false;
    markup::read_attributes(page, markup::tag_name_end(page, at + 1), [&](const markup::Attribute& attribute) {
      std::string name(attribute.name(page));
      std::ranges::transform(name, name.begin(), to_lower);
      twice = !names.insert(std::move(name)).second || twice;
    });
    if (twice) return true;
  }
  return false;
}

constexpr auto deviations = std::to_array<Deviation>({
    {"an empty end tag, which is no token, is taken for part of the tag behind it",
     [](std::string_view page) { return page.find("</>") != std::string_view::npos && has_foreign_content(page); }},
    {"a foreign element named frameset, select or colgroup sets the insertion mode",
     [](std::string_view page) {
       const auto has = [&](std::string_view tag) { return find_ignoring_case(page, tag) != std::string_view::npos; };
       return has_foreign_content(page) && (has("<frameset") || has("<select") || has("<colgroup"));
     }},
    {"an attribute behind a duplicate is lost, such as the color that makes font break out of foreign content",
     [](std::string_view page) {
       return has_foreign_content(page) &&
              (has_duplicate_attribute(page, "<font") || has_duplicate_attribute(page, "<annotation-xml"));
     }},
    {"</p> and </br> don't break out of foreign content",
     [](std::string_view page) {
       return has_foreign_content(page) && (find_ignoring_case(page, "</p") != std::string_view::npos ||
                                            find_ignoring_case(page, "</br") != std::string_view::npos);
     }},
    {"what stands in select is dropped, and with it that it may hold text",
     [](std::string_view page) { return find_ignoring_case(page, "<select") != std::string_view::npos; }},
    {"a body that a frameset replaces is dropped with the links in it, which are taken all the same",
     [](std::string_view page) { return find_ignoring_case(page, "<frameset") != std::string_view::npos; }},
    {"a style among the columns of a template holds text, and none by today's standard",
     [](std::string_view page) { return find_ignoring_case(page, "<template><col") != std::string_view::npos; }},
    {"an end tag in foreign content that fits nothing ends it, where an unknown element of HTML is around",
     [](std::string_view page) { return has_stray_end_tag(page) && has_foreign_content(page); }},
    {"an end tag whose name HTML doesn't know closes any other element of such a name",
     [](std::string_view page) { return has_foreign_content(page) && has_unknown_end_tag_out_of_order(page); }},
    {"an end tag in foreign content closes nothing if there is anything behind its name",
     [](std::string_view page) { return has_long_end_tag(page) && has_foreign_content(page); }},
});

std::string place(std::string_view what, std::string_view page, std::size_t offset) {
  return std::string(what) + " at " + std::to_string(offset) + ": " + std::string(page.substr(offset, 40));
}

const BaseElement* base_of(const Finding& finding) {
  const auto found = std::ranges::find(finding.base_elements, std::string_view(), &BaseElement::disqualified);
  return found == finding.base_elements.end() ? nullptr : &*found;
}

}  // namespace

namespace {

using Found = std::set<std::pair<std::size_t, const absolve::Rule*>>;

Found references_of(const Finding& finding) {
  Found found;
  for (const Value& one : finding.values) found.emplace(one.begin, one.rule);
  return found;
}

std::size_t begin_of_base(const Finding& finding) {
  const BaseElement* base = base_of(finding);
  return base == nullptr ? std::string_view::npos : base->begin;
}

/// What `right` has and `found` doesn't.
std::string missing(std::string_view page, const Finding& right, const Found& found, std::string_view who) {
  for (const Value& one : right.values) {
    if (!found.contains({one.begin, one.rule}))
      return place("only " + std::string(who) + " has", page, one.element - 1);
  }
  return "";
}

std::string other_base(std::string_view page, std::size_t base, std::size_t right) {
  return base == right ? "" : place("another base than", page, std::min({right, base, page.size()}));
}

std::string compare_passes(std::string_view page, const Finding& first) {
  const Finding second = html::read_following_tree(page, plain_request());
  if (!second.failure.empty()) return "";
  std::string mismatch = missing(page, second, references_of(first), "the second pass");
  if (mismatch.empty()) mismatch = missing(page, first, references_of(second), "the first pass");
  if (mismatch.empty()) mismatch = other_base(page, begin_of_base(first), begin_of_base(second));
  return mismatch;
}

}  // namespace

Comparison compare_readers(std::string_view page) {
  const html::Scan scan = html::read_scan(page, plain_request());
  const Finding& found = scan.finding;
  const auto result = [&](std::string mismatch, std::size_t compared = 0) {
    return Comparison{scan.took_second_pass, compared, std::move(mismatch)};
  };
  if (!scan.took_second_pass) {
    if (std::string mismatch = compare_passes(page, found); !mismatch.empty()) return result(mismatch);
  }
  // What is read on after a limit is passed is a guess (scan_reader.cc), and the user is told so.
  const bool is_guessed = std::ranges::find(found.notes, NoteCode::tree_limit, &FoundNote::code) != found.notes.end();
  if (is_guessed) return result("");
  const Finding tree = html::read_tree(page, html::tree_budget(page.size()), plain_request());
  if (!tree.failure.empty()) return result("");
  if (std::ranges::any_of(deviations, [&](const Deviation& one) { return one.shows_in(page); })) return result("");

  if (std::string mismatch = missing(page, tree, references_of(found), "the tree"); !mismatch.empty())
    return result(mismatch);
  const Found in_tree = references_of(tree);
  for (const Value& one : found.values) {
    if (in_tree.contains({one.begin, one.rule})) continue;
    const std::string_view element = page.substr(one.element, one.element_length);
    const std::string_view before = page.substr(0, one.element);
    if (std::ranges::none_of(rules, [&](const Rule& rule) { return rule.holds(element, before); }))
      return result(place("no rule for what only the scanner has", page, one.element - 1));
  }
  // Gumbo puts what is deep inside of misnested formatting elements elsewhere, so that another base comes first.
  const bool is_order_right = std::ranges::count(found.base_elements, "", &BaseElement::disqualified) <= 1;
  return result(is_order_right ? other_base(page, begin_of_base(found), begin_of_base(tree)) : "", in_tree.size());
}

std::string compare_with_elements(std::string_view page, const std::vector<SeenElement>& elements, std::size_t base) {
  const html::Scan scan = html::read_scan(page, plain_request());
  const Found found = references_of(scan.finding);
  const Request request = plain_request();
  for (const SeenElement& element : elements) {
    markup::Finder finder(page, request);
    const markup::Namespace space = element.space == "svg"      ? markup::Namespace::svg
                                    : element.space == "mathml" ? markup::Namespace::mathml
                                                                : markup::Namespace::html;
    finder.start_tag(element.begin, markup::tag_name_end(page, element.begin + 1), space, "");
    if (std::string mismatch = missing(page, finder.finish(), found, "the other parser"); !mismatch.empty())
      return mismatch;
  }
  return other_base(page, begin_of_base(scan.finding), base);
}

}  // namespace absolve::test
