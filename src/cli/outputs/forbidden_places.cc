#include "forbidden_places.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../inputs/open_input.h"
#include "../options/usage_error.h"
#include "../system/files.h"
#include "../system/paths.h"
#include "destination.h"
#include "outcome.h"
#include "read_files.h"

namespace absolve::cli {
namespace {

/// Enough for a long file name in JSON.
constexpr std::size_t max_beginning = std::size_t{64} << 10;

/// `{"file":"a/page.html","status":"changed","exit":0,`: no other JSON of absolve has a status as its second or third
/// member. A quotation mark in a name has a backslash before it, so that no name can look like this.
bool begins_like_lines(std::string_view text) {
  if (!text.starts_with(R"({"file":")")) return false;
  constexpr std::array kinds = {Outcome::Kind::changed, Outcome::Kind::unchanged, Outcome::Kind::skipped,
                                Outcome::Kind::failed};
  return std::ranges::any_of(kinds, [&](Outcome::Kind kind) {
    std::string members = R"(","status":")";
    members.append(name_of(kind)).append(R"(","exit":)");
    return text.find(members) != std::string_view::npos;
  });
}

/// report_page.html.
bool begins_like_page(std::string_view text) {
  constexpr std::string_view doctype = "<!doctype html>\n<html lang=\"en\">\n<head>\n";
  return text.starts_with(doctype) && text.find("\n<title>absolve: report</title>\n") != std::string_view::npos;
}

/// A line of CDXJ: `com,example)/ 20260102030405 {"url": "http://example.com/", `; a time may have milliseconds.
bool begins_like_index(std::string_view text) {
  constexpr std::size_t seconds = 14, milliseconds = 17;
  std::string_view line = text.substr(0, text.find('\n'));
  const std::size_t key_end = line.find(' ');
  if (key_end == std::string_view::npos) return false;
  line.remove_prefix(key_end + 1);
  const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  return (digits == seconds || digits == milliseconds) && line.substr(digits).starts_with(" {\"url\": \"");
}

/// Whether the file at a path may be replaced by a report or an index: it is one, of any kind and written by any
/// version of absolve; or it is empty, or doesn't exist.
bool looks_like_report(const std::string& path) {
  try {
    Buffer buffer;
    OpenInput input(buffer, path, OpenInput::Open::found);
    const std::string_view text = input.ahead(max_beginning).substr(0, max_beginning);
    return text.empty() || begins_like_lines(text) || begins_like_page(text) || begins_like_index(text);
  } catch (const FileError& error) {
    return error.code() == ENOENT;
  }
}

/// A file that an option has written.
struct Target {
  std::string path;
  std::string option;
  Place place;
  bool is_replaced;  // the file there is replaced; false if it receives the output, as a terminal does
  bool is_report;
};

std::vector<Target> targets_of(const Settings& settings) {
  std::vector<Target> targets;
  const auto add = [&](const std::optional<std::string>& path, std::string_view option, bool is_report) {
    if (path) targets.push_back({*path, std::string(option), place_of(*path), is_put_in_place(*path), is_report});
  };
  add(settings.report, "--report", true);
  add(settings.report_html, "--report-html", true);
  add(settings.cdxj, "--cdxj", true);
  add(settings.output, "--output", false);
  return targets;
}

/// A file that is there already must not be one that is read. (The file of -o may be an input.)
void forbid_what_is_read(const Target& target, ReadFiles& read) {
  const auto there = target.place.rest.empty() ? read.find(target.place.id) : std::nullopt;
  if (!there || (there->is_input && !target.is_report)) return;
  throw UsageError(target.option + ": '" + there->path + "' is " + (there->is_input ? "an input" : "read") +
                   " and would be overwritten");
}

/// The other path that is written for an input: for its backup, or its new file; "" if only its own is written.
std::string written_for(const Job& job, const Settings& settings) {
  const std::string suffix = settings.in_place_suffix.value_or("");
  return suffix.empty() ? job.output : target_of(job, settings) + suffix;
}

void forbid_what_is_written(const Target& report, const Settings& settings, const Jobs& jobs) {
  for (const Job& job : jobs.jobs) {
    const std::string written = job.is_to_be_read() ? written_for(job, settings) : "";
    if (written.empty() || place_of(written) != report.place) continue;
    throw UsageError(report.option + ": '" + job.path + "' is written there as well");
  }
}

}  // namespace

void forbid_places_of_others(const Settings& settings, const Jobs& jobs) {
  const std::vector<Target> targets = targets_of(settings);
  ReadFiles read(settings, jobs);
  for (const Target& target : targets) {
    if (!target.is_replaced) continue;
    forbid_what_is_read(target, read);
    if (!target.is_report) continue;
    forbid_what_is_written(target, settings, jobs);
    if (looks_like_report(target.path)) continue;
    throw UsageError(target.option + ": '" + target.path + "' already exists and is not " +
                     (target.option == "--cdxj" ? "an index" : "a report") + ": remove it, or name another file");
  }
  for (std::size_t i = 1; i < targets.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (!targets[i].is_replaced || targets[i].place != targets[j].place) continue;
      throw UsageError(targets[j].option + " and " + targets[i].option + " name the same file");
    }
  }
}

}  // namespace absolve::cli
