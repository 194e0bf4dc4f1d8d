#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "absolve/export.h"

namespace absolve {

/// The size in bytes of the first message of a mailbox in one of the mbox formats, with the line that starts with
/// `From ` before it and the blank line behind it: for reading one that is larger than memory message by message.
/// `whole` says that the mailbox ends where `beginning` does; where it doesn't, nullopt asks for more of it. Linear.
[[nodiscard]] ABSOLVE_API std::optional<std::size_t> first_message_size(std::string_view beginning, bool whole);

}  // namespace absolve
