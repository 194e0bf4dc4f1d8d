#include "new_archive.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "../text/ascii.h"
#include "../text/last_name.h"
#include "../text/numbers.h"

namespace absolve::collect {
namespace {

std::optional<bool> compresses_by_name(std::string_view name) noexcept {
  if (name.ends_with(".gz")) return true;
  return name.ends_with(".warc") ? std::optional(false) : std::nullopt;
}

/// The media type of what was read in a record, if anything was.
std::string_view type_read(const Plan& plan) noexcept {
  const auto read = std::ranges::find_if(plan.documents(), &Document::counts);
  return read == plan.documents().end() ? std::string_view() : read->type;
}

}  // namespace

bool is_date(std::string_view text) {
  constexpr std::string_view form = "0000-00-00T00:00:00Z";
  if (text.size() != form.size()) return false;
  for (std::size_t i = 0; i < form.size(); ++i) {
    if (form[i] == '0' ? !is_digit(text[i]) : text[i] != form[i]) return false;
  }
  const auto number = [&](std::size_t at, std::size_t size) { return *read_number<unsigned>(text.substr(at, size)); };
  const std::chrono::year_month_day day(std::chrono::year(static_cast<int>(number(0, 4))),
                                        std::chrono::month(number(5, 2)), std::chrono::day(number(8, 2)));
  return day.ok() && number(11, 2) < 24 && number(14, 2) < 60 && number(17, 2) < 60;
}

std::string date_of_now() {
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  const auto midnight = std::chrono::floor<std::chrono::days>(now);
  const std::chrono::year_month_day day(midnight);
  const std::chrono::hh_mm_ss time(now - midnight);
  std::string date;
  const auto put = [&](auto number, std::size_t digits, char end) {
    const std::string text = std::to_string(number);
    date.append(digits - std::min(text.size(), digits), '0').append(text) += end;
  };
  put(static_cast<int>(day.year()), 4, '-');
  put(static_cast<unsigned>(day.month()), 2, '-');
  put(static_cast<unsigned>(day.day()), 2, 'T');
  put(time.hours().count(), 2, ':');
  put(time.minutes().count(), 2, ':');
  put(time.seconds().count(), 2, 'Z');
  return date;
}

NewArchive::NewArchive(std::string_view name, const RewriterOptions& options, bool reads_json)
    : emit_(options.archive.emit),
      begins_(options.archive.range.begin == 0),
      is_indexed_(options.archive.lists_captures),
      copy_{std::string(last_name(name)), options.archive.said,
            options.archive.date.empty() ? date_of_now() : options.archive.date, reads_json},
      compresses_(compresses_by_name(options.output_name)) {
  if (!compresses_) compresses_ = options.archive.compresses;
}

std::string NewArchive::compressed(std::string record, ArchiveCompression compression) const {
  return record.empty() || !compresses(compression) ? std::move(record) : gzip_member(record);
}

std::string NewArchive::beginning(ArchiveCompression compression) const {
  return begins_ ? compressed(archive_info(copy_, emit_), compression) : std::string();
}

NewRecord NewArchive::made_of(const Record& record, const Plan& plan, ArchiveCompression compression) const {
  if (!is_copy()) {
    return {compressed(conversion_record(record.text, plan.edits(), type_read(plan), copy_), compression)};
  }
  std::string made = response_record(record.text, plan.edits(), copy_);
  std::optional<Original> original = original_of(record.text, made);
  if (!original) return {};
  auto capture = is_indexed_ ? capture_of(made) : std::nullopt;
  return {compressed(std::move(made), compression), std::move(original), std::move(capture)};
}

NewArchive::NewRevisit NewArchive::made_of_revisit(const Record& record, const Originals& originals,
                                                   ArchiveCompression compression) const {
  NewRevisit made{revisit_record(record.text, originals, copy_)};
  if (is_indexed_) made.capture = capture_of(made.copy.text);
  made.copy.text = compressed(std::move(made.copy.text), compression);
  return made;
}

}  // namespace absolve::collect
