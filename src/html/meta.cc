#include "meta.h"

#include <algorithm>
#include <array>
#include <string>

#include "../codec/character_references.h"
#include "../text/ascii.h"
#include "attributes.h"

namespace absolve::html {
namespace {

constexpr Rule refresh_rule{"meta", "content"};
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

/// The attributes that people mix up.
bool names_a_property(std::string_view attribute) noexcept {
  return is_name(attribute, "name") || is_name(attribute, "property") || is_name(attribute, "itemprop");
}

/// Whether one of the words between white space is `name`.
bool has_word(std::string_view words, std::string_view name) noexcept {
  for (std::size_t at = after_spaces(words, 0); at < words.size(); at = after_spaces(words, at)) {
    const std::size_t end = std::min(words.find_first_of(" \t\n\r\f", at), words.size());
    if (is_name(words.substr(at, end - at), name)) return true;
    at = end;
  }
  return false;
}

bool is_told_by(const MetaRow& row, std::string_view attribute, std::string_view value) noexcept {
  if (row.attribute.empty()) return names_a_property(attribute) && has_word(value, row.value);
  return is_name(attribute, row.attribute) && is_name(trimmed(value), row.value);
}

}  // namespace

std::span<const MetaRow> meta_rows() noexcept { return table; }

const MetaRow* find_meta_row(std::string_view text, std::size_t name_end, const Also& also) {
  std::size_t first = table.size();
  std::string scratch;
  read_attributes(text, name_end, [&](const Attribute& attribute) {
    const std::string_view value = codec::decode_attribute(attribute.value(text), scratch);
    for (std::size_t i = 0; i < first; ++i) {
      const bool asked_for = table[i].also == nullptr || also.*table[i].also;
      if (asked_for && is_told_by(table[i], attribute.name(text), value)) first = i;
    }
  });
  return first == table.size() ? nullptr : &table[first];
}

}  // namespace absolve::html
