#include "damage.h"

#include <algorithm>
#include <string>

#include "../mime/fields.h"
#include "digest.h"

namespace absolve::warc {

bool is_damaged(std::string_view text, const Header& header) {
  if (header.kind != Header::Kind::warc) return false;
  Digests digests([&](Digest& digest) { digest.add(text.substr(header.block)); });
  return std::ranges::any_of(mime::find_named(text, header.fields, header.block, "WARC-Block-Digest"),
                             [&](const mime::Field& field) {
                               const std::string said = mime::body_of(text, field);
                               const auto [algorithm, value] = read_labelled_digest(said);
                               const std::string* const digest = value ? digests.by(algorithm) : nullptr;
                               return digest != nullptr && !is_written_for(*value, *digest).value_or(true);
                             });
}

}  // namespace absolve::warc
