#include "fields.h"

#include <mimetic/rfc822/field.h>

#include <algorithm>
#include <array>

#include "../splicing/lines.h"
#include "../url/ascii.h"

namespace absolve::mime {
namespace {

struct NameRow {
  std::string_view name;
  Meaning meaning;
};

constexpr auto names = std::to_array<NameRow>({
    {"Content-Type", Meaning::content_type},
    {"Content-Transfer-Encoding", Meaning::transfer_encoding},
    {"Content-Base", Meaning::content_base},
    {"Base", Meaning::base},
    {"Content-Location", Meaning::content_location},
    {"Snapshot-Content-Location", Meaning::snapshot_location},
    {"Link", Meaning::links},
    {"List-Archive", Meaning::links},
    {"List-Help", Meaning::links},
    {"List-Owner", Meaning::links},
    {"List-Post", Meaning::links},
    {"List-Subscribe", Meaning::links},
    {"List-Unsubscribe", Meaning::links},
    {"DKIM-Signature", Meaning::signature},
    {"DomainKey-Signature", Meaning::signature},
    {"ARC-Message-Signature", Meaning::signature},
    {"ARC-Seal", Meaning::signature},
    {"Content-MD5", Meaning::digest},
    {"Lines", Meaning::digest},
    {"Content-Length", Meaning::content_length},
    {"Content-ID", Meaning::content_id},
});

/// Besides those that mean something, the ones that messages begin with.
constexpr auto usual_names = std::to_array<std::string_view>({
    "ARC-Authentication-Results",
    "Authentication-Results",
    "Bcc",
    "Cc",
    "Date",
    "Delivered-To",
    "Envelope-To",
    "From",
    "In-Reply-To",
    "List-Id",
    "MIME-Version",
    "Message-ID",
    "Received",
    "Received-SPF",
    "References",
    "Reply-To",
    "Resent-Date",
    "Resent-From",
    "Resent-To",
    "Return-Path",
    "Sender",
    "Status",
    "Subject",
    "To",
    "User-Agent",
});

constexpr bool is_blank(char c) noexcept { return c == ' ' || c == '\t'; }

/// What names are made of. RFC 5322, section 3.6.8, allows more, which nobody uses and text is full of.
constexpr bool is_name_character(char c) noexcept {
  return is_letter(c) || is_digit(c) || c == '-' || c == '_' || c == '.';
}

/// The name that a line starts with, before a colon; "": it is no field.
std::string_view name_of(std::string_view line) noexcept {
  const auto* const end = std::ranges::find_if_not(line, is_name_character);
  std::size_t length = static_cast<std::size_t>(end - line.begin());
  std::size_t colon = length;
  while (colon < line.size() && is_blank(line[colon])) ++colon;
  return colon < line.size() && line[colon] == ':' ? line.substr(0, length) : std::string_view();
}

const NameRow* row_of(std::string_view name) noexcept {
  const auto* const row =
      std::ranges::find_if(names, [&](const NameRow& one) { return equal_ignoring_case(one.name, name); });
  return row == names.end() ? nullptr : row;
}

}  // namespace

std::vector<Field> find_fields(std::string_view message, std::size_t begin, std::size_t end) {
  const std::string_view text = message.substr(0, end);
  std::vector<Field> fields;
  bool taking = false;  // the last field goes on in lines that start with a blank
  for (std::size_t at = begin; at < end;) {
    const std::string_view line = line_at(text, at);
    if (!line.empty() && is_blank(line.front())) {
      if (taking) fields.back().end = at + line.size();
    } else {
      const std::string_view name = name_of(line);
      const NameRow* const row = name.empty() ? nullptr : row_of(name);
      taking = row != nullptr;
      if (taking) fields.push_back({row->meaning, row->name, at, at + line.find(':') + 1, at + line.size()});
    }
    at = line_end(text, at) + 1;
  }
  return fields;
}

const Field* find(std::span<const Field> fields, Meaning meaning) noexcept {
  const auto field = std::ranges::find(fields, meaning, &Field::meaning);
  return field == fields.end() ? nullptr : &*field;
}

std::string body_of(std::string_view message, const Field& field) {
  if (field.end - field.begin > longest_field) return {};
  std::string text(message.substr(field.begin, field.end - field.begin));
  std::erase_if(text, [](char c) { return c == '\r' || c == '\n'; });
  std::ranges::replace(text, '\0', ' ');
  return std::string(trimmed(mimetic::Field(text).value()));
}

bool is_field(std::string_view line) noexcept { return !name_of(line).empty(); }

bool starts_like_a_header(std::string_view text) noexcept {
  const std::string_view name = name_of(line_at(text, 0));
  if (name.empty()) return false;
  return row_of(name) != nullptr || name.starts_with("X-") ||
         std::ranges::any_of(usual_names, [&](std::string_view one) { return equal_ignoring_case(one, name); });
}

}  // namespace absolve::mime
