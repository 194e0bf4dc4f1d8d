#include "frame.h"

#include <algorithm>
#include <string>

#include "../http/blocks.h"
#include "../mime/batch.h"
#include "../mime/fields.h"
#include "../mime/length_field.h"
#include "../text/ascii.h"
#include "../text/lines.h"

namespace absolve::container {

std::optional<LengthField> rnews_length(std::string_view text) noexcept {
  if (!text.starts_with(mime::rnews)) return std::nullopt;
  auto result = read_length(text, mime::rnews.size(), line_at(text, 0).size());
  if (!result) return std::nullopt;
  result->counted_from = std::min(line_end(text, 0) + 1, text.size());
  return result->length == text.size() - result->counted_from ? result : std::nullopt;
}

std::optional<Piece> emlx_message(std::string_view text) noexcept {
  if (!mime::starts_with_length(text)) return std::nullopt;
  auto field = read_length(text, 0, line_at(text, 0).size());
  if (!field) return std::nullopt;
  field->counted_from = std::min(line_end(text, 0) + 1, text.size());
  const std::string_view rest = text.substr(field->counted_from);
  if (field->length > rest.size()) return std::nullopt;
  const std::string_view behind = rest.substr(field->length);
  const bool is_list = behind.starts_with("<?xml") && behind.find("<plist") != std::string_view::npos;
  if (!behind.empty() && !is_list) return std::nullopt;
  return Piece{field->counted_from, field->length, text.size(), field};
}

std::optional<LengthField> response_length(std::string_view text) {
  const http::Block block = http::last_block(text);
  const auto fields = mime::find_named(text, block.fields, block.body, "Content-Length");
  if (fields.size() != 1) return std::nullopt;
  auto result = read_length(text, fields.front().body, fields.front().end);
  if (!result) return std::nullopt;
  result->counted_from = block.body;
  return result->length == text.size() - block.body ? result : std::nullopt;
}

void update_length(const LengthField& field, std::size_t end, std::vector<Edit>& edits, Strings strings) {
  if (edits.empty()) return;
  std::size_t length = end - std::min(field.counted_from, end);
  for (const Edit& edit : edits) {
    if (edit.offset >= field.counted_from) length += edit.text.size() - edit.length;
  }
  if (length == field.length) return;
  const Edit number{field.begin, field.end - field.begin, strings.keep(std::to_string(length))};
  edits.insert(std::ranges::upper_bound(edits, number.offset, {}, &Edit::offset), number);
}

}  // namespace absolve::container
