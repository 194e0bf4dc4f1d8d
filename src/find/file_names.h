#pragma once

#include <string_view>

namespace absolve::inline detail {

// What file names say about the content. All functions look at how the name ends, or at the whole last part of a path,
// in any case. Linear.

/// The type of a web archive collection, which only the program reads, not a finder
/// (https://specs.webrecorder.net/wacz/1.1.1/).
inline constexpr std::string_view media_type_of_wacz = "application/wacz";

/// The same for a book (EPUB 3.3).
inline constexpr std::string_view media_type_of_epub = "application/epub+zip";

/// The kind of files that are told by their root element, too (detect/evidence.cc).
inline constexpr std::string_view dash_manifest = "a DASH manifest (MPD)";

/// The media type of files that are read; "" if the name is not that of such a file.
[[nodiscard]] std::string_view type_by_name(std::string_view file_name) noexcept;

/// The same, and also for names that programs give to pages: `.php`, `.asp` and the like.
[[nodiscard]] std::string_view type_by_any_name(std::string_view file_name) noexcept;

/// A kind of file that no finder reads, judged by its name.
struct NamedKind {
  enum class Content : unsigned char {
    any,       // unknown
    language,  // text in another language, in which much may look like a page or a message
    markup,    // the same, which may even begin like a page
    text,      // plain text, which may be a saved page or message
    data,      // compressed or binary data, which may hold links
    media,     // images, sound, video, fonts, programs: no links
  };
  std::string_view name = {};  // in words
  Content content = Content::any;
  std::string_view advice = {};  // how to have it read nevertheless; "" means with any option that declares a type
};

/// If the name has a media type, too, this is the kind of a file that doesn't begin as that type does.
[[nodiscard]] NamedKind other_kind_by_name(std::string_view file_name) noexcept;

}  // namespace absolve::inline detail
