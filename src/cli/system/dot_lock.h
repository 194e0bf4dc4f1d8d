#pragma once

#include <string>
#include <string_view>

#include "files.h"

namespace absolve::cli {

/// What a FILE.lock of this program holds behind the number of its process.
inline constexpr std::string_view dot_lock_mark = " absolve\n";

/// Whether an open file ends with it. Reads from where the file stands.
[[nodiscard]] bool bears_dot_lock_mark(int file) noexcept;

/// Whether a file is a FILE.lock that this program has made, or was a FILE.lock that is no longer there. Opens no other
/// files than those with such names. Throws FileError where it can't.
[[nodiscard]] bool is_own_dot_lock(const std::string& path);

/// Opens what stands there itself: no link is followed, and a pipe keeps nobody waiting. `access`: O_RDONLY, O_RDWR.
[[nodiscard]] Descriptor open_itself(const std::string& path, int access);

}  // namespace absolve::cli
