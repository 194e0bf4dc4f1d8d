#include "readable.h"

#include "../find/formats.h"
#include "../http/blocks.h"
#include "../http/fields.h"
#include "../http/sniffed.h"
#include "../mime/media_type.h"
#include "../mime/parts.h"
#include "../text/limits.h"
#include "absolve/input.h"

namespace absolve::warc {
namespace {

/// Without a type that is declared, it is sniffed. A body whose type says little may show that it is a feed or the like
/// (http/sniffed.h); it is not decompressed.
bool may_response_be_read(std::string_view response, std::string_view url, bool reads_json) {
  const http::Block block = http::first_final_block(response);
  if (block.body - block.fields > limits::header) return false;
  const std::string declared = http::content_type_in(response, block);
  if (declared.empty()) return true;
  const std::string type = mime::read_media_type(declared).name;
  return format_of(type, url, reads_json) ||
         http::format_shown(type, response.substr(block.body).substr(0, enough_to_detect), url, {});
}

bool may_be_read_as(Content::Kind kind, std::string_view beginning, const Header& header, bool reads_json) {
  const std::string url(without_brackets(value_of(beginning, header, "WARC-Target-URI")));
  switch (kind) {
    case Content::Kind::response: return may_response_be_read(beginning.substr(header.block), url, reads_json);
    case Content::Kind::entity:
      return format_of(mime::read_media_type(value_of(beginning, header, "Content-Type")).name, url, reads_json)
          .has_value();
    default: return false;
  }
}

}  // namespace

bool may_be_read(std::string_view beginning, const Header& header, bool reads_json) {
  return may_be_read_as(content_of(beginning, header, false).kind, beginning, header, reads_json);
}

std::string_view why_part_is_left(std::string_view beginning, const Header& header, bool reads_json) {
  const Content content = content_of(beginning, header, false);
  return may_be_read_as(content.whole, beginning, header, reads_json) ? content.why : std::string_view();
}

bool may_original_be_read(std::string_view revisit, const Header& header, bool reads_json) {
  const std::string url(without_brackets(value_of(revisit, header, "WARC-Target-URI")));
  return may_response_be_read(revisit.substr(header.block), url, reads_json);
}

}  // namespace absolve::warc
