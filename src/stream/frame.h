#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "../find/container.h"
#include "../text/strings.h"
#include "absolve/link.h"

namespace absolve::container {

/// The size in the frame of a message for rnews, if it is right: then a rewrite must keep it right. nullopt if there is
/// no such size. Linear in the first line.
[[nodiscard]] std::optional<LengthField> rnews_length(std::string_view text) noexcept;

/// The message in a file of Apple Mail. The first line gives its size in bytes; a property list follows it:
///
///     1234             the frame, with the length field
///     From: a@b        the content
///     ...
///     <?xml ... <plist version="1.0">
///
/// nullopt if it is not such a file, or its length is wrong. Linear.
[[nodiscard]] std::optional<Piece> emlx_message(std::string_view text) noexcept;

/// The Content-Length of a saved response, if it is right: the size of its body as it is in the file. nullopt if there
/// is none that is right, or there are several. Linear in the header.
[[nodiscard]] std::optional<LengthField> response_length(std::string_view text);

/// Corrects a length that counts up to `end` for the changes that edits make, whatever it was before: a wrong length
/// could happen to lead to the separator of a mailbox. The new edit is added to the edits, which are sorted and have
/// the same offsets as the field. Linear in them.
void update_length(const LengthField& field, std::size_t end, std::vector<Edit>& edits, Strings strings);

}  // namespace absolve::container
