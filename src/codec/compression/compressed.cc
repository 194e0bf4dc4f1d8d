#include "compressed.h"

#include <array>
#include <utility>

#include "../../text/edits.h"
#include "../rows.h"

namespace absolve::codec {
namespace {

using namespace std::string_view_literals;

/// How each content coding is read and written.
struct Packing {
  Coding coding;
  std::string_view (*unpack)(std::string_view packed, Unpacked& out);
  std::string (*pack)(std::string_view like, std::string_view text);
};

constexpr auto packings = std::to_array<Packing>({
    {Coding::gzip, unpack_gzip, pack_gzip},
    {Coding::deflate, unpack_deflate, pack_deflate},
    {Coding::brotli, unpack_brotli, pack_brotli},
    {Coding::zstd, unpack_zstd, pack_zstd},
    {Coding::chunked, unpack_chunked, pack_chunked},
});

const Packing& packing_of(Coding coding) noexcept { return *std::ranges::find(packings, coding, &Packing::coding); }

/// A text that all of the outer text is packed from. There is no way from a byte of the one to a byte of the other, and
/// any edit is one of all.
class Packed final : public Codec {
 public:
  Packed(Coding coding, std::string_view outer, std::string text, const DecodeContext& around)
      : Codec(outer), coding_(coding), stores_unpacked_(around.stores_unpacked), unpacked_(std::move(text)) {
    text_ = unpacked_;
  }

  [[nodiscard]] std::size_t outer_offset(std::size_t offset) const override {
    return offset < text_.size() ? 0 : outer_.size();
  }

  [[nodiscard]] bool can_hold(const Edit&) const override { return true; }

  [[nodiscard]] std::vector<Edit> encode(std::span<const Edit> edits, Strings& strings) const override {
    if (edits.empty()) return {};
    const std::string text = edited(text_, edits);
    return {{0, outer_.size(), strings.keep(stores_unpacked_ ? text : packing_of(coding_).pack(outer_, text))}};
  }

 private:
  Coding coding_;
  bool stores_unpacked_;
  std::string unpacked_;
};

}  // namespace

std::optional<Coding> content_coding_at(std::string_view beginning) noexcept {
  if (beginning.starts_with("\x1F\x8B\x08"sv)) return Coding::gzip;  // 8: deflate, the only method there is
  const bool skips = beginning.size() >= 4 && (static_cast<unsigned char>(beginning[0]) & 0xF0U) == 0x50 &&
                     beginning.substr(1, 3) == "\x2A\x4D\x18"sv;  // a skippable frame (RFC 8878, section 3.1.2)
  if (skips || beginning.starts_with(zstd_magic)) return Coding::zstd;
  return std::nullopt;
}

UnpackedBeginning unpack_beginning(Coding coding, std::string_view beginning, std::size_t max_size) {
  Unpacked out(max_size);
  const std::string_view trouble = packing_of(coding).unpack(beginning, out);
  return {out.take(), trouble};
}

std::unique_ptr<Codec> open_packed(Coding coding, std::string_view outer, std::string_view& trouble,
                                   const DecodeContext& around) {
  UnpackedBeginning unpacked =
      unpack_beginning(coding, outer, max_unpacked(std::min(outer.size(), around.packed_size)));
  trouble = unpacked.trouble;
  return trouble.empty() ? std::make_unique<Packed>(coding, outer, std::move(unpacked.text), around) : nullptr;
}

std::unique_ptr<Codec> open_compressed(Coding coding, std::string_view outer, const DecodeContext&) {
  std::string_view trouble;
  return open_packed(coding, outer, trouble);
}

}  // namespace absolve::codec
