// Prints --list and --check, link by link. It also defines what all views need: places in words, the beginning of JSON
// objects, and colours.

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "../../describe/members.h"
#include "../../find/parts.h"
#include "../system/layout.h"
#include "../system/messages.h"
#include "views.h"

namespace absolve::cli {
namespace {

constexpr std::size_t widest_padding = 48;  // a wider cell extends beyond its column, instead of widening all rows

/// Where a link is in the input; nullopt inside a transfer encoding.
struct InputPosition {
  Position position;
  std::size_t offset;
};

std::optional<InputPosition> input_position(const Page& page, const Plan& plan, const Link& link, LineCounter& lines) {
  const auto offset = plan.source_offset(link);
  if (!offset) return std::nullopt;
  Position position = lines.at(*offset);
  position.line += page.source.lines;
  return InputPosition{position, page.source.bytes + *offset};
}

std::string json_of(const Page& page, const Plan& plan, const Link& link, LineCounter& lines) {
  JsonObject object = object_of(page);
  for_each_member(plan, link, lines, page.source, object.taker());
  return std::move(object).str() + "\n";
}

std::string text_of(Position position) { return std::to_string(position.line) + ":" + std::to_string(position.column); }

std::string outcome_of(const Plan& plan, const Link& link) {
  switch (link.action) {
    case Action::rewrite: return printable(*url_text(plan, link));
    case Action::absolute: return "(absolute)";
    case Action::keep: break;
  }
  return "(kept: " + std::string(describe(link.reason)) + ")";
}

/// A line of the list.
struct Row {
  std::array<std::string, 4> cells;  // part, where, element and attribute, reference
  std::string outcome;
  Action action;
};

/// Widths of the cells' columns; the text after them gets the rest of the line.
struct Columns {
  std::array<std::size_t, 4> widths{};
  std::size_t rest = unlimited;
};

constexpr std::size_t margin = 2;

/// If there are enough columns, those that the cells need; otherwise the reference and the outcome share the available
/// ones.
Columns columns_of(const std::vector<Row>& rows, std::size_t available) {
  Columns columns;
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      columns.widths[i] = std::min(std::max(columns.widths[i], width_of(row.cells[i])), widest_padding);
    }
  }
  if (available == unlimited) return columns;
  std::size_t& reference = columns.widths.back();
  std::size_t taken = margin;
  for (const std::size_t width : columns.widths) taken += width == 0 ? 0 : width + margin;
  taken -= reference;
  const std::size_t left = available - std::min(available, taken);
  reference = std::min(reference, left * 2 / 5);
  columns.rest = left - reference;
  return columns;
}

/// Writes a row to `line`, whose memory is used again.
void make_line(std::string& line, const Page& page, const Row& row, const Columns& columns) {
  const bool fits = columns.rest == unlimited;
  std::string shorter;
  line.assign(margin, ' ');
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    const std::size_t width = columns.widths[i];
    if (width == 0) continue;
    const std::string& cell = fits ? row.cells[i] : shorter = shortened(row.cells[i], width);
    const std::size_t own = width_of(cell);
    line.append(cell).append(std::max(width, own) - own + margin, ' ');
  }
  const std::string& outcome = fits ? row.outcome : shorter = shortened(row.outcome, columns.rest);
  const Colour colour = row.action == Action::rewrite ? Colour::good : Colour::dim;
  line.append(coloured(page, colour, outcome)).append("\n");
}

void print_rows(const Page& page, const std::string& place, const std::vector<Row>& rows) {
  const std::string count = std::to_string(rows.size()) + (rows.size() == 1 ? " link" : " links");
  page.out.write(coloured(page, Colour::bold, display_name(page.input)) + place + ": " + count + "\n");
  const Columns columns = columns_of(rows, page.columns);
  std::string line;
  for (const Row& row : rows) {
    make_line(line, page, row, columns);
    page.out.write(line);
  }
}

}  // namespace

std::string place_of(const Plan& plan, const Link& link) {
  std::string place;
  for (const std::string& one : plan.within(plan.document(link))) place.append(printable(one)).append(" > ");
  place.append(printable(element_name(link)));
  return place.append(place.empty() || link.attribute.empty() ? "" : " ").append(link.attribute);
}

void print_list(const Page& page, const Plan& plan) {
  LineCounter lines(plan);
  if (page.json) {
    for (const Link& link : plan.links()) page.out.write(json_of(page, plan, link, lines));
    return;
  }

  // A mailbox is usually cut into messages; a compressed one is not.
  const std::size_t first = parts_of(plan).empty() ? 0 : parts_of(plan).front().message;
  const std::size_t last = parts_of(plan).empty() ? 0 : parts_of(plan).back().message;
  const Link* link = plan.links().data();
  const Link* const end = link + plan.links().size();
  for (std::size_t message = first; message <= last; ++message) {
    std::vector<Row> rows;
    for (; link != end && (message == last || plan.document(*link).message == message); ++link) {
      const auto at = input_position(page, plan, *link, lines);
      rows.push_back({{plan.document(*link).part, at ? text_of(at->position) : "", place_of(plan, *link),
                       printable(reference_text(plan, *link))},
                      outcome_of(plan, *link),
                      link->action});
    }
    const std::string place = place_in_input(page.source, message, "");
    if (rows.empty() && plan.record() != nullptr) continue;  // most records hold none
    print_rows(page, (place.empty() ? "" : ", ") + place, rows);
  }
}

bool print_check(const Page& page, const Plan& plan) {
  LineCounter lines(plan);
  bool any = false;
  for (const Link& link : plan.links()) {
    if (!is_still_relative(link)) continue;
    any = true;
    if (page.json) {
      page.out.write(json_of(page, plan, link, lines));
      continue;
    }
    const auto at = input_position(page, plan, link, lines);
    const Document& document = plan.document(link);
    const std::string in_message = place_in_input(page.source, document.message, document.part);
    const std::string where = (page.input == "-" ? "-" : printable(page.input)) + ":" +
                              (at ? text_of(at->position) + ":" : "") + " " +
                              (in_message.empty() ? "" : in_message + ": ");
    const std::string place = place_of(plan, link);
    page.out.write(
        coloured(page, Colour::place, where) + place + (place.empty() ? "" : " ") + "'" +
        coloured(page, Colour::bad, printable(reference_text(plan, link))) + "'" +
        (link.action == Action::keep ? " (" + std::string(describe(link.reason)) + ")\n" : " is relative\n"));
  }
  return any;
}

std::string place_in_input(const SourcePlace& source, std::size_t message, std::string_view part) {
  std::string place;
  if (source.record > 0) place = "record " + std::to_string(source.record);
  if (source.line > 0) place = "line " + std::to_string(source.line);
  if (message > 0) place = "message " + std::to_string(source.messages + message);
  if (!part.empty()) place.append(place.empty() ? "part " : ", part ").append(part);
  return place;
}

JsonObject object_of(const Page& page) {
  JsonObject object;
  object.member("file", page.input);
  return object;
}

std::string coloured(const Page& page, Colour colour, std::string_view text) {
  constexpr std::array<std::string_view, 6> codes = {"\033[32m", "\033[31m", "\033[36m",
                                                     "\033[35m", "\033[2m",  "\033[1m"};
  if (!page.colour || text.empty()) return std::string(text);
  return std::string(codes[static_cast<std::size_t>(colour)]).append(text).append("\033[0m");
}

}  // namespace absolve::cli
