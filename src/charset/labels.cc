#include <algorithm>
#include <array>

#include "../url/ascii.h"
#include "charset.h"

namespace absolve::charset {
namespace {

struct Label {
  std::string_view label;
  Encoding encoding;
};

/// What isn't here is ASCII-compatible, as far as markup goes.
constexpr auto labels = std::to_array<Label>({
    {"bocu-1", Encoding::refused},
    {"cp037", Encoding::refused},
    {"cp1026", Encoding::refused},
    {"cp500", Encoding::refused},
    {"csiso2022cn", Encoding::refused},
    {"csiso2022jp", Encoding::iso2022jp},
    {"csiso2022jp2", Encoding::refused},
    {"csiso2022kr", Encoding::refused},
    {"csunicode", Encoding::utf16le},
    {"hz", Encoding::refused},
    {"hz-gb-2312", Encoding::refused},
    {"ibm037", Encoding::refused},
    {"ibm1026", Encoding::refused},
    {"ibm500", Encoding::refused},
    {"iso-10646-ucs-2", Encoding::utf16le},
    {"iso-10646-ucs-4", Encoding::refused},
    {"iso-2022-cn", Encoding::refused},
    {"iso-2022-cn-ext", Encoding::refused},
    {"iso-2022-jp", Encoding::iso2022jp},
    {"iso-2022-jp-1", Encoding::refused},
    {"iso-2022-jp-2", Encoding::refused},
    {"iso-2022-jp-3", Encoding::refused},
    {"iso-2022-kr", Encoding::refused},
    {"scsu", Encoding::refused},
    {"ucs-2", Encoding::utf16le},
    {"ucs-4", Encoding::refused},
    {"unicode", Encoding::utf16le},
    {"unicode-1-1-utf-7", Encoding::refused},
    {"unicodefeff", Encoding::utf16le},
    {"unicodefffe", Encoding::utf16be},
    {"utf-16", Encoding::utf16le},
    {"utf-16be", Encoding::utf16be},
    {"utf-16le", Encoding::utf16le},
    {"utf-32", Encoding::refused},
    {"utf-32be", Encoding::refused},
    {"utf-32le", Encoding::refused},
    {"utf-7", Encoding::refused},
    {"utf-ebcdic", Encoding::refused},
    {"utf7", Encoding::refused},
    {"x-imap4-modified-utf7", Encoding::refused},
});
static_assert(std::ranges::is_sorted(labels, std::ranges::less_equal{}, &Label::label));

struct Signature {
  std::string_view bytes;
  Encoding encoding;
  std::size_t mark;
  std::string_view name;
};

using namespace std::string_view_literals;

/// Longer ones first: a UTF-32 mark starts like a UTF-16 mark.
constexpr auto marks = std::to_array<Signature>({
    {"\xFF\xFE\0\0"sv, Encoding::refused, 4, "UTF-32"},
    {"\0\0\xFE\xFF"sv, Encoding::refused, 4, "UTF-32"},
    {"\xEF\xBB\xBF"sv, Encoding::ascii_compatible, 3, "UTF-8"},
    {"\xFF\xFE"sv, Encoding::utf16le, 2, "UTF-16"},
    {"\xFE\xFF"sv, Encoding::utf16be, 2, "UTF-16"},
});

constexpr auto xml_declarations = std::to_array<Signature>({
    {"<\0?\0x\0"sv, Encoding::utf16le, 0, "UTF-16LE"},
    {"\0<\0?\0x"sv, Encoding::utf16be, 0, "UTF-16BE"},
});

template <std::size_t N>
const Signature* find_signature(const std::array<Signature, N>& signatures, std::string_view bytes) noexcept {
  const auto found =
      std::ranges::find_if(signatures, [&](const Signature& one) { return bytes.starts_with(one.bytes); });
  return found == signatures.end() ? nullptr : &*found;
}

}  // namespace

Encoding encoding_of(std::string_view label) noexcept {
  const auto found = std::ranges::find_if(labels, [&](const Label& one) { return is_name(trimmed(label), one.label); });
  return found == labels.end() ? Encoding::ascii_compatible : found->encoding;
}

std::optional<Detected> detect(std::string_view bytes, std::string_view declared) {
  const Signature* signature = find_signature(marks, bytes);
  if (signature == nullptr && !declared.empty()) return Detected{encoding_of(declared), 0, std::string(declared)};
  if (signature == nullptr) signature = find_signature(xml_declarations, bytes);
  if (signature == nullptr) return std::nullopt;
  return Detected{signature->encoding, signature->mark, std::string(signature->name)};
}

}  // namespace absolve::charset
