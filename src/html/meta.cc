#include "meta.h"

#include <algorithm>
#include <array>
#include <string>

#include "../codec/character_references.h"
#include "../text/ascii.h"
#include "attributes.h"
#include "name_table.h"

namespace absolve::html {
namespace {

// An empty URL loads the document again in browsers, whatever its base elements say; by the standard that goes to the
// base. Without a base element, that is the same.
constexpr Rule refresh_rule{"meta", "content", Against::document, Empty::document};
constexpr Rule social_rule{"meta", "content", Against::document, Empty::no_fetch};

// clang-format off
constexpr auto table = std::to_array<MetaRow>({
    {"http-equiv", "refresh", Format::refresh, &refresh_rule, nullptr},
    {"", "al:web:url", Format::url, &social_rule, &Also::social},
    {"", "contenturl", Format::url, &social_rule, &Also::social},
    {"", "downloadurl", Format::url, &social_rule, &Also::social},
    {"", "embedurl", Format::url, &social_rule, &Also::social},
    {"", "image", Format::url, &social_rule, &Also::social},
    {"", "image_src", Format::url, &social_rule, &Also::social},
    {"", "installurl", Format::url, &social_rule, &Also::social},
    {"", "logo", Format::url, &social_rule, &Also::social},
    {"", "msapplication-config", Format::url, &social_rule, &Also::social, "none"},
    {"", "msapplication-square150x150logo", Format::url, &social_rule, &Also::social},
    {"", "msapplication-square310x310logo", Format::url, &social_rule, &Also::social},
    {"", "msapplication-square70x70logo", Format::url, &social_rule, &Also::social},
    {"", "msapplication-starturl", Format::url, &social_rule, &Also::social},
    {"", "msapplication-tileimage", Format::url, &social_rule, &Also::social},
    {"", "msapplication-wide310x150logo", Format::url, &social_rule, &Also::social},
    {"", "og:audio", Format::url, &social_rule, &Also::social},
    {"", "og:audio:secure_url", Format::url, &social_rule, &Also::social},
    {"", "og:audio:url", Format::url, &social_rule, &Also::social},
    {"", "og:image", Format::url, &social_rule, &Also::social},
    {"", "og:image:secure_url", Format::url, &social_rule, &Also::social},
    {"", "og:image:url", Format::url, &social_rule, &Also::social},
    {"", "og:see_also", Format::url, &social_rule, &Also::social},
    {"", "og:url", Format::url, &social_rule, &Also::social},
    {"", "og:video", Format::url, &social_rule, &Also::social},
    {"", "og:video:secure_url", Format::url, &social_rule, &Also::social},
    {"", "og:video:url", Format::url, &social_rule, &Also::social},
    {"", "parsely-image-url", Format::url, &social_rule, &Also::social},
    {"", "parsely-link", Format::url, &social_rule, &Also::social},
    {"", "sameas", Format::url, &social_rule, &Also::social},
    {"", "thumbnail", Format::url, &social_rule, &Also::social},
    {"", "thumbnailurl", Format::url, &social_rule, &Also::social},
    {"", "twitter:image", Format::url, &social_rule, &Also::social},
    {"", "twitter:image0", Format::url, &social_rule, &Also::social},
    {"", "twitter:image1", Format::url, &social_rule, &Also::social},
    {"", "twitter:image2", Format::url, &social_rule, &Also::social},
    {"", "twitter:image3", Format::url, &social_rule, &Also::social},
    {"", "twitter:image:src", Format::url, &social_rule, &Also::social},
    {"", "twitter:player", Format::url, &social_rule, &Also::social},
    {"", "twitter:player:stream", Format::url, &social_rule, &Also::social},
    {"", "twitter:url", Format::url, &social_rule, &Also::social},
    {"", "url", Format::url, &social_rule, &Also::social},
});
// clang-format on

constexpr NameTable names(table);

/// The row that a name in such an attribute stands for; nullptr: none that is asked for.
const MetaRow* find_row(std::string_view name, bool is_http_equiv, const Also& also) noexcept {
  const MetaRow* const row = names.find(name);
  if (row == nullptr || is_http_equiv == row->attribute.empty()) return nullptr;
  return row->also == nullptr || also.*row->also ? row : nullptr;
}

/// The same for the first of several names between white space.
const MetaRow* find_row_of_words(std::string_view words, const Also& also) noexcept {
  const MetaRow* found = nullptr;
  for (std::size_t at = after_spaces(words, 0); at < words.size() && found == nullptr; at = after_spaces(words, at)) {
    const std::size_t end = std::min(words.find_first_of(" \t\n\r\f", at), words.size());
    found = find_row(words.substr(at, end - at), false, also);
    at = end;
  }
  return found;
}

bool names_a_property(std::string_view attribute) noexcept {
  return is_name(attribute, "name") || is_name(attribute, "property") || is_name(attribute, "itemprop");
}

}  // namespace

std::span<const MetaRow> meta_rows() noexcept { return table; }

const MetaRow* find_meta_row(std::string_view text, std::size_t name_end, const Also& also) {
  const MetaRow* pragma = nullptr;
  const MetaRow* property = nullptr;
  std::string scratch;
  read_attributes(text, name_end, [&](const Attribute& attribute) {
    const bool is_http_equiv = is_name(attribute.name(text), "http-equiv");
    if (!is_http_equiv && (property != nullptr || !names_a_property(attribute.name(text)))) return;
    const std::string_view value = trimmed(codec::decode_attribute(attribute.value(text), scratch));
    if (value.empty()) return;
    if (!is_http_equiv) property = find_row_of_words(value, also);
    else if (pragma == nullptr) pragma = find_row(value, true, also);
  });
  return pragma != nullptr ? pragma : property;
}

}  // namespace absolve::html
