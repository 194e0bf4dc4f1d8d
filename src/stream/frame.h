#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "../text/strings.h"
#include "absolve/container.h"
#include "absolve/edit.h"

namespace absolve::container {

/// The frame of a message that goes to rnews, where the size in it is right: then a rewrite must keep it so.
/// nullopt: there is none such. Linear in the first line.
[[nodiscard]] std::optional<LengthField> rnews_length(std::string_view text) noexcept;

/// The message in a file of Apple Mail, whose first line says how many bytes it has; a property list follows it:
///
///     1234             the frame, with the length field
///     From: a@b        the content
///     ...
///     <?xml ... <plist version="1.0">
///
/// nullopt: it is no such file, or its length is wrong. Linear.
[[nodiscard]] std::optional<Piece> emlx_message(std::string_view text) noexcept;

/// The Content-Length of a response as it was saved, where it is right: it is that of its body as it is written.
/// nullopt: there is none such, or there are several. Linear in the header.
[[nodiscard]] std::optional<LengthField> response_length(std::string_view text);

/// Makes a length that counts up to `end` right again for what edits make of it, whatever it said before: a wrong one
/// could come to lead to the separator of a mailbox. Adds to the edits, which are sorted and have the offsets of the
/// field. Linear in them.
void update_length(const LengthField& field, std::size_t end, std::vector<Edit>& edits, Strings strings);

}  // namespace absolve::container
