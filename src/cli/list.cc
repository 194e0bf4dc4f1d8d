#include <wchar.h>

#include <algorithm>
#include <array>
#include <cwchar>
#include <vector>

#include "json.h"
#include "messages.h"
#include "views.h"

namespace absolve::cli {
namespace {

constexpr std::size_t widest_reference = 48;

std::string element_name(const Link& link) {
  std::string name(link.element);
  std::ranges::transform(name, name.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; });
  return name;
}

/// Where a link stands in the input; nullopt: behind a transfer encoding.
struct Spot {
  Position position;
  std::size_t offset;
};

std::optional<Spot> spot_of(const Page& page, const Plan& plan, const Link& link, LineCounter& lines) {
  const auto offset = plan.source_offset(link);
  if (!offset) return std::nullopt;
  Position position = lines.at(*offset);
  position.line += page.lines_before;
  return Spot{position, page.bytes_before + *offset};
}

std::string json_of(const Page& page, const Plan& plan, const Link& link, const std::optional<Spot>& spot) {
  const auto or_null = [](std::string text) { return text.empty() ? std::optional<std::string>() : std::move(text); };
  const auto number = [&](std::size_t value) { return spot ? std::to_string(value) : std::string("null"); };
  const Document& document = plan.document(link);
  JsonObject object;
  object.member("file", page.input).member("part", document.part);
  if (document.message > 0) object.member("message", page.messages_before + document.message);
  object.raw("line", number(spot ? spot->position.line : 0))
      .raw("column", number(spot ? spot->position.column : 0))
      .raw("offset", number(spot ? spot->offset : 0))
      .raw("length", number(link.length))
      .member_or_null("element", or_null(element_name(link)))
      .member_or_null("attribute", or_null(std::string(link.attribute)))
      .member("reference", plan.reference(link))
      .member_or_null("url", plan.url(link))
      .member_or_null("base", link.base == nullptr ? std::nullopt : std::optional(link.base->url()))
      .member("base_from", name_of(link.base_from))
      .member("action", name_of(link.action));
  if (link.action == Action::keep) object.member("reason", name_of(link.reason));
  return object.str() + "\n";
}

std::string place_of(const Link& link) {
  const std::string element = printable(element_name(link));
  return element + (element.empty() || link.attribute.empty() ? "" : " ") + std::string(link.attribute);
}

std::string text_of(Position position) { return std::to_string(position.line) + ":" + std::to_string(position.column); }

std::string outcome_of(const Plan& plan, const Link& link) {
  switch (link.action) {
    case Action::rewrite: return printable(*plan.url(link));
    case Action::absolute: return "(absolute)";
    case Action::keep: break;
  }
  return "(kept: " + std::string(describe(link.reason)) + ")";
}

void append_cell(std::string& line, std::string_view text, std::size_t width) {
  line.append(text).append(std::max(width, width_of(text)) - width_of(text) + 2, ' ');
}

}  // namespace

bool is_still_relative(const Link& link) noexcept {
  return link.action == Action::rewrite || link.reason == Reason::no_base || link.reason == Reason::syntax;
}

void print_list(const Page& page, const Plan& plan) {
  LineCounter lines(plan);
  if (page.json) {
    for (const Link& link : plan.links()) {
      page.out.write(json_of(page, plan, link, spot_of(page, plan, link, lines)));
    }
    return;
  }

  struct Row {
    std::array<std::string, 4> cells;  // part, where, element and attribute, reference
    std::string outcome;
    Action action;
  };
  std::vector<Row> rows;
  std::array<std::size_t, 4> widths{};
  for (const Link& link : plan.links()) {
    const auto spot = spot_of(page, plan, link, lines);
    Row row{{plan.document(link).part, spot ? text_of(spot->position) : "", place_of(link),
             shortened(printable(plan.reference(link)), widest_reference)},
            outcome_of(plan, link),
            link.action};
    for (std::size_t i = 0; i < widths.size(); ++i) widths[i] = std::max(widths[i], width_of(row.cells[i]));
    rows.push_back(std::move(row));
  }
  const std::string count = std::to_string(rows.size()) + (rows.size() == 1 ? " link" : " links");
  const std::size_t message = plan.parts().empty() ? 0 : plan.parts().front().message;
  const std::string place = message == 0 ? "" : ", " + place_in_message(page.messages_before, message, "");
  page.out.write(coloured(page, Colour::bold, display_name(page.input)) + place + ": " + count + "\n");
  for (const Row& row : rows) {
    std::string line = "  ";
    for (std::size_t i = 0; i < widths.size(); ++i) {
      if (widths[i] > 0) append_cell(line, row.cells[i], widths[i]);
    }
    line += coloured(page, row.action == Action::rewrite ? Colour::good : Colour::dim, row.outcome);
    page.out.write(line + "\n");
  }
}

bool print_check(const Page& page, const Plan& plan) {
  LineCounter lines(plan);
  bool any = false;
  for (const Link& link : plan.links()) {
    if (!is_still_relative(link)) continue;
    any = true;
    const auto spot = spot_of(page, plan, link, lines);
    if (page.json) {
      page.out.write(json_of(page, plan, link, spot));
      continue;
    }
    const Document& document = plan.document(link);
    const std::string in_message = place_in_message(page.messages_before, document.message, document.part);
    const std::string where = (page.input == "-" ? "-" : printable(page.input)) + ":" +
                              (spot ? text_of(spot->position) + ":" : "") + " " +
                              (in_message.empty() ? "" : in_message + ": ");
    const std::string place = place_of(link);
    page.out.write(
        where + place + (place.empty() ? "" : " ") + "'" + printable(plan.reference(link)) + "'" +
        (link.action == Action::keep ? " (" + std::string(describe(link.reason)) + ")\n" : " is relative\n"));
  }
  return any;
}

std::string place_in_message(std::size_t messages_before, std::size_t message, std::string_view part) {
  std::string place;
  if (message > 0) place = "message " + std::to_string(messages_before + message);
  if (!part.empty()) place.append(place.empty() ? "part " : ", part ").append(part);
  return place;
}

std::string coloured(const Page& page, Colour colour, std::string_view text) {
  constexpr std::array<std::string_view, 3> codes = {"\033[32m", "\033[2m", "\033[1m"};
  if (!page.colour || text.empty()) return std::string(text);
  return std::string(codes[static_cast<std::size_t>(colour)]).append(text).append("\033[0m");
}

std::size_t width_of(std::string_view text) noexcept {
  std::size_t width = 0;
  std::mbstate_t state{};
  while (!text.empty()) {
    wchar_t character = 0;
    const std::size_t length = std::mbrtowc(&character, text.data(), text.size(), &state);
    const bool decoded = length > 0 && length <= text.size();
    width += decoded ? static_cast<std::size_t>(std::max(0, ::wcwidth(character))) : 1;
    text.remove_prefix(decoded ? length : 1);
    if (!decoded) state = {};
  }
  return width;
}

std::string shortened(std::string_view text, std::size_t most) {
  if (width_of(text) <= most) return std::string(text);
  const auto is_tail = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80; };
  std::size_t head = 0;
  for (std::size_t columns = 0; columns < most * 2 / 3; ++columns) {
    do ++head;
    while (head < text.size() && is_tail(text[head]));
  }
  std::size_t tail = text.size();
  for (std::size_t columns = 0; columns < most - most * 2 / 3 - 3; ++columns) {
    do --tail;
    while (tail > head && is_tail(text[tail]));
  }
  return std::string(text.substr(0, head)).append("...").append(text.substr(tail));
}

}  // namespace absolve::cli
