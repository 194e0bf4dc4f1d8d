#include "kind.h"

#include <algorithm>

#include "../url/ascii.h"

namespace absolve {
namespace {

constexpr std::size_t sniffed_bytes = 1445;

constexpr bool is_binary_data_byte(char c) noexcept {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 && !is_space(c) && byte != 0x1B;
}

}  // namespace

Type sniff(std::string_view text) noexcept {
  const std::string_view head = trimmed(text.substr(0, sniffed_bytes));
  if (head.starts_with('<')) return Type::html;
  return std::ranges::any_of(head, is_binary_data_byte) ? Type::unknown : Type::html;
}

std::string_view media_type(Type type) noexcept {
  switch (type) {
    case Type::html: return "text/html";
    case Type::uris: return "text/uri-list";
    case Type::automatic:
    case Type::unknown: break;
  }
  return "application/octet-stream";
}

}  // namespace absolve
