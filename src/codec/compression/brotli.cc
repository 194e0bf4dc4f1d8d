// Brotli (RFC 7932). A stream has neither a signature nor a checksum, so other bytes may be decompressible by chance: a
// text is only taken as brotli if a name or a header says so (detect/content_coding.cc, http/content_codings.cc). Bytes
// after its end are an error. The stream doesn't say at which quality it was compressed, either.

#include <brotli/decode.h>
#include <brotli/encode.h>

#include <cstdint>
#include <memory>
#include <new>

#include "compressed.h"

namespace absolve::codec {
namespace {

/// The quality that servers use to compress responses on the fly. Higher ones take many times as long and gain little.
constexpr int quality = 5;

bool is_out_of_memory(BrotliDecoderErrorCode code) noexcept {
  return code <= BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MODES && code >= BROTLI_DECODER_ERROR_ALLOC_BLOCK_TYPE_TREES;
}

}  // namespace

Fault decompress_brotli(std::string_view compressed, Decompressed& out) {
  const std::unique_ptr<BrotliDecoderState, decltype(&BrotliDecoderDestroyInstance)> state(
      BrotliDecoderCreateInstance(nullptr, nullptr, nullptr), BrotliDecoderDestroyInstance);
  if (!state) throw std::bad_alloc();
  const std::uint8_t* in = bytes_of(compressed);
  std::size_t in_left = compressed.size();
  for (;;) {
    const std::span<char> space = out.space();
    auto* to = reinterpret_cast<std::uint8_t*>(space.data());
    std::size_t room_left = space.size();
    const auto result = BrotliDecoderDecompressStream(state.get(), &in_left, &in, &room_left, &to, nullptr);
    out.add(space.size() - room_left);
    if (out.is_beyond_limit()) return Fault::too_large;
    switch (result) {
      case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: break;
      case BROTLI_DECODER_RESULT_SUCCESS: return in_left > 0 ? Fault::goes_on : Fault::none;
      case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT: return Fault::cut_short;
      case BROTLI_DECODER_RESULT_ERROR:
        if (is_out_of_memory(BrotliDecoderGetErrorCode(state.get()))) throw std::bad_alloc();
        return Fault::broken;
    }
  }
}

std::string compress_brotli(std::string_view, std::string_view text) {
  std::string compressed(BrotliEncoderMaxCompressedSize(text.size()), '\0');
  std::size_t size = compressed.size();
  const auto done = BrotliEncoderCompress(quality, BROTLI_DEFAULT_WINDOW, BROTLI_DEFAULT_MODE, text.size(),
                                          bytes_of(text), &size, reinterpret_cast<std::uint8_t*>(compressed.data()));
  if (done == BROTLI_FALSE) throw std::bad_alloc();
  compressed.resize(size);
  return compressed;
}

}  // namespace absolve::codec
