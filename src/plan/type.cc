#include <algorithm>

#include "../codec/charset.h"
#include "../container/mailbox.h"
#include "../mime/fields.h"
#include "../text/ascii.h"
#include "../text/utf8.h"
#include "absolve/plan.h"

namespace absolve {
namespace {

/// What the MIME Sniffing standard looks at (section 7.1).
constexpr std::size_t sniffed_bytes = 1445;

constexpr bool is_binary_data_byte(char c) noexcept {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 && !is_space(c) && byte != 0x1B;
}

}  // namespace

Type type_of(std::string_view beginning) {
  const bool cut = beginning.size() >= enough_to_tell;
  const auto detected = codec::detect(beginning, "");
  if (detected && !codec::keeps_ascii(detected->encoding)) return Type::html;
  if (beginning.starts_with(byte_order_mark)) beginning.remove_prefix(byte_order_mark.size());
  if (container::starts_like_a_mailbox(beginning)) return Type::mbox;
  const std::size_t blank_lines = std::min(beginning.find_first_not_of("\r\n"), beginning.size());
  if (mime::starts_like_a_header(beginning.substr(blank_lines), cut)) return Type::mime;
  const std::string_view head = trimmed(beginning.substr(0, sniffed_bytes));
  if (head.starts_with('<')) return Type::html;
  return std::ranges::any_of(head, is_binary_data_byte) ? Type::unknown : Type::html;
}

Container container_of(const Options& options, std::string_view beginning) {
  const bool starts_like_utf16 = beginning.starts_with('\xFF') || beginning.starts_with('\xFE');
  switch (options.type == Type::automatic ? type_of(beginning) : options.type) {
    case Type::mbox: return Container::mailbox;
    case Type::uris: return options.charset.empty() && !starts_like_utf16 ? Container::lines : Container::none;
    case Type::unknown: return Container::blocks;
    case Type::html:
    case Type::mime:
    case Type::automatic: break;
  }
  return Container::none;
}

}  // namespace absolve
