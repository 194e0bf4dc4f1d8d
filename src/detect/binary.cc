#include "binary.h"

namespace absolve::inline detail {

namespace {

/// The number of bytes that the MIME Sniffing standard examines (section 7.1).
constexpr std::size_t sniffed_bytes = 1445;

}  // namespace

bool holds_binary_data(std::string_view text) noexcept {
  return !has_none_of<BinaryData>(text.substr(0, sniffed_bytes));
}

}  // namespace absolve::inline detail
