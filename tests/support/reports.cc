#include "reports.h"

#include "../../src/cli/report/report_html.h"
#include "repeated.h"

namespace absolve::test {
namespace {

using cli::Example;
using cli::Outcome;

/// Examples, counted as links.
Outcome with_links(Outcome outcome, const std::vector<Example>& examples, Reason reason = Reason::no_base) {
  for (const Example& example : examples) {
    outcome.count(example.place.substr(0, example.place.find(' ')), example.action, reason);
  }
  outcome.examples = examples;
  return outcome;
}

}  // namespace

std::vector<ReportedOutcome> usual_outcomes() {
  const Example rewritten{12, "a href", "../about.html", "http://example.org/about.html", Action::rewrite};
  const Example image{14, "img src", "logo.png", "http://example.org/blog/logo.png", Action::rewrite};
  const Example absolute{20, "a href", "https://example.com/", "", Action::absolute};
  const Example fragment{31, "a href", "#top", "only a fragment, which points into the document itself", Action::keep};
  const Example encoded{0, "a href", "/unsubscribe?u=1", "http://lists.example/unsubscribe?u=1", Action::rewrite};
  const Example baseless{3, "link href", "style.css", "the base is undefined", Action::keep};
  std::vector<ReportedOutcome> all;
  all.push_back({{.path = "site/blog/index.html"},
                 with_links({.kind = Outcome::Kind::changed,
                             .type = "text/html",
                             .base = "http://example.org/blog/",
                             .base_from = BaseFrom::base_element,
                             .documents = 1},
                            {rewritten, image, absolute, fragment}, Reason::fragment)});
  all.push_back({{.path = "site/blog/2024/a-rather-long-name-of-a-page-that-somebody-saved-with-its-whole-title.html"},
                 with_links({.kind = Outcome::Kind::changed,
                             .type = "text/html",
                             .base = "http://example.org/blog/2024/a-rather-long-name-of-a-page.html?with=a&query=too",
                             .base_from = BaseFrom::mark_of_the_web,
                             .documents = 3},
                            {rewritten, rewritten, image, image, image, absolute})});
  all.push_back(
      {{.path = "site/about.html"},
       with_links(
           {.type = "text/html", .base = "http://example.org/", .base_from = BaseFrom::retrieval, .documents = 1},
           {absolute, absolute})});
  all.push_back(
      {{.path = "site/draft.html"},
       with_links({.type = "text/html",
                   .documents = 1,
                   .relative = 1,
                   .notes = {"1 reference was left, as the base is undefined; og:url says http://example.org/draft"}},
                  {baseless})});
  all.push_back({{.path = "mail/newsletter.eml"},
                 with_links({.kind = Outcome::Kind::changed,
                             .status = cli::Status::left_unread,
                             .type = "message/rfc822",
                             .base = "http://lists.example/",
                             .base_from = BaseFrom::content_base,
                             .documents = 2,
                             .notes = {"part 2: in a transfer encoding that is not read: x-uuencode"}},
                            {encoded, absolute})});
  all.push_back({{.path = "site/style.css"},
                 with_links({.kind = Outcome::Kind::changed,
                             .type = "text/css",
                             .base = "http://example.org/style.css",
                             .base_from = BaseFrom::url_prefix,
                             .documents = 1},
                            {{7, "", "fonts/a.woff2", "http://example.org/fonts/a.woff2", Action::rewrite}})});
  all.push_back(
      {{.path = "site/photo.jpg"}, {.kind = Outcome::Kind::skipped, .error = "is no text that absolve reads"}});
  all.push_back(
      {{.path = "site/locked.html"}, {.kind = Outcome::Kind::failed, .error = "cannot open: Permission denied"}});
  return all;
}

std::vector<ReportedOutcome> hostile_outcomes() {
  const std::string markup = "</script><script>alert(1)</script><img src=x onerror=alert(1)>";
  std::vector<ReportedOutcome> all;
  const auto add = [&](const std::string& text) {
    all.push_back({{.path = text, .output = text},
                   with_links({.kind = Outcome::Kind::changed,
                               .type = text,
                               .base = text,
                               .base_from = BaseFrom::base_element,
                               .documents = 1,
                               .notes = {text},
                               .error = text},
                              {{1, text, text, text, Action::rewrite},
                               {2, text, text, text, Action::absolute},
                               {3, text, text, text, Action::keep}})});
  };
  add(markup);
  add("<!--<script>");
  add("-->]]>&amp;&lt;\"'`${alert(1)}\\");
  add("javascript:alert(1)");
  add("https://h/\"onclick=\"alert(1)");
  add("http://[unparsable");
  add("data:text/html," + markup);
  add("evil\xE2\x80\xAElmth.exe");  // U+202E
  add("a\nb\tc\x01\x1B[31m\x7F\xC2\x9B"
      "d");  // controls of ASCII and of C1
  add("line\xE2\x80\xA8separator\xE2\x80\xA9s");
  add("caf\xE9 \xFF\xC3");  // no UTF-8
  add("\xED\xA0\x80 \xF4\x90\x80\x80");
  add("{{script}}{{files}}{{style}}");
  add("__proto__");
  add("\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E/\xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D.html");  // Japanese, Hebrew
  add(repeated("x", 65'536));
  add(repeated("\xE6\x97\xA5", 30'000));
  all.push_back({{.path = std::string("nul\0nul", 7)}, {}});
  all.push_back({{.path = ""}, {}});
  return all;
}

ReportedOutcome archive_outcome(std::size_t records) {
  ReportedOutcome told{{.path = "crawl.warc.gz"}, {.kind = Outcome::Kind::changed}};
  const std::string hostile = "https://h/\"onclick=\"alert(1)</script><img src=x onerror=alert(1)>";
  for (std::size_t number = 1; number <= records; ++number) {
    const std::string url = number % 7 == 0 ? hostile : "http://h.example/" + std::to_string(number);
    cli::RecordOutcome record{number, {.id = "<urn:x:" + std::to_string(number) + ">", .target_uri = url}};
    record.name.status = number % 3 == 0 ? 404 : 200;
    record.outcome.documents = 1;
    record.outcome.type = "text/html";
    record.outcome.count("a", number % 2 == 0 ? Action::rewrite : Action::keep, Reason::placeholder);
    told.outcome.add(record.outcome);
    told.records.push_back(std::move(record));
  }
  return told;
}

ReportedOutcome made_outcome(std::size_t number) {
  ReportedOutcome told;
  const std::string name = "archive/" + std::to_string(number % 97) + "/page-" + std::to_string(number) + ".html";
  told.job.path = name;
  Outcome& outcome = told.outcome;
  if (number % 500 == 499) {
    outcome.kind = Outcome::Kind::failed;
    outcome.error = "cannot open: Permission denied";
    return told;
  }
  if (number % 50 == 49) {
    outcome.kind = Outcome::Kind::skipped;
    outcome.error = "is no text that absolve reads";
    return told;
  }
  outcome.kind = number % 7 == 0 ? Outcome::Kind::unchanged : Outcome::Kind::changed;
  outcome.type = "text/html";
  outcome.base = "https://example.org/" + name;
  outcome.base_from = BaseFrom::url_prefix;
  outcome.documents = 1;
  constexpr std::string_view elements[] = {"a",    "a",    "a",     "img",   "img",   "link",   "script", "source",
                                           "form", "meta", "video", "input", "style", "iframe", "object"};
  const std::size_t links = number * 7 % 61;
  for (std::size_t at = 0; at < links; ++at) {
    const std::string_view element = elements[(number + at * at) % std::size(elements)];
    const Action action = outcome.kind == Outcome::Kind::unchanged ? at % 9 == 0 ? Action::keep : Action::absolute
                          : at % 5 == 0                            ? Action::absolute
                          : at % 11 == 0                           ? Action::keep
                                                                   : Action::rewrite;
    outcome.count(element, action, at % 2 == 0 ? Reason::fragment : Reason::placeholder);
    if (at >= cli::max_examples) continue;
    const std::string reference = "../images/picture-" + std::to_string(at) + ".png";
    outcome.examples.push_back({at * 3 + 1, std::string(element) + " src", reference,
                                action == Action::rewrite ? "https://example.org/archive" + reference.substr(2)
                                : action == Action::keep  ? "only a fragment"
                                                          : "",
                                action});
  }
  if (number % 40 == 0) outcome.notes.push_back("2 references were left: a placeholder of a template is in them");
  return told;
}

void write_html_report(const std::string& path, const std::vector<ReportedOutcome>& all, std::size_t made,
                       bool is_dry) {
  cli::HtmlReport report(path);
  cli::Totals totals;
  const auto add = [&](const ReportedOutcome& told) {
    for (const cli::RecordOutcome& record : told.records) report.add_record(told.job, record);
    report.add(told.job, told.outcome);
    ++totals.files;
    switch (told.outcome.kind) {
      case Outcome::Kind::changed: ++totals.changed; break;
      case Outcome::Kind::unchanged: ++totals.unchanged; break;
      case Outcome::Kind::skipped: ++totals.skipped; break;
      case Outcome::Kind::failed: ++totals.failed; break;
    }
    totals.counts += told.outcome.counts;
  };
  for (std::size_t number = 0; number < made; ++number) add(made_outcome(number));
  for (const ReportedOutcome& told : all) add(told);
  report.commit(totals, 12.34, is_dry);
}

}  // namespace absolve::test
