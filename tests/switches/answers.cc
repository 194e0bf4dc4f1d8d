// A library without what can be left out: what it still does, and what it says of what it doesn't.

#include <absolve/absolve.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace std::string_view_literals;

constexpr std::string_view record =
    "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nWARC-Target-URI: http://a/\r\n"
    "Content-Length: 10\r\n\r\n<a href=x>\r\n\r\n";

/// What a plan tells, or why there is none.
std::string told_of(std::string_view text, const absolve::Input& input, const absolve::Options& options = {}) {
  std::string told;
  const absolve::Plan plan = absolve::plan(text, input, options);
  for (const absolve::Note& note : plan.notes()) told += note.text + '\n';
  return told;
}

/// What a run throws, tells of its units, or says that its output lacks.
std::string told_by_run(std::string_view text, const absolve::Input& input, const absolve::RewriterOptions& more = {}) {
  std::string told;
  const absolve::Observer observer{.unit = [&](const absolve::Unit& unit) {
    told += unit.left;
    if (unit.plan == nullptr) return;
    for (const absolve::Note& note : unit.plan->notes()) told += note.text + '\n';
  }};
  try {
    const std::string missing = absolve::Rewriter({}, more)
                                    .run(
                                        text, [](std::string_view) {}, input, observer)
                                    .missing;
    return told + missing;
  } catch (const absolve::BadInput& error) {
    return error.what();
  }
}

std::string told_of_pattern() {
  const std::array<std::string, 1> patterns = {"x"};
  const auto made = absolve::Patterns::from(patterns);
  return made ? "" : made.error().text;
}

struct Row {
  std::string_view what;
  std::string told;
  std::string_view must_name;  // "": nothing may be told
};

}  // namespace

/// With words, those switches alone are off; without, all are.
int main(int count, char** words) {
  const std::vector<std::string_view> off(words + 1, words + count);
  const absolve::Input page{.name = "page.html", .url = "http://a/b/c"};
  const std::string text = "<a href=../g><img srcset='x 1x'>";
  const std::string har = R"({"log":{"entries":[{"response":{"headers":[{"name":"Content-Encoding","value":"br"}],)"
                          R"("content":{"mimeType":"text/html","encoding":"base64","text":"iwWAAw=="}}}]}})";
  const std::array rows = {
      Row{"a page", told_of(text, page), ""},
      Row{"its tree", told_of(text, page, {.html_reader = absolve::HtmlReader::tree}), "ABSOLVE_TREE_READER"},
      Row{"gzip", told_of("\x1F\x8B\x08\0\0\0\0\0\0\x03"sv, page), "ABSOLVE_CODECS"},
      Row{"zstd", told_of("\x28\xB5\x2F\xFD\x24\x00"sv, page), "ABSOLVE_CODECS"},
      Row{"brotli", told_of("\x8B\x05\x80\x03"sv, {.name = "page.html.br"}), "ABSOLVE_CODECS"},
      Row{"brotli in HAR", told_of(har, {.name = "a.har"}), "ABSOLVE_CODECS"},
      Row{"gzip in a run", told_by_run("\x1F\x8B\x08\0\0\0\0\0\0\x03"sv, {.name = "list.jsonl.gz"}), "ABSOLVE_CODECS"},
      Row{"an archive", told_by_run(record, {.name = "a.warc"}), "ABSOLVE_ARCHIVES"},
      Row{"a pattern", told_of_pattern(), "ABSOLVE_RE2"},
      Row{"several threads", told_by_run("<a href=x>", page, {.threads = 4}), ""},
  };
  int failures = 0;
  for (const auto& [what, told, must_name] : rows) {
    const bool is_off = off.empty() || std::ranges::find(off, must_name) != off.end();
    const bool is_right = must_name.empty() ? told.empty()
                          : is_off          ? told.find(must_name) != std::string::npos
                                            : told.find("ABSOLVE_") == std::string::npos;
    if (is_right) continue;
    std::cout << what << " (" << must_name << (is_off ? " is off" : "") << "): tells '" << told << "'\n";
    ++failures;
  }
  const std::string output = absolve::plan(text, page).output();
  if (output != "<a href=http://a/g><img srcset='http://a/b/x 1x'>") std::cout << output << '\n', ++failures;
  const std::string mail = "Content-Type: text/html\nContent-Base: http://a/\n\n<a href=x>";
  if (!absolve::plan(mail, {.name = "a.eml"}).output().ends_with("<a href=http://a/x>")) {
    std::cout << "mail is not read\n", ++failures;
  }
  if (failures == 0) std::cout << "what is left out names its switch\n";
  return failures == 0 ? 0 : 1;
}
