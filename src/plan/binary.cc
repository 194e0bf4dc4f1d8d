#include "binary.h"

#include <algorithm>
#include <array>

namespace absolve::inline detail {
namespace {

using namespace std::string_view_literals;

struct Signature {
  std::string_view bytes;
  std::string_view name;
  std::string_view advice = "the option type says what it is";
};

constexpr std::string_view unpack = "unpack it first";

// https://mimesniff.spec.whatwg.org and the formats' own documents
constexpr auto signatures = std::to_array<Signature>({
    {"\x1F\x8B"sv, "gzip data", unpack},
    {"BZh"sv, "bzip2 data", unpack},
    {"\xFD"
     "7zXZ\0"sv,
     "xz data", unpack},
    {"\x28\xB5\x2F\xFD"sv, "zstd data", unpack},
    {"PK\x03\x04"sv, "a ZIP archive", unpack},
    {"%PDF-"sv, "a PDF document"},
    {"\x89PNG\r\n\x1A\n"sv, "a PNG image"},
    {"\xFF\xD8\xFF"sv, "a JPEG image"},
    {"GIF8"sv, "a GIF image"},
    {"\x7F"
     "ELF"sv,
     "an ELF program"},
});

}  // namespace

std::string describe_binary(std::string_view beginning) {
  const auto* const found =
      std::ranges::find_if(signatures, [&](const Signature& each) { return beginning.starts_with(each.bytes); });
  const bool known = found != signatures.end();
  const Signature& what = known ? *found : Signature{"", "binary data"};
  return std::string(what.name).append(", and no text that absolve reads; left as it is (").append(what.advice) + ")";
}

}  // namespace absolve::inline detail
