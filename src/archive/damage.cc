#include "damage.h"

#include <initializer_list>
#include <optional>
#include <string>

#include "../codec/compression/compressed.h"
#include "../http/blocks.h"
#include "../mime/fields.h"
#include "digest.h"

namespace absolve::warc {
namespace {

/// Whether each digest in the fields with a name is that of one of some texts; nullopt if none of them proves anything.
std::optional<bool> are_right(std::string_view text, const Header& header, std::string_view name,
                              std::initializer_list<Digests*> of_texts) {
  std::optional<bool> result;
  for (const mime::Field& field : mime::find_named(text, header.fields, header.block, name)) {
    const std::string said = mime::body_of(text, field);
    const auto [algorithm, value] = read_labelled_digest(said);
    std::optional<bool> is_right;
    for (Digests* const one : of_texts) {
      const std::string* const digest = value ? one->by(algorithm) : nullptr;
      const auto fits = digest != nullptr ? is_written_for(*value, *digest) : std::nullopt;
      if (fits) is_right = is_right.value_or(false) || *fits;
    }
    if (is_right) result = result.value_or(true) && *is_right;
  }
  return result;
}

/// The digests of a text, which must outlive them.
Digests digests_of(std::string_view text) {
  return Digests([text](Digest& digest) { digest.add(text); });
}

}  // namespace

bool is_damaged(std::string_view text, const Header& header) {
  if (header.kind != Header::Kind::warc) return false;
  const auto are_digests = [&](std::string_view name, std::initializer_list<Digests*> of_texts) {
    return are_right(text, header, name, of_texts);
  };
  Digests of_block = digests_of(text.substr(header.block));
  if (are_digests("WARC-Block-Digest", {&of_block}).value_or(true)) return false;

  const Content content = content_of(text, header, true);
  const bool is_revisit = content.kind == Content::Kind::revisit;  // its payload is elsewhere: it has a header alone
  const std::size_t payload = is_revisit ? content.begin + http::first_final_block(text.substr(content.begin)).body
                                         : payload_of(text, content).value_or(text.size());
  const std::string_view body = text.substr(payload);
  // The digest of a payload is that without chunks, but wget, for one, includes them.
  const auto [joined, fault] = codec::decompress_beginning(codec::Coding::chunked, body, body.size());
  Digests of_body = digests_of(body);
  Digests of_joined = digests_of(fault == codec::Fault::none ? joined : body);
  const bool has_right_payload = are_digests("WARC-Payload-Digest", {&of_body, &of_joined}).value_or(false);
  const bool is_whole = (has_right_payload && !is_revisit) ||
                        are_digests("WARC-Block-Digest", {&of_block, &of_body, &of_joined}).value_or(false);
  return !is_whole;
}

}  // namespace absolve::warc
