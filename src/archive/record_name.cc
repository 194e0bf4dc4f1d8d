#include "../http/blocks.h"
#include "../text/ascii.h"
#include "record.h"

namespace absolve::warc {

RecordName name_of(std::string_view text, const Header& header) {
  const auto value = [&](std::string_view name) { return value_of(text, header, name); };
  RecordName name{.id = value("WARC-Record-ID"),
                  .target_uri = std::string(without_brackets(value("WARC-Target-URI"))),
                  .type = lower_case(value("WARC-Type")),
                  .is_arc = header.kind == Header::Kind::arc};
  const std::string_view block = text.substr(header.block);
  const bool is_response = name.type == "response" || name.type == "revisit" || name.is_arc;
  if (is_response && block.starts_with("HTTP/")) name.status = http::status_of(block, http::first_final_block(block));
  return name;
}

}  // namespace absolve::warc
