#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "absolve/export.h"
#include "absolve/input.h"
#include "absolve/options.h"

namespace absolve {

/// How many bytes of an input detect() needs, if the input has that many: enough for 64 KiB of text. Compressed text
/// may need more than 64 KiB, since zstd can only be read in whole blocks of 128 KiB.
inline constexpr std::size_t enough_to_detect = std::size_t{192} << 10;

/// Detects what an input is from what is known of it and from its beginning: its first enough_to_detect bytes, or all
/// of it. A type or a content coding that is known stays; if the type is known, four bytes are enough for all but
/// brotli. `fields` are those of the options. Linear in the beginning.
///
///     absolve::Input input{.name = "image.svgz", .url = "http://a/b"};
///     input.detected = absolve::detect(std::string_view(text).substr(0, absolve::enough_to_detect), input);
///
/// The name of its file, or the URL it was retrieved from if that shows nothing, is judged by the media type that it
/// stands for.
///
/// An input is a style sheet if it has the name of one and doesn't start like a page. It is XML if it starts with an
/// XML declaration, if its root element is that of a feed, an outline, a sitemap or SVG, or if it has the name of an
/// XML file and starts with a `<`. If the root element is html, only the name makes it XHTML (.xhtml, .xht). It is JSON
/// if it has the name of a web app manifest, or states a version of JSON Feed; a WACZ, if it is a ZIP archive with such
/// a name (.wacz); a stream, if it has such a name (.jsonl, .ndjson) and starts with an object that has a `reference`
/// or a body. Otherwise it may start like a mailbox or a message; and without any binary data byte it is HTML, as in
/// the MIME Sniffing standard, unless its grammar shows another language: JSON, a function call with JSON, lines of
/// JSON, a table or a script whose strings hold markup. JSON is no style sheet and no XML either. The type of a
/// compressed input is detected from the decompressed text, and from its name without the extension of the compression:
/// `page.html.gz`, `image.svgz`.
///
/// If the name has the extension of another kind of file (.js, .py, .md, ...), the type is unknown, except for JSON
/// Feed. This does not apply to an extension of plain text (.txt, .text, .log) if the text begins with a message, a
/// mailbox, a feed or a tag; nor to the extension in a URL. An input with binary data before its header is not a
/// message, unless its name says so (.eml, .mht, .mhtml), and one that starts with `#!` is not a page.
///
/// Of a file that was found in a folder (Input::is_found), text counts as HTML only if its name (.html, also .php, .asp
/// and the like) or a tag at its beginning says so; otherwise the type is unknown. An extension of plain text makes the
/// type unknown, too.
///
/// How an input is compressed is detected from its first bytes or, if they don't show it, from the name of its file
/// (.br, unless the bytes are text and not brotli).
[[nodiscard]] ABSOLVE_API Detected detect(std::string_view beginning, const Input& input = {},
                                          const FieldNames& fields = {});

/// The type alone, for a name that may also be a URL.
[[nodiscard]] inline Type type_of(std::string_view beginning, std::string_view name = {}) {
  return detect(beginning, {.name = std::string(name)}).type;
}

}  // namespace absolve
