#include "read.h"

#include "scan_reader.h"
#include "tree_reader.h"

namespace absolve::html {
namespace {

using Severity = Note::Severity;

Finding read_automatically(std::string_view text, const Request& request) {
  Scan scan = read_scan(text, Doubt::hand_over, request);
  if (scan.handed_over.empty()) return std::move(scan.finding);
  const std::string why(scan.handed_over);
  Finding finding = read_tree(text, tree_budget(text.size()), request);
  if (finding.failure.empty()) {
    finding.remarks.push_back({NoteCode::read_by_tree, Severity::detail, {why}});
  } else {
    const std::string limit(finding.failure);
    finding = read_scan(text, Doubt::read_on, request).finding;
    finding.remarks.push_back({NoteCode::tree_limit, Severity::notice, {limit, why}});
  }
  finding.handed_over = scan.handed_over;
  return finding;
}

}  // namespace

Finding find(std::string_view text, const Request& request) {
  switch (request.options.html_reader) {
    case HtmlReader::tree: return read_tree(text, tree_budget(text.size()), request);
    case HtmlReader::scan: return read_scan(text, Doubt::read_on, request).finding;
    case HtmlReader::automatic: break;
  }
  return read_automatically(text, request);
}

}  // namespace absolve::html
