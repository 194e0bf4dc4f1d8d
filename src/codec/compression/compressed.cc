// Texts that are compressed as a whole. No byte of the text corresponds to a byte of the outer text, so there are only
// two offsets, 0 and the size, and any edit replaces the whole outer text:
//
//     outer:  1F 8B 08 ...         edit 0, all -> compressed again
//     text:   <a href=x>           edit 8, 0 -> http://h/
//
// The parameters of the new compression are taken from the old bytes (`like`) as far as these contain them. Some
// kilobytes may expand to gigabytes: the decompressed size is limited in proportion to the compressed size
// (max_growth()), and a text that exceeds the limit is not read at all.

#include "compressed.h"

#include <array>
#include <utility>

#include "../../text/edits.h"
#include "../../text/growth.h"
#include "../../text/numbers.h"
#include "../rows.h"

namespace absolve::codec {
namespace {

using namespace std::string_view_literals;

/// The functions for each content coding.
struct Compression {
  Coding coding;
  Fault (*decompress)(std::string_view compressed, Decompressed& out);
  std::string (*compress)(std::string_view like, std::string_view text);
};

constexpr auto compressions = std::to_array<Compression>({
    {Coding::gzip, decompress_gzip, compress_gzip},
    {Coding::deflate, decompress_deflate, compress_deflate},
    {Coding::brotli, decompress_brotli, compress_brotli},
    {Coding::zstd, decompress_zstd, compress_zstd},
    {Coding::chunked, decode_chunked, encode_chunked},
});

const Compression& compression_of(Coding coding) noexcept {
  return *std::ranges::find(compressions, coding, &Compression::coding);
}

/// A text that the whole outer text decompresses to. Bytes of one don't correspond to bytes of the other, and any edit
/// replaces everything.
class CompressedText final : public Codec {
 public:
  CompressedText(Coding coding, std::string_view outer, std::string text, const DecodeContext& around)
      : Codec(outer),
        coding_(coding),
        stores_decompressed_(around.stores_decompressed),
        decompressed_(std::move(text)) {
    text_ = decompressed_;
  }

  [[nodiscard]] bool can_hold(const Edit&) const override { return true; }

  [[nodiscard]] std::vector<Edit> encode(std::span<const Edit> edits, Strings& strings) const override {
    if (edits.empty()) return {};
    if (!stores_decompressed_) {
      return {{0, outer_.size(), strings.keep(compression_of(coding_).compress(outer_, edited(text_, edits)))}};
    }
    const std::span<char> written = strings.make(edited_size(text_, edits));  // once: it may be long
    for_each_piece(text_, edits,
                   [at = written.begin()](std::string_view piece) mutable { at = std::ranges::copy(piece, at).out; });
    return {{0, outer_.size(), {written.data(), written.size()}}};
  }

 private:
  Coding coding_;
  bool stores_decompressed_;
  std::string decompressed_;
};

}  // namespace

std::optional<Coding> content_coding_at(std::string_view beginning) noexcept {
  if (beginning.starts_with("\x1F\x8B\x08"sv)) return Coding::gzip;  // 8: deflate, the only method there is
  const bool skips = beginning.size() >= 4 && (static_cast<unsigned char>(beginning[0]) & 0xF0U) == 0x50 &&
                     beginning.substr(1, 3) == "\x2A\x4D\x18"sv;  // a skippable frame (RFC 8878, section 3.1.2)
  if (skips || beginning.starts_with(zstd_magic)) return Coding::zstd;
  return std::nullopt;
}

DecompressedBeginning decompress_beginning(Coding coding, std::string_view beginning, std::size_t max_size) {
  Decompressed out(max_size);
  const Fault fault = compression_of(coding).decompress(beginning, out);
  return {out.finish(), fault};
}

std::unique_ptr<Codec> open_compressed(Coding coding, std::string_view outer, Fault& fault,
                                       const DecodeContext& around) {
  const std::size_t max_size = at_most(max_growth(std::min(outer.size(), around.compressed_size)), SIZE_MAX);
  DecompressedBeginning decompressed = decompress_beginning(coding, outer, max_size);
  fault = decompressed.fault;
  return fault == Fault::none ? std::make_unique<CompressedText>(coding, outer, std::move(decompressed.text), around)
                              : nullptr;
}

std::unique_ptr<Codec> open_compressed(Coding coding, std::string_view outer, const DecodeContext&) {
  Fault fault{};
  return open_compressed(coding, outer, fault);
}

}  // namespace absolve::codec
