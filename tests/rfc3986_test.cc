#include <gtest/gtest.h>

#ifdef ABSOLVE_HAVE_URIPARSER
#include <uriparser/Uri.h>
#endif

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <random>
#include <span>
#include <string>

#include "../src/url/resolver.h"
#include "../src/url/suitable.h"
#include "absolve/url.h"
#include "support/exact.h"
#include "support/table.h"

namespace absolve {
namespace {

using test::Exact;
using Outcome = Resolution::Outcome;

constexpr std::string_view refused = "!";

std::string resolved(std::string_view base_url, std::string_view reference) {
  const Exact exact_base(base_url);
  const Exact exact(reference);
  const auto base = Base::from(exact_base.view(), Resolver::rfc3986);
  if (!base) return "no base";
  std::string scratch;
  const Resolution resolution = base->resolve(exact.view(), scratch);
  const bool is_known_as_absolute = is_absolute(Resolver::rfc3986, exact.view(), Controls::kept);
  EXPECT_EQ(is_known_as_absolute, resolution.outcome == Outcome::absolute);
  if (resolution.outcome == Outcome::refused) return std::string(refused);
  EXPECT_EQ(resolution.head.empty(), resolution.outcome == Outcome::absolute);
  EXPECT_LE(resolution.offset, reference.size());
  return std::string(resolution.head).append(reference.substr(resolution.offset));
}

TEST(ResolveRfc3986, Table) {
  std::map<std::string, int> examples;
  for (const test::Row& row : test::read_table("url/rfc3986.tsv", 4)) {
    EXPECT_EQ(resolved(row.fields[0], row.fields[1]), row.fields[2]) << row.where;
    ++examples[row.fields[3]];
  }
  EXPECT_EQ(examples["5.4.1"], 23);
  EXPECT_EQ(examples["5.4.2"], 19);
}

// Section 5.2 word by word, slowly: for any base and reference the quick resolver says the same.

struct Components {
  std::optional<std::string> scheme;
  std::optional<std::string> authority;
  std::string path;
  std::optional<std::string> query;
  std::optional<std::string> fragment;

  friend bool operator==(const Components&, const Components&) = default;
};

/// Takes away and returns what stands before the first of `terminators`.
std::string extract_until(std::string& rest, const char* terminators) {
  std::string taken = rest.substr(0, rest.find_first_of(terminators));
  rest.erase(0, taken.size());
  return taken;
}

/// In the order of the drawing in section 3.
Components parse(std::string rest) {
  Components parts;
  const auto is_of_scheme = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '+' || c == '-' || c == '.';
  };
  const std::string before_colon = rest.substr(0, rest.find(':'));
  const bool has_scheme = before_colon.size() < rest.size() && !before_colon.empty() &&
                          std::isalpha(static_cast<unsigned char>(before_colon.front())) != 0 &&
                          std::ranges::all_of(before_colon, is_of_scheme);
  if (has_scheme) {
    parts.scheme = before_colon;
    rest.erase(0, before_colon.size() + 1);
  }
  if (rest.starts_with("//")) {
    rest.erase(0, 2);
    parts.authority = extract_until(rest, "/?#");
  }
  parts.path = extract_until(rest, "?#");
  if (rest.starts_with('?')) parts.query = extract_until(rest, "#").substr(1);
  if (rest.starts_with('#')) parts.fragment = rest.substr(1);
  return parts;
}

/// Section 5.2.4.
std::string remove_dot_segments(std::string input) {
  std::string output;
  const auto replace_beginning = [&](std::string_view beginning, std::string_view by) {
    if (!input.starts_with(beginning)) return false;
    input.replace(0, beginning.size(), by);
    return true;
  };
  const auto replace_all = [&](std::string_view all, std::string_view by) {
    if (input != all) return false;
    input = by;
    return true;
  };
  while (!input.empty()) {
    if (replace_beginning("../", "") || replace_beginning("./", "")) continue;  // A
    if (replace_beginning("/./", "/") || replace_all("/.", "/")) continue;      // B
    if (replace_beginning("/../", "/") || replace_all("/..", "/")) {            // C
      output.erase(output.rfind('/') == std::string::npos ? 0 : output.rfind('/'));
    } else if (!replace_all(".", "") && !replace_all("..", "")) {          // D
      const std::size_t end = std::min(input.find('/', 1), input.size());  // E
      output.append(input, 0, end);
      input.erase(0, end);
    }
  }
  return output;
}

/// Section 5.2.3.
std::string merged(const Components& base, const std::string& path) {
  if (base.authority && base.path.empty()) return "/" + path;
  return base.path.substr(0, base.path.rfind('/') + 1) + path;
}

/// Section 5.3.
std::string recomposed(const Components& target) {
  std::string result;
  if (target.scheme) result += *target.scheme + ":";
  if (target.authority) result += "//" + *target.authority;
  result += target.path;
  if (target.query) result += "?" + *target.query;
  if (target.fragment) result += "#" + *target.fragment;
  return result;
}

/// Section 5.2.2, strict.
Components target_of(const Components& base, const Components& reference) {
  Components target = reference;
  if (reference.scheme || reference.authority) {
    target.path = remove_dot_segments(reference.path);
  } else {
    target.authority = base.authority;
    if (reference.path.empty()) {
      target.path = base.path;
      if (!reference.query) target.query = base.query;
    } else if (reference.path.starts_with('/')) {
      target.path = remove_dot_segments(reference.path);
    } else {
      target.path = remove_dot_segments(merged(base, reference.path));
    }
  }
  if (!reference.scheme) target.scheme = base.scheme;
  return target;
}

/// What absolve makes of it: an absolute reference stays as it is, and a target that would be parsed as another one is
/// refused.
std::string word_by_word(const std::string& base, const std::string& reference) {
  const Components given = parse(reference);
  if (given.scheme) return reference;
  const Components target = target_of(parse(base), given);
  const std::string result = recomposed(target);
  return parse(result) == target ? result : std::string(refused);
}

class RandomUrls {
 public:
  explicit RandomUrls(unsigned seed) : random_(seed) {}

  std::string text(std::span<const std::string_view> pieces, std::size_t most) {
    std::string result;
    for (std::size_t i = random_() % (most + 1); i > 0; --i) result += one(pieces);
    return result;
  }
  std::string_view one(std::span<const std::string_view> pieces) { return pieces[random_() % pieces.size()]; }

 private:
  std::mt19937 random_;
};

constexpr std::array<std::string_view, 8> starts = {"http://a", "http://a/", "file://", "file:///",
                                                    "f:/",      "f:/./",     "1:/",     "http://h?q/"};

TEST(ResolveRfc3986, AgreesWithTheLetter) {
  RandomUrls random(3986);
  constexpr std::array<std::string_view, 19> pieces = {"/", "/", "/", ".", "..", "./", "../", "/./", "/../", "g",
                                                       "a", ";", "?", "#", "x",  "//", ":",   "%2e", "1"};
  int pairs = 0;
  std::map<std::string, int> kinds;
  while (pairs < 250'000) {
    const std::string base = std::string(random.one(starts)) + random.text(pieces, 8);
    const std::string reference = random.text(pieces, 10);
    if (unsuitable_as_base(base, Resolver::rfc3986) != Unsuitable::no) continue;
    ++pairs;
    const std::string expected = word_by_word(base, reference);
    ASSERT_EQ(resolved(base, reference), expected) << base << " + " << reference;
    ++kinds[expected == refused ? "refused" : expected == reference ? "absolute" : "resolved"];
  }
  EXPECT_GT(kinds["refused"], 1'000);
  EXPECT_GT(kinds["absolute"], 1'000);
  EXPECT_GT(kinds["resolved"], 100'000);
}

#ifdef ABSOLVE_HAVE_URIPARSER

/// A URI as uriparser parses it.
class ParsedUri {
 public:
  explicit ParsedUri(const std::string& text) {
    const char* error = nullptr;
    parsed_ = uriParseSingleUriA(&uri_, text.c_str(), &error) == URI_SUCCESS;
  }
  ParsedUri(const ParsedUri& reference, const ParsedUri& base) {
    parsed_ = uriAddBaseUriA(&uri_, &reference.uri_, &base.uri_) == URI_SUCCESS;
  }
  ParsedUri(const ParsedUri&) = delete;
  ParsedUri& operator=(const ParsedUri&) = delete;
  ~ParsedUri() {
    if (parsed_) uriFreeUriMembersA(&uri_);
  }

  [[nodiscard]] bool is_parsed() const noexcept { return parsed_; }
  [[nodiscard]] std::string text() const {
    int size = 0;
    EXPECT_EQ(uriToStringCharsRequiredA(&uri_, &size), URI_SUCCESS);
    std::string result(static_cast<std::size_t>(size) + 1, '\0');
    EXPECT_EQ(uriToStringA(result.data(), &uri_, size + 1, nullptr), URI_SUCCESS);
    result.resize(static_cast<std::size_t>(size));
    return result;
  }

 private:
  UriUriA uri_ = {};
  bool parsed_ = false;
};

/// What is said of one reference.
struct Answers {
  const std::string& reference;
  const Components& target;  // by the letter of section 5.2
  const std::string& absolve;
  const std::string& uriparser;
};

/// Why they differ.
struct Deviation {
  const char* reason;
  bool (*explains)(const Answers& answers);
};

/// The target with another path.
std::string with_path(Components target, const std::string& path) {
  target.path = path;
  return recomposed(target);
}

constexpr std::array<Deviation, 4> deviations = {{
    {"an absolute reference stays as it is, with its dot segments",
     [](const Answers& say) {
       return say.absolve == say.reference && parse(say.reference).scheme &&
              parse(say.reference).path != say.target.path;
     }},
    {"uriparser puts `/.` before a path that starts with two slashes, be there an authority or not",
     [](const Answers& say) {
       return say.absolve == (say.target.authority ? recomposed(say.target) : refused) &&
              say.target.path.starts_with("//") && say.uriparser == with_path(say.target, "/." + say.target.path);
     }},
    {"but not where the reference starts with a slash: an authority comes into being, which absolve refuses",
     [](const Answers& say) {
       return say.absolve == refused && !say.target.authority && say.reference.starts_with('/') &&
              say.uriparser == recomposed(say.target);
     }},
    {"uriparser writes `/./` for `/` where there is no authority",
     [](const Answers& say) {
       return say.absolve == recomposed(say.target) && !say.target.authority && say.target.path == "/" &&
              say.uriparser == with_path(say.target, "/./");
     }},
}};

TEST(ResolveRfc3986, AgreesWithUriparser) {
  RandomUrls random(2005);
  constexpr std::array<std::string_view, 17> pieces = {"/", "/",   "/",   ".",    "..",   "./", "../", "/./", "/../",
                                                       "g", "a:b", "%2e", ";x=1", "?y/.", "#s", "//",  "@h"};
  int agree = 0;
  std::array<int, deviations.size()> deviate{};
  for (int i = 0; i < 300'000; ++i) {
    const std::string base = std::string(random.one(starts)) + random.text(pieces, 6);
    const std::string reference = random.text(pieces, 7);
    const ParsedUri parsed_base(base);
    const ParsedUri parsed(reference);
    const bool is_base = unsuitable_as_base(base, Resolver::rfc3986) == Unsuitable::no;
    if (!is_base || !parsed_base.is_parsed() || !parsed.is_parsed()) continue;  // such as `a:b:/` and `@h:`
    const std::string said = ParsedUri(parsed, parsed_base).text();
    const std::string ours = resolved(base, reference);
    if (ours == said) {
      ++agree;
      continue;
    }
    const Components target = target_of(parse(base), parse(reference));
    const auto one = std::ranges::find_if(deviations, [&](const Deviation& row) {
      return row.explains({reference, target, ours, said});
    });
    ASSERT_NE(one, deviations.end()) << base << " + " << reference << ": " << ours << ", uriparser: " << said;
    ++deviate[static_cast<std::size_t>(one - deviations.begin())];
  }
  EXPECT_GE(agree, 100'000);
  for (std::size_t i = 0; i < deviations.size(); ++i) EXPECT_GT(deviate[i], 0) << deviations[i].reason;
}

#else

TEST(ResolveRfc3986, AgreesWithUriparser) { GTEST_SKIP() << "needs uriparser (Debian package liburiparser-dev)"; }

#endif

}  // namespace
}  // namespace absolve
