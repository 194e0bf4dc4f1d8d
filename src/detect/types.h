#pragma once

#include <optional>
#include <string_view>

#include "../find/finding.h"
#include "absolve/options.h"

namespace absolve::inline detail {

/// What an input is detected from.
struct Beginning {
  std::string_view text;        // without a byte order mark, and in UTF-8 where it is in UTF-16
  bool cut;                     // more follows
  bool is_wide;                 // its bytes come in twos or fours: UTF-16, UTF-32
  std::string_view media_type;  // that its name says, used for detection; "": that of no format
  const FieldNames& fields;     // of the lines of a stream
};

/// A type of input: how it is named, detected and cut, and what its pieces are read as. (How a nested document or a
/// part of a message is detected, find/formats.h says.)
struct TypeRow {
  Type type;
  std::string_view name;                      // of --type
  Container container;                        // by which it is cut into pieces
  std::optional<Format> format;               // of its pieces; nullopt: no finder reads them
  bool (*is_detected)(const Beginning& one);  // nullptr: it isn't
};

/// Whether two beginnings of a text are detected as the same type, whatever the name of the file.
[[nodiscard]] bool are_detected_alike(std::string_view one, std::string_view other);

/// The same as type_of() of an input that is compressed so, or not at all.
[[nodiscard]] Type type_in(ContentCoding coding, std::string_view beginning, std::string_view name,
                           const FieldNames& fields);

/// The name that an input is detected by: that of its file or, where that says nothing, the URL that it was retrieved
/// from. It is a view of what is given.
[[nodiscard]] std::string_view name_to_detect_from(const Options& options, std::string_view file_name) noexcept;

/// The same as unread_kind_of() of an input that is compressed so, or not at all.
[[nodiscard]] UnreadKind unread_kind_in(ContentCoding coding, std::string_view beginning, std::string_view name);

/// `type` is not automatic.
[[nodiscard]] const TypeRow& row_of(Type type) noexcept;

/// The first of what is read as this: a format that format_of() may give.
[[nodiscard]] const TypeRow& row_of(Format format) noexcept;

}  // namespace absolve::inline detail
