#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "absolve/input.h"

namespace absolve::inline detail {

/// The layers of RFC 1808 section 3, innermost first. The innermost one that gives a base is used.
enum class BaseLayer : std::uint8_t {
  content,    // 3.1: the base is embedded in the document
  entity,     // 3.2: a header field of the entity that encloses the document gives it
  retrieval,  // 3.3: the URL that the input was retrieved from
  undefined,  // 3.4: there is none
};

/// All that is known of one source of base URLs: one row of the table below, which is the only one.
struct BaseSource {
  BaseFrom from;
  BaseLayer layer;
  bool must_be_absolute;      // a relative URL from this source can't be a base: it is not resolved
  bool is_given = false;      // it comes from outside the input: from the user, or a program that retrieved it
  bool knows_copies = false;  // the program that wrote it may also have saved copies of what the input refers to
  std::string_view name;      // in JSON
  std::string_view whose;     // in a note: "the base element's URL 'mailto:x' can't be a base"
  std::string_view field;     // the header field that holds it; "" if none does
  std::string_view words;     // where it comes from, for people; "" for a header field or a line of the input
};

// clang-format off
inline constexpr auto base_sources = std::to_array<BaseSource>({
    {.from = BaseFrom::base_element, .layer = BaseLayer::content, .must_be_absolute = false,
     .name = "base-element", .whose = "the base element's URL", .field = {}, .words = {}},
    {.from = BaseFrom::xml_base, .layer = BaseLayer::content, .must_be_absolute = false,
     .name = "xml-base", .whose = "the xml:base", .field = {}, .words = {}},
    {.from = BaseFrom::entry, .layer = BaseLayer::content, .must_be_absolute = false,
     .name = "entry", .whose = "the entry's link", .field = {}, .words = "an entry's link"},
    {.from = BaseFrom::member, .layer = BaseLayer::content, .must_be_absolute = false,
     .name = "member", .whose = "the member's URL", .field = {}, .words = "a member beside it"},
    {.from = BaseFrom::content_base, .layer = BaseLayer::entity, .must_be_absolute = true,
     .name = "content-base", .whose = "the Content-Base", .field = "Content-Base", .words = {}},
    {.from = BaseFrom::base_header, .layer = BaseLayer::entity, .must_be_absolute = true,
     .name = "base-header", .whose = "the Base header's URL", .field = "Base", .words = {}},
    {.from = BaseFrom::content_location, .layer = BaseLayer::entity, .must_be_absolute = true,
     .name = "content-location", .whose = "the Content-Location", .field = "Content-Location", .words = {}},
    {.from = BaseFrom::retrieval, .layer = BaseLayer::retrieval, .must_be_absolute = false, .is_given = true,
     .name = "retrieval", .whose = "the URL given", .field = {}, .words = "given with --url"},
    {.from = BaseFrom::image_url, .layer = BaseLayer::retrieval, .must_be_absolute = true, .is_given = true,
     .name = "image-url", .whose = "the URL given for images", .field = {}, .words = "given with --image-url"},
    {.from = BaseFrom::root_url, .layer = BaseLayer::retrieval, .must_be_absolute = true, .is_given = true,
     .name = "root-url", .whose = "the URL given for the root", .field = {}, .words = "given with --root-url"},
    {.from = BaseFrom::snapshot, .layer = BaseLayer::retrieval, .must_be_absolute = true,
     .name = "snapshot", .whose = "the Snapshot-Content-Location", .field = "Snapshot-Content-Location", .words = {}},
    {.from = BaseFrom::url_map, .layer = BaseLayer::retrieval, .must_be_absolute = true, .is_given = true,
     .name = "url-map", .whose = "the --url-map URL", .field = {}, .words = "by --url-map"},
    {.from = BaseFrom::url_prefix, .layer = BaseLayer::retrieval, .must_be_absolute = true, .is_given = true,
     .name = "url-prefix", .whose = "the --url-prefix URL", .field = {}, .words = "by --url-prefix"},
    {.from = BaseFrom::url_header, .layer = BaseLayer::retrieval, .must_be_absolute = true, .is_given = true,
     .name = "url-header", .whose = "the header field's URL", .field = {}, .words = "by --url-from-header"},
    {.from = BaseFrom::record, .layer = BaseLayer::retrieval, .must_be_absolute = true,
     .name = "record", .whose = "the record's URL", .field = {}, .words = "as the record says"},
    // A redirect is followed from the URL before it, so its Location may be relative.
    {.from = BaseFrom::redirect, .layer = BaseLayer::retrieval, .must_be_absolute = false,
     .name = "redirect", .whose = "the Location", .field = {}, .words = "where a redirect led to"},
    {.from = BaseFrom::mark_of_the_web, .layer = BaseLayer::retrieval, .must_be_absolute = true,
     .name = "mark-of-the-web", .whose = "the Mark of the Web's URL", .field = {}, .words = "the Mark of the Web"},
    {.from = BaseFrom::singlefile, .layer = BaseLayer::retrieval, .must_be_absolute = true,
     .name = "singlefile", .whose = "SingleFile's URL", .field = {}, .words = "as SingleFile says"},
    {.from = BaseFrom::savepagewe, .layer = BaseLayer::retrieval, .must_be_absolute = true,
     .name = "savepagewe", .whose = "Save Page WE's URL", .field = {}, .words = "as Save Page WE says"},
    {.from = BaseFrom::webscrapbook, .layer = BaseLayer::retrieval, .must_be_absolute = true,
     .name = "webscrapbook", .whose = "WebScrapBook's URL", .field = {}, .words = "as WebScrapBook says"},
    {.from = BaseFrom::monolith, .layer = BaseLayer::retrieval, .must_be_absolute = true,
     .name = "monolith", .whose = "monolith's URL", .field = {}, .words = "as monolith says"},
    {.from = BaseFrom::httrack, .layer = BaseLayer::retrieval, .must_be_absolute = true, .knows_copies = true,
     .name = "httrack", .whose = "HTTrack's URL", .field = {}, .words = "as HTTrack says"},
    {.from = BaseFrom::xattr, .layer = BaseLayer::retrieval, .must_be_absolute = true, .is_given = true, .knows_copies = true,
     .name = "xattr", .whose = "the extended attribute's URL", .field = {},
     .words = "the extended attribute user.xdg.origin.url"},
    {.from = BaseFrom::none, .layer = BaseLayer::undefined, .must_be_absolute = false,
     .name = "none", .whose = "the URL given", .field = {}, .words = {}},
});

/// A base that an entry of a list names for its own reference; it is BaseFrom::retrieval, too.
inline constexpr BaseSource listed_base{
    .from = BaseFrom::retrieval, .layer = BaseLayer::retrieval, .must_be_absolute = false, .is_given = true,
    .name = "retrieval", .whose = "the named base", .field = {}, .words = "named in the list"};
// clang-format on

static_assert(base_sources.size() == static_cast<std::size_t>(BaseFrom::none) + 1);
static_assert(
    [] {
      std::size_t at = 0;
      for (const BaseSource& one : base_sources) {
        if (static_cast<std::size_t>(one.from) != at++) return false;
      }
      return true;
    }(),
    "each row stands at its BaseFrom");

[[nodiscard]] constexpr const BaseSource& source_of(BaseFrom from) noexcept {
  return base_sources[static_cast<std::size_t>(from)];
}
[[nodiscard]] constexpr const BaseSource& source_of(const Candidate& candidate) noexcept {
  const bool is_listed = candidate.from == BaseFrom::retrieval && candidate.offset;
  return is_listed ? listed_base : source_of(candidate.from);
}

/// Whether a URL stands where that of --url does, or further out: it is not in the content, in a header or a record,
/// nor beside a reference in a list.
[[nodiscard]] constexpr bool is_from_outside(const Candidate& candidate) noexcept {
  const bool is_inside = candidate.from == BaseFrom::record || candidate.from == BaseFrom::redirect ||
                         (candidate.from == BaseFrom::retrieval && candidate.offset);
  return source_of(candidate.from).layer == BaseLayer::retrieval && !is_inside;
}

}  // namespace absolve::inline detail
