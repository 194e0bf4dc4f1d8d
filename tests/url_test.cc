#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>

#include "../src/url/resolver.h"
#include "../src/url/split.h"
#include "../src/url/suitable.h"
#include "absolve/url.h"
#include "support/exact.h"
#include "support/table.h"

namespace absolve {
namespace {

using test::Exact;
using test::read_table;

template <class T>
concept splittable = requires(T url) {
  split(static_cast<T&&>(url));
};
static_assert(splittable<std::string_view>);
static_assert(splittable<std::string&>);
static_assert(!splittable<std::string>, "the parts of a temporary would dangle");

constexpr std::string_view refused = "!";

std::string resolved(std::string_view base_url, std::string_view reference) {
  const Exact exact_base(base_url);
  const Exact exact(reference);
  const auto base = Base::from(exact_base.view());
  if (!base) return "no base";
  std::string scratch;
  const Resolution resolution = base->resolve(exact.view(), scratch);
  if (resolution.outcome == Resolution::Outcome::refused) return std::string(refused);
  EXPECT_EQ(resolution.outcome == Resolution::Outcome::absolute, !scheme_of(reference).empty());
  EXPECT_LE(resolution.offset, reference.size());
  return std::string(resolution.head).append(reference.substr(resolution.offset));
}

TEST(Split, Table) {
  for (const test::Row& row : read_table("url/split.tsv", 7)) {
    const auto component = [&](std::size_t i) {
      return row.fields[i] == "~" ? std::nullopt : std::optional<std::string_view>(row.fields[i]);
    };
    const UrlParts expected{component(1), component(2), row.fields[3], component(4), component(5), component(6)};
    const Exact url(row.fields[0]);
    EXPECT_EQ(split(url.view()), expected) << row.where;
  }
}

TEST(Resolve, Table) {
  std::size_t of_the_rfc = 0;
  for (const test::Row& row : read_table("url/rfc1808.tsv", 4)) {
    EXPECT_EQ(resolved(row.fields[0], row.fields[1]), row.fields[2]) << row.where;
    if (row.fields[3] == "5.1" || row.fields[3] == "5.2") ++of_the_rfc;
  }
  EXPECT_EQ(of_the_rfc, 24U + 15U) << "examples of sections 5.1 and 5.2";
}

TEST(Expected, ThrowsWhereThereIsNoValue) {
  EXPECT_EQ(Base::from("http://a/b/c").value().absolute("../g"), "http://a/g");
  const Expected<Base> none = Base::from("mailto:x");
  try {
    static_cast<void>(none.value());
    ADD_FAILURE() << "no exception";
  } catch (const BadValue& bad) {
    EXPECT_EQ(bad.what(), none.error().text);
  }
  EXPECT_THROW(static_cast<void>(Base::from("x").value()), std::logic_error);
}

TEST(Suitable, Table) {
  const std::map<std::string, Unsuitable> names = {{"no", Unsuitable::no},
                                                   {"empty", Unsuitable::empty},
                                                   {"relative", Unsuitable::relative},
                                                   {"never_hierarchical", Unsuitable::never_hierarchical},
                                                   {"opaque", Unsuitable::opaque},
                                                   {"no_host", Unsuitable::no_host},
                                                   {"bad_net_loc", Unsuitable::bad_net_loc},
                                                   {"control_character", Unsuitable::control_character},
                                                   {"backslash", Unsuitable::backslash}};
  for (const test::Row& row : read_table("url/unsuitable.tsv", 4)) {
    const Exact url(row.fields[0]);
    std::size_t column = 0;
    for (const std::string_view name : resolver_names()) {
      const Resolver resolver = *resolver_named(name);
      const std::string& expected = row.fields[++column];
      EXPECT_EQ(unsuitable_as_base(url.view(), resolver), names.at(expected)) << row.where << " " << name;
      EXPECT_EQ(Base::from(url.view(), resolver).has_value(), expected == "no") << row.where << " " << name;
      EXPECT_FALSE(describe(names.at(expected)).empty());
    }
  }
}

TEST(Suitable, RecommendedPractice) {
  for (const test::Row& row : read_table("url/practice.tsv", 2)) {
    const Exact url(row.fields[0]);
    EXPECT_EQ(may_be_meant_as_path(url.view()), row.fields[1] == "path") << row.where;
    EXPECT_EQ(names_directory_by_type(url.view()), row.fields[1] == "directory") << row.where;
  }
}

/// What a reference is before it is resolved.
std::string standing(std::string_view base_url, std::string_view reference) {
  const Exact exact(reference);
  const auto base = Base::from(base_url);
  const bool dropped = std::ranges::any_of(reference, [](char c) { return static_cast<unsigned char>(c) < 0x20; });
  const Controls controls = dropped ? Controls::dropped : Controls::kept;
  if (is_absolute(Resolver::rfc1808, exact.view(), Controls::kept)) return "absolute";
  if (is_absolute(Resolver::rfc1808, exact.view(), controls)) return "absolute-when-read";
  if (base && hides_meaning(*base, exact.view())) return "hidden";
  return misreads_backslash(Resolver::rfc1808, exact.view()) ? "backslash" : "relative";
}

TEST(Resolver, ReferencesBeforeTheyAreResolved) {
  for (const test::Row& row : read_table("url/standing.tsv", 3)) {
    EXPECT_EQ(standing(row.fields[0], row.fields[1]), row.fields[2]) << row.where;
  }
}

TEST(Resolver, BaseValuesAreReadAsReadersDo) {
  for (const test::Row& row : read_table("url/base_values.tsv", 2)) {
    EXPECT_EQ(as_base_value(Resolver::rfc1808, row.fields[0]), row.fields[1]) << row.where;
  }
}

TEST(Resolver, ABaseKnowsItsOwn) {
  EXPECT_EQ((*Base::from("http://a/")).resolver(), Resolver::rfc1808);
  EXPECT_EQ(name_of(Resolver::rfc1808), "rfc1808");
}

// Section 4 word by word, slow and plain: the same answers by another way.

using Component = std::optional<std::string_view>;

bool has(const Component& component) { return component && !component->empty(); }

Component inherited(const Component& base, const Component& reference) {
  return has(base) || !reference ? base : reference;
}

bool at_segment_start(const std::string& path, std::size_t at) { return at == 0 || path[at - 1] == '/'; }

std::string step_6(std::string path) {
  for (std::size_t at; (at = [&] {  // a
                         for (std::size_t i = 0; i + 1 < path.size(); ++i) {
                           if (path.compare(i, 2, "./") == 0 && at_segment_start(path, i)) return i;
                         }
                         return std::string::npos;
                       }()) != std::string::npos;) {
    path.erase(at, 2);
  }
  if (path.ends_with('.') && at_segment_start(path, path.size() - 1)) path.pop_back();  // b
  const auto parent = [&](bool at_end) {  // the leftmost <segment>/../ or, at the end, <segment>/..
    for (std::size_t begin = 0; begin < path.size(); begin = path.find('/', begin) + 1) {
      const std::size_t slash = path.find('/', begin);
      if (slash == std::string::npos) break;
      const bool followed =
          at_end ? path.compare(slash, std::string::npos, "/..") == 0 : path.compare(slash, 4, "/../") == 0;
      if (followed && path.substr(begin, slash - begin) != "..") return begin;
    }
    return std::string::npos;
  };
  for (std::size_t at; (at = parent(false)) != std::string::npos;) path.erase(at, path.find('/', at) + 4 - at);  // c
  if (const std::size_t at = parent(true); at != std::string::npos) path.erase(at);                              // d
  return path;
}

std::string word_by_word(std::string_view base_url, std::string_view reference) {
  if (reference.empty()) return std::string(base_url);
  const UrlParts base = split(base_url);
  UrlParts target = split(reference);
  if (target.scheme) return std::string(reference);
  target.scheme = base.scheme;
  std::string path;
  if (!has(target.net_loc)) {
    target.net_loc = inherited(base.net_loc, target.net_loc);
    if (target.path.empty()) {
      target.path = base.path;
      if (!has(target.params)) {
        target.params = inherited(base.params, target.params);
        if (!has(target.query)) target.query = inherited(base.query, target.query);
      }
    } else if (!target.path.starts_with('/')) {
      const std::string_view directory = base.path.substr(0, base.path.rfind('/') + 1);
      const bool slash = directory.starts_with('/') || target.net_loc;
      path = step_6(std::string(directory.substr(directory.starts_with('/') ? 1 : 0)).append(target.path));
      if (slash) path.insert(0, "/");
      target.path = path;
    }
  }
  std::string result = std::string(*target.scheme) + ":";
  if (target.net_loc) result.append("//").append(*target.net_loc);
  if (target.net_loc && target.path.empty() && (target.params || target.query)) target.path = "/";
  result.append(target.path);
  if (target.params) result.append(";").append(*target.params);
  if (target.query) result.append("?").append(*target.query);
  if (target.fragment) result.append("#").append(*target.fragment);
  return split(result) == target ? result : std::string(refused);
}

TEST(Resolve, AgreesWithTheLetter) {
  std::mt19937 random(1808);
  constexpr std::array<std::string_view, 16> pieces = {"/", "/", "/", ".", "..", "./", "../", "g",
                                                       "a", ";", "?", "#", "x",  "//", ":",   "%2e"};
  const auto text = [&](std::size_t most) {
    std::string result;
    for (std::size_t i = random() % (most + 1); i > 0; --i) result += pieces[random() % pieces.size()];
    return result;
  };
  constexpr std::array<std::string_view, 6> starts = {"http://a", "http://a/", "file://",
                                                      "file:///", "f:/",       "http://h?q/"};
  for (int i = 0; i < 200'000; ++i) {
    const std::string base = std::string(starts[random() % starts.size()]) + text(8);
    if (unsuitable_as_base(base) != Unsuitable::no) continue;
    const std::string reference = text(10);
    const std::size_t colon = base.find(':');
    const bool has_net_loc = base.substr(colon, 3) == "://";
    const std::size_t end = base.find_first_of("/?#", has_net_loc ? colon + 3 : base.size());
    const bool has_query_alone = end != std::string::npos && base[end] == '?';  // it has a path where it is a base
    const std::string counts = has_query_alone ? std::string(base).insert(end, "/") : base;
    ASSERT_EQ(resolved(base, reference), word_by_word(counts, reference)) << base << " + " << reference;
  }
}

TEST(Suitable, BasesHaveALimit) {
  for (const std::string beginning : {"http://h/", "http://h/?"}) {
    const std::string longest = beginning + std::string(max_base_size - beginning.size(), 'a');
    for (const std::string_view name : resolver_names()) {
      const Resolver resolver = *resolver_named(name);
      EXPECT_EQ(unsuitable_as_base(longest, resolver), Unsuitable::no) << name;
      EXPECT_EQ(unsuitable_as_base(longest + "a", resolver), Unsuitable::too_long) << name;
    }
  }
  const std::string blanks = "http://h/" + std::string(max_base_size / 2, ' ') + "a";
  EXPECT_EQ(unsuitable_as_base(blanks, Resolver::whatwg), Unsuitable::too_long) << "they become escapes";
}

TEST(Base, SurvivesMoves) {
  auto first = Base::from("f:/a");
  const Base second = std::move(*first);
  EXPECT_EQ(second.absolute("b"), "f:/b");
  EXPECT_EQ(first->url(), "f:/a") << "what was moved from stays";
}

}  // namespace
}  // namespace absolve
