#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "../find/container.h"
#include "../find/finding.h"
#include "absolve/input.h"
#include "beginning.h"

// How an input is detected (detect()):
//
// The name of its file, or the URL it was retrieved from if that shows nothing, is judged by the media type that it
// stands for.
//
// An input is a style sheet if it has the name of one and doesn't start like a page. It is XML if it starts with an
// XML declaration, if its root element is that of a feed, an outline, a sitemap or SVG, or if it has the name of an
// XML file and starts with a `<`. If the root element is html, only the name makes it XHTML (.xhtml, .xht). It is JSON
// if it has the name of a web app manifest, or states a version of JSON Feed; a WACZ, if it is a ZIP archive with such
// a name (.wacz); a stream, if it has such a name (.jsonl, .ndjson) and starts with an object that has a `reference`
// or a body. Otherwise it may start like a mailbox or a message; and without any binary data byte it is HTML, as in
// the MIME Sniffing standard, unless its grammar shows another language: JSON, a function call with JSON, lines of
// JSON, a table or a script whose strings hold markup. JSON is no style sheet and no XML either. The type of a
// compressed input is detected from the decompressed text, and from its name without the extension of the compression:
// `page.html.gz`, `image.svgz`.
//
// If the name has the extension of another kind of file (.js, .py, .md, ...), the type is unknown, except for JSON
// Feed. This does not apply to an extension of plain text (.txt, .text, .log) if the text begins with a message, a
// mailbox, a feed or a tag; nor to the extension in a URL. An input with binary data before its header is not a
// message, unless its name says so (.eml, .mht, .mhtml), and one that starts with `#!` is not a page.
//
// Of a file that was found in a folder (Input::is_found), text counts as HTML only if its name (.html, also .php, .asp
// and the like) or a tag at its beginning says so; otherwise the type is unknown. An extension of plain text makes the
// type unknown, too.
//
// How an input is compressed is detected from its first bytes or, if they don't show it, from the name of its file
// (.br, unless the bytes are text and not brotli).

namespace absolve::inline detail {

/// A type of input: how it is named, detected and cut, and the format of its pieces. (How a nested document or a part
/// of a message is detected is in find/formats.h.)
struct TypeRow {
  Type type;
  std::string_view name;                      // for --type
  Container container;                        // how it is cut into pieces
  std::optional<Format> format;               // the format of its pieces; nullopt if no finder reads them
  bool (*is_detected)(const Beginning& one);  // nullptr if it can't be detected
};

/// The names of the types that an option can name, "auto" first; and the type with such a name, if there is one.
[[nodiscard]] std::span<const std::string_view> type_names() noexcept;
[[nodiscard]] std::optional<Type> type_named(std::string_view name) noexcept;

/// Whether a page whose type was given would still be detected as what it was after an edit, whatever the name of its
/// file. Both texts are its first enough_to_detect bytes. If they don't start with markup, they may hold binary data or
/// the header of a message in a URL that becomes absolute. So a second run can only decide as the first one did if no
/// more is asked of such a text than that it never becomes a message.
[[nodiscard]] bool stays_detected(std::string_view before, std::string_view after);

/// The file name or URL with which the type of an input is detected: the name of its file or, if that shows nothing,
/// the URL that it was retrieved from; nullopt if somebody has given the type. It is a view of the input.
[[nodiscard]] std::optional<std::string_view> name_detected_by(const Input& input) noexcept;

/// The type alone, for a name that may also be a URL.
[[nodiscard]] inline Type type_of(std::string_view beginning, std::string_view name = {}) {
  return detect(beginning, {.name = std::string(name)}).type;
}

/// The same as detect(), for a document that a server declares to be of the type that is known: its beginning may show
/// that it is of another type, or of none that is read (shown_by()).
[[nodiscard]] Detected detect_declared(std::string_view beginning, const Input& input, const FieldNames& fields);

/// Whether the name of a file, or a URL, is that of a page: also `.php`, `.asp` and the like.
[[nodiscard]] bool is_name_of_page(std::string_view name) noexcept;

/// `type` must not be automatic.
[[nodiscard]] const TypeRow& row_of(Type type) noexcept;

/// The first row for a format that format_of() can return.
[[nodiscard]] const TypeRow& row_of(Format format) noexcept;

}  // namespace absolve::inline detail
