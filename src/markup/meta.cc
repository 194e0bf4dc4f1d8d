#include "meta.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "../codec/markup/attributes.h"
#include "../text/ascii.h"
#include "name_table.h"

namespace absolve::markup {
namespace {

// In browsers, an empty URL loads the document itself again, whatever its base elements are; by the standard it leads
// to the base. Without a base element, that is the same.
constexpr Rule refresh_rule{"meta", "content", Against::document, Empty::document};
constexpr Rule social_rule{.element = "meta", .attribute = "content", .empty = Empty::no_fetch, .also = &Also::social};

/// A property that is meant for other programs.
constexpr MetaRow social(std::string_view name, std::string_view keyword = {}, Format format = Format::url) {
  return {"", name, format, &social_rule, keyword};
}

// clang-format off
constexpr auto table = std::to_array<MetaRow>({
    {"http-equiv", "refresh", Format::refresh, &refresh_rule},
    social("al:web:url"),
    social("citation_abstract_html_url"),
    social("citation_fulltext_html_url"),
    social("citation_pdf_url"),
    social("contenturl"),
    social("downloadurl"),
    social("embedurl"),
    social("image"),
    social("image_src"),
    social("installurl"),
    social("logo"),
    social("msapplication-badge", "", Format::task),
    social("msapplication-config", "none"),
    social("msapplication-notification", "", Format::task),
    social("msapplication-square150x150logo"),
    social("msapplication-square310x310logo"),
    social("msapplication-square70x70logo"),
    social("msapplication-starturl"),
    social("msapplication-task", "", Format::task),
    social("msapplication-tileimage"),
    social("msapplication-wide310x150logo"),
    social("og:audio"),
    social("og:audio:secure_url"),
    social("og:audio:url"),
    social("og:image"),
    social("og:image:secure_url"),
    social("og:image:url"),
    social("og:see_also"),
    social("og:url"),
    social("og:video"),
    social("og:video:secure_url"),
    social("og:video:url"),
    social("parsely-image-url"),
    social("parsely-link"),
    social("sailthru.image.full"),
    social("sailthru.image.thumb"),
    social("sameas"),
    social("thumbnail"),
    social("thumbnailurl"),
    social("twitter:image"),
    social("twitter:image0"),
    social("twitter:image1"),
    social("twitter:image2"),
    social("twitter:image3"),
    social("twitter:image:src"),
    social("twitter:player"),
    social("twitter:player:stream"),
    social("twitter:url"),
    social("url"),
});
// clang-format on

constexpr NameTable names(table);

/// The row for a name in such an attribute; nullptr if there is none.
const MetaRow* find_row(std::string_view name, bool is_http_equiv) noexcept {
  const MetaRow* const row = name.empty() ? nullptr : names.find(name);
  return row == nullptr || is_http_equiv == row->attribute.empty() ? nullptr : row;
}

/// The same for the first of several names between white space.
const MetaRow* find_row_of_words(std::string_view words) noexcept {
  const MetaRow* found = nullptr;
  for (std::size_t at = after_spaces(words, 0); at < words.size() && found == nullptr; at = after_spaces(words, at)) {
    const std::size_t end = std::min(words.find_first_of(white_space, at), words.size());
    found = find_row(words.substr(at, end - at), false);
    at = end;
  }
  return found;
}

constexpr auto attributes = std::to_array<std::string_view>({"http-equiv", "name", "property", "itemprop"});

}  // namespace

std::span<const MetaRow> meta_rows() noexcept { return table; }

const MetaRow* find_meta_row(std::string_view text, std::size_t name_end, codec::ReferenceIn references) {
  const MetaRow* pragma = nullptr;
  const MetaRow* property = nullptr;
  std::array<bool, attributes.size()> seen{};  // of duplicate attributes the first is used
  std::string scratch;
  read_attributes(text, name_end, [&](const Attribute& attribute) {
    const std::string_view name = attribute.name(text);
    const auto known = std::ranges::find_if(attributes, [&](std::string_view one) { return is_name(name, one); });
    if (known == attributes.end()) return;
    bool& is_seen = seen[static_cast<std::size_t>(known - attributes.begin())];
    if (std::exchange(is_seen, true)) return;
    const std::string_view value = trimmed(codec::decode_attribute(attribute.value(text), scratch, references));
    if (known == attributes.begin()) pragma = find_row(value, true);
    else if (property == nullptr) property = find_row_of_words(value);
  });
  return pragma != nullptr ? pragma : property;
}

}  // namespace absolve::markup
