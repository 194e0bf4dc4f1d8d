#pragma once

#include <optional>
#include <string_view>

#include "../find/container.h"
#include "../find/finding.h"
#include "absolve/detect.h"
#include "beginning.h"

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

/// Whether a text starts as nearly all pages do, so that it is detected as a page whatever follows. Constant time.
[[nodiscard]] bool is_page_whatever_follows(std::string_view beginning) noexcept;

/// Whether a page whose type was given would still be detected as what it was after an edit, whatever the name of its
/// file. Both texts are its first enough_to_detect bytes. If they don't start with markup, they may hold binary data or
/// the header of a message in a URL that becomes absolute. So a second run can only decide as the first one did if no
/// more is asked of such a text than that it never becomes a message.
[[nodiscard]] bool stays_detected(std::string_view before, std::string_view after);

/// The file name or URL with which the type of an input is detected: the name of its file or, if that shows nothing,
/// the URL that it was retrieved from; nullopt if somebody has given the type. It is a view of the input.
[[nodiscard]] std::optional<std::string_view> name_detected_by(const Input& input) noexcept;

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
