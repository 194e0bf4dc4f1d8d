// The page is report_page.html, which has marks such as {{files}}. It is written up to the next mark whenever what
// belongs there is known.

#include "report_html.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "../../text/utf8.h"
#include "../system/layout.h"
#include "../system/messages.h"
#include "report.h"
#include "report_page.h"
#include "summary.h"

namespace absolve::cli {
namespace {

constexpr std::size_t max_elements = 10;  // in the chart; the others are counted together
constexpr double min_width = 0.8;         // percent: so that small shares are visible

// JSON

/// A text of at most max_text bytes; if it is cut, it says how much is missing.
std::string cut(std::string_view text) {
  const std::string_view beginning = beginning_of(text, HtmlReport::max_text);
  if (beginning.size() == text.size()) return std::string(text);
  return std::string(beginning) + "… (" + grouped(text.size() - beginning.size()) + " bytes more)";
}

/// JSON that contains nothing that reads as markup, or ends a line of a script.
std::string without_markup(std::string_view json) {
  constexpr std::string_view line_separator = "\xE2\x80\xA8";
  constexpr std::string_view paragraph_separator = "\xE2\x80\xA9";
  std::string text;
  text.reserve(json.size());
  for (std::size_t at = 0; at < json.size(); ++at) {
    switch (json[at]) {
      case '<': text += "\\u003c"; break;
      case '>': text += "\\u003e"; break;
      case '&': text += "\\u0026"; break;
      case '\xE2':
        if (const auto character = json.substr(at, 3);
            character == line_separator || character == paragraph_separator) {
          text += character == line_separator ? "\\u2028" : "\\u2029";
          at += 2;
          break;
        }
        [[fallthrough]];
      default: text += json[at];
    }
  }
  return text;
}

std::string json_of(const std::vector<Example>& examples) {
  std::string json = "[";
  for (const Example& example : examples) {
    if (json.size() > 1) json += ',';
    json += JsonObject()
                .member("line", example.line)
                .member("place", cut(example.place))
                .member("before", cut(example.before))
                .member("after", cut(example.after))
                .member("action", name_of(example.action))
                .str();
  }
  return json + "]";
}

// Markup

std::string markup_of(std::string_view text) {
  std::string markup;
  for (const char c : printable(text)) {
    switch (c) {
      case '<': markup += "&lt;"; break;
      case '>': markup += "&gt;"; break;
      case '&': markup += "&amp;"; break;
      case '"': markup += "&quot;"; break;
      default: markup += c;
    }
  }
  return markup;
}

std::string grouped_count(std::size_t number, std::string_view what) {
  return grouped(number).append(" ").append(what).append(number == 1 ? "" : "s");
}

std::string percent(std::size_t part, std::size_t all) {
  if (part == 0 || all == 0) return "";
  const double share = 100 * static_cast<double>(part) / static_cast<double>(all);
  if (share < 0.1) return "&lt; 0.1 %";
  if (part < all && share >= 99.95) return "&gt; 99.9 %";
  return decimal(share) + " %";
}

/// A share of what is counted, with the CSS class for its colour. Amber, `relative`, has one meaning: these links stay
/// relative, and somebody has to do something about it.
struct Share {
  std::string_view name;
  std::size_t count;
};

/// Shares next to each other. Their width is an SVG attribute, as the policy of the page forbids styles in markup.
/// `words` are a description for people who can't see them; "" if there is one next to it.
std::string bar(std::string_view name, std::span<const Share> shares, std::size_t all, std::string_view words = {}) {
  std::string markup = "<svg class=\"" + std::string(name) + "\" ";
  if (words.empty()) {
    markup += "aria-hidden=\"true\">";
  } else {
    markup.append("role=\"img\"><title>").append(words).append("</title>");
  }
  double sum = 0;
  const auto width = [&](const Share& share) {
    if (share.count == 0 || all == 0) return 0.0;
    return std::max(100 * static_cast<double>(share.count) / static_cast<double>(all), min_width);
  };
  for (const Share& share : shares) sum += width(share);
  const double scale = sum > 100 ? 100 / sum : 1;
  double at = 0;
  for (const Share& share : shares) {
    if (share.count == 0) continue;
    markup.append("<rect class=\"").append(share.name).append("\" x=\"").append(decimal(at)).append("%\" width=\"");
    at += width(share) * scale;
    markup.append(decimal(width(share) * scale)).append("%\" height=\"100%\"/>");
  }
  return markup + "</svg>";
}

std::string chart_begin(std::string_view name) {
  return "<table class=\"chart\" aria-label=\"" + std::string(name) + "\"><tbody>\n";
}

/// A list such as: 6 rewritten, 3 absolute
std::string words_of(std::span<const Share> shares) {
  std::string words;
  for (const Share& share : shares) {
    if (share.count == 0) continue;
    words.append(words.empty() ? "" : ", ").append(grouped(share.count)).append(" ").append(share.name);
  }
  return words;
}

/// A bar, and a legend for its colours.
std::string chart_of(std::string_view name, std::span<const Share> shares) {
  std::size_t all = 0;
  for (const Share& share : shares) all += share.count;
  std::string markup = bar("bar", shares, all) + "\n" + chart_begin(name);
  for (const Share& share : shares) {
    markup.append("<tr><th scope=\"row\"><span class=\"key ").append(share.name).append("\">").append(share.name);
    markup.append("</span></th><td>").append(grouped(share.count)).append("</td><td class=\"share\">");
    markup.append(percent(share.count, all)).append("</td></tr>\n");
  }
  return markup + "</tbody></table>";
}

std::string chart_of(const std::map<Reason, std::size_t>& kept) {
  if (kept.empty()) return "";
  std::vector<std::pair<Reason, std::size_t>> rows(kept.begin(), kept.end());
  std::ranges::stable_sort(rows, std::greater(), &std::pair<Reason, std::size_t>::second);
  std::string markup = "<h3>Why links stay</h3>\n" + chart_begin("Reasons");
  for (const auto& [reason, count] : rows) {
    markup.append("<tr><th scope=\"row\"><span data-reason>").append(name_of(reason)).append("</span><small>");
    markup.append(markup_of(describe(reason))).append("</small></th><td>").append(grouped(count));
    markup += "</td></tr>\n";
  }
  return markup + "</tbody></table>";
}

/// The elements with the most links: bars relative to the first, in the colours of what was done with these links.
std::string chart_of(const LinkCountsByElement& elements) {
  struct Row {
    std::string name;
    LinkCounts counts;
  };
  std::vector<Row> rows;
  for (const auto& [name, counts] : elements.by_name()) {
    const bool is_name = !name.empty() && name != LinkCountsByElement::others;
    rows.push_back({name.empty() ? "in no element"
                    : is_name    ? "<code>" + markup_of(name) + "</code>"
                                 : "in others",
                    counts});
  }
  if (rows.empty()) return "<p class=\"more\">There are none.</p>";
  std::ranges::stable_sort(rows, std::greater(), [](const Row& row) { return row.counts.links; });
  if (rows.size() > max_elements) {
    Row others{"in " + grouped_count(rows.size() - max_elements + 1, "other"), {}};
    for (std::size_t at = max_elements - 1; at < rows.size(); ++at) others.counts += rows[at].counts;
    rows.resize(max_elements - 1);
    rows.push_back(std::move(others));
  }
  const std::size_t most = std::ranges::max(rows, {}, [](const Row& row) { return row.counts.links; }).counts.links;
  std::string markup = chart_begin("Elements");
  for (const auto& [name, counts] : rows) {
    const std::array<Share, 3> shares = {
        {{"rewritten", counts.rewritten}, {"absolute", counts.absolute}, {"kept", counts.kept}}};
    markup.append("<tr><th scope=\"row\">").append(name).append("</th><td class=\"graph\">");
    markup.append(bar("part", shares, most, words_of(shares)))
        .append("</td><td>")
        .append(grouped(counts.links))
        .append("</td></tr>\n");
  }
  return markup + "</tbody></table>";
}

}  // namespace

std::string HtmlReport::headline(const Totals& totals, bool is_dry) const {
  const LinkCounts& links = totals.counts;
  const std::string files = grouped_count(totals.files, "file");
  std::string work = totals.failed == 0 ? "" : grouped(totals.failed) + " of " + files + " failed";
  if (relative_ > 0) work.append(work.empty() ? "" : "; ").append(relative_links());
  if (!work.empty()) return work;
  if (partly_unread_ > 0) return "Something could not be read in " + grouped(partly_unread_) + " of " + files;
  if (links.links == 0) return "There are no links in " + files;
  const std::string kept =
      links.kept == 0 ? ""
                      : grouped_count(links.kept, "link") + (links.kept == 1 ? " stays" : " stay") + " for a reason";
  if (is_dry && links.rewritten > 0) {
    return grouped_count(links.rewritten, "link") + " would become absolute" + (kept.empty() ? "" : ", " + kept);
  }
  const std::size_t absolute = links.links - links.kept;
  const std::string done =
      absolute == 0 ? "" : grouped_count(absolute, "link") + (absolute == 1 ? " is absolute" : " are absolute");
  return "Nothing is left to do: " + done + (done.empty() || kept.empty() ? "" : ", ") + kept;
}

/// How many links stay relative, and what they lack.
std::string HtmlReport::relative_links() const {
  const auto found = kept_.find(Reason::no_base);
  const std::size_t baseless = found == kept_.end() ? 0 : std::min(found->second, relative_);
  const std::string whose = baseless == 0 ? ""
                            : baseless == relative_
                                ? ": no base is known (--url, --url-map)"
                                : ": for " + grouped(baseless) + " of them no base is known (--url, --url-map)";
  return grouped_count(relative_, "link") + " in " + grouped_count(with_relative_, "file") +
         (relative_ == 1 ? " stays relative" : " stay relative") + whose;
}

HtmlReport::HtmlReport(const std::string& path)
    : destination_(path), out_(destination_.descriptor()), rest_(report_page::html) {
  write_until("style");
  out_.write(report_page::css);
  write_until("files");
  out_.write("[");
}

void HtmlReport::write_until(std::string_view mark) {
  const std::string whole = "{{" + std::string(mark) + "}}";
  const std::size_t at = std::min(rest_.find(whole), rest_.size());
  out_.write(rest_.substr(0, at));
  rest_.remove_prefix(std::min(at + whole.size(), rest_.size()));
}

std::size_t HtmlReport::write(const JsonObject& object) {
  const std::string text = without_markup(object.str());
  out_.write(std::exchange(is_first_, false) ? "\n" : ",\n");
  out_.write(text);
  return text.size();
}

void HtmlReport::add_record(const Job& job, const RecordOutcome& record) {
  if (std::exchange(records_of_, job.path) != job.path) records_left_out_ = 0;  // a signal ended the last one
  if (record_bytes_ >= max_record_bytes) {
    ++records_left_out_;
    return;
  }
  Job named = job;
  named.path = cut(named.path);
  RecordOutcome shown = record;
  for (std::string* const text : {&shown.name.id, &shown.name.target_uri, &shown.name.type, &shown.outcome.type,
                                  &shown.outcome.base, &shown.outcome.error}) {
    *text = cut(*text);
  }
  record_bytes_ += write(report_object(named, shown));
}

void HtmlReport::add(const Job& job, const Outcome& outcome) {
  relative_ += outcome.relative;
  with_relative_ += outcome.relative > 0 ? 1 : 0;
  partly_unread_ += outcome.status == Status::left_unread ? 1 : 0;
  elements_ += outcome.elements;
  for (const auto& [reason, count] : outcome.kept) kept_[reason] += count;

  Job named = job;
  for (std::string* const text : {&named.path, &named.output}) *text = cut(*text);
  Outcome cut_outcome = outcome;
  for (std::string* const text : {&cut_outcome.type, &cut_outcome.base, &cut_outcome.error}) *text = cut(*text);
  cut_outcome.notes.resize(std::min(cut_outcome.notes.size(), note_bytes_ < max_note_bytes ? max_notes : 0));
  for (std::string& note : cut_outcome.notes) {
    note = cut(note);
    note_bytes_ += note.size();
  }
  cut_outcome.examples.resize(
      std::min(cut_outcome.examples.size(), example_bytes_ < max_example_bytes ? max_examples : 0));
  const std::string examples = json_of(cut_outcome.examples);
  example_bytes_ += examples.size();
  JsonObject object = report_object(named, cut_outcome);
  object.raw("examples", examples)
      .member("notes_left_out", outcome.notes.size() - cut_outcome.notes.size())
      .member("records_left_out", std::exchange(records_left_out_, 0));
  static_cast<void>(write(object));
}

void HtmlReport::commit(const Totals& totals, double seconds, bool is_dry, std::string_view date,
                        std::string_view command) {
  const LinkCounts& links = totals.counts;
  const std::array<Share, 4> of_files = {{{"changed", totals.changed},
                                          {"unchanged", totals.unchanged},
                                          {"skipped", totals.skipped},
                                          {"failed", totals.failed}}};
  const std::size_t relative = std::min(relative_, links.kept);
  const std::array<Share, 4> of_links = {{{"rewritten", links.rewritten},
                                          {"absolute", links.absolute},
                                          {"kept", links.kept - relative},
                                          {"relative", relative}}};
  out_.write("\n]");
  const auto fill = [&](std::string_view mark, std::string_view text) {
    write_until(mark);
    out_.write(text);
  };
  fill("headline", headline(totals, is_dry));
  fill("counts", grouped_count(links.links, "link") + " in " + grouped_count(totals.files, "file"));
  fill("seconds", seconds_text(seconds));
  fill("remark", is_dry ? "; a dry run: no file was written" : "");
  std::string made = "absolve " ABSOLVE_VERSION;
  if (!date.empty()) made.append(", ").append(markup_of(date));
  if (!command.empty()) made.append(": <code>").append(markup_of(cut(command))).append("</code>");
  fill("made", made);
  fill("files-chart", chart_of("Files by result", of_files));
  fill("links-chart", chart_of("Links by action", of_links));
  fill("reasons-chart", chart_of(kept_));
  fill("elements-chart", chart_of(elements_));
  fill("script", report_page::js);
  out_.write(rest_);
  out_.flush();
  destination_.commit();
}

}  // namespace absolve::cli
