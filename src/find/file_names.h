#pragma once

#include <string_view>

namespace absolve::inline detail {

// What the names of files say of what is in them. All are detected from how they end, or by all of the last part of a
// path, in any case. Linear.

/// Of a web archive collection, which no finder reads, but the program (https://specs.webrecorder.net/wacz/1.1.1/).
inline constexpr std::string_view media_type_of_wacz = "application/wacz";

/// The media type of files that are read; "": a name of none, or of another kind.
[[nodiscard]] std::string_view type_by_name(std::string_view file_name) noexcept;

/// The same, and that of names which programs give pages: `.php`, `.asp` and the like.
[[nodiscard]] std::string_view type_by_any_name(std::string_view file_name) noexcept;

/// A kind of file that no finder reads, as its name says it.
struct NamedKind {
  enum class Content : unsigned char {
    any,       // the name says nothing
    language,  // text in a language of its own, in which much may look like a page or a message
    text,      // plain text, which may be a page or a message that somebody has saved
    data,      // something compressed or written as bytes, which may hold links
    media,     // images, sound, video, fonts, programs: they hold no links
  };
  std::string_view name = {};  // in words
  Content content = Content::any;
  std::string_view advice = {};  // what reads it after all, in words; "": any option that says another type
};

/// Of a name that has a media type, too, it is what a file is that doesn't begin as that type does.
[[nodiscard]] NamedKind other_kind_by_name(std::string_view file_name) noexcept;

}  // namespace absolve::inline detail
