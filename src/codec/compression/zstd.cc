// Zstandard (RFC 8878). A text is a sequence of frames; skippable frames hold other data, such as the dictionary of an
// archive or a seek table. New data is one frame, with a checksum and a size if the first frame has them. A frame may
// need a dictionary or a large window: then it is not read, and the message says why.

#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <memory>
#include <new>

#include "../../text/little_endian.h"
#include "compressed.h"
#include "compression.h"
#include "decompression.h"

namespace absolve::codec {
namespace {

/// The default of the program zstd. A frame doesn't say at which level it was compressed.
constexpr int level = 3;

constexpr std::size_t magic_size = 4;

/// The descriptor in the header of the first frame that is not skippable (RFC 8878, section 3.1.1.1.1).
///
///     28 B5 2F FD  descriptor: bits 7 and 6: the size of its size; 5: single segment, which has a size; 2: checksum
unsigned first_descriptor(std::string_view compressed) noexcept {
  constexpr unsigned with_size = 0x20;
  while (compressed.size() >= 2 * magic_size &&
         (little_endian_32(compressed, 0) & ZSTD_MAGIC_SKIPPABLE_MASK) == ZSTD_MAGIC_SKIPPABLE_START) {
    const std::size_t size = little_endian_32(compressed, magic_size);
    compressed.remove_prefix(2 * magic_size);  // alone: in 32 bits, the sum of both may be 0
    compressed.remove_prefix(std::min(size, compressed.size()));
  }
  return compressed.size() > magic_size ? static_cast<unsigned char>(compressed[magic_size]) : with_size;
}

constexpr bool has_checksum(unsigned descriptor) noexcept { return (descriptor & 0x04U) != 0; }

Fault fault_of(std::size_t result, bool is_after_frame) {
  switch (ZSTD_getErrorCode(result)) {
    case ZSTD_error_memory_allocation: throw std::bad_alloc();
    case ZSTD_error_prefix_unknown: return is_after_frame ? Fault::goes_on : Fault::broken;
    case ZSTD_error_dictionary_wrong: return Fault::needs_dictionary;
    case ZSTD_error_frameParameter_windowTooLarge: return Fault::needs_window;
    default: return Fault::broken;
  }
}

using Context = std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)>;

/// The library reserves a window as large as a header claims, up to 128 MiB, but touches only as much as it
/// decompresses.
Context new_context() {
  Context context(ZSTD_createDCtx(), ZSTD_freeDCtx);
  if (!context) throw std::bad_alloc();
  return context;
}

class ZstdDecompression final : public Decompression {
 public:
  explicit ZstdDecompression(std::string_view dictionary) : context_(new_context()) {
    // A dictionary that can't be read is ignored: the frames that need it give an error.
    static_cast<void>(ZSTD_DCtx_loadDictionary(context_.get(), dictionary.data(), dictionary.size()));
  }

  void begin() override { ZSTD_DCtx_reset(context_.get(), ZSTD_reset_session_only); }

  [[nodiscard]] Step step(std::string_view compressed, std::span<char> space) override {
    ZSTD_inBuffer in{compressed.data(), compressed.size(), 0};
    ZSTD_outBuffer out{space.data(), space.size(), 0};
    const std::size_t result = ZSTD_decompressStream(context_.get(), &out, &in);
    const bool is_error = ZSTD_isError(result) != 0;
    return {.taken = in.pos,
            .given = out.pos,
            .is_end = result == 0,
            .fault = is_error ? fault_of(result, false) : Fault::none};
  }

 private:
  Context context_;
};

class ZstdCompression final : public Compression {
 public:
  explicit ZstdCompression(bool has_checksum) : context_(ZSTD_createCCtx(), ZSTD_freeCCtx) {
    if (!context_) throw std::bad_alloc();
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, has_checksum ? 1 : 0);
  }

  void write(std::string_view bytes, std::string& out) override { compress(bytes, out, ZSTD_e_continue); }
  void finish(std::string& out) override { compress({}, out, ZSTD_e_end); }

 private:
  void compress(std::string_view bytes, std::string& out, ZSTD_EndDirective how) {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    for (std::size_t left = 1; left > 0;) {
      const std::size_t before = out.size();
      out.resize(before + ZSTD_CStreamOutSize());
      ZSTD_outBuffer to{out.data() + before, out.size() - before, 0};
      const std::size_t result = ZSTD_compressStream2(context_.get(), &to, &in, how);
      if (ZSTD_isError(result) != 0) throw std::bad_alloc();
      out.resize(before + to.pos);
      left = how == ZSTD_e_end ? result : in.size - in.pos;
    }
  }

  std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context_;
};

}  // namespace

std::unique_ptr<Compression> zstd_compression(std::string_view like) {
  return std::make_unique<ZstdCompression>(like.empty() || has_checksum(first_descriptor(like)));
}

Fault decompress_zstd(std::string_view compressed, Decompressed& out) {
  const Context context = new_context();
  ZSTD_inBuffer in{compressed.data(), compressed.size(), 0};
  bool is_after_frame = false;
  for (;;) {
    const std::span<char> space = out.space();
    ZSTD_outBuffer to{space.data(), space.size(), 0};
    const std::size_t in_before = in.pos;
    const std::size_t result = ZSTD_decompressStream(context.get(), &to, &in);
    if (ZSTD_isError(result) != 0) return fault_of(result, is_after_frame);
    out.add(to.pos);
    if (out.is_beyond_limit()) return Fault::too_large;
    if (result == 0 && in.pos == in.size) return Fault::none;
    if (in.pos == in_before && to.pos == 0) return Fault::cut_short;
    is_after_frame = is_after_frame || result == 0;
  }
}

std::string compress_zstd(std::string_view like, std::string_view text) {
  const unsigned descriptor = first_descriptor(like);
  const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), ZSTD_freeCCtx);
  if (!context) throw std::bad_alloc();
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, level);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, has_checksum(descriptor) ? 1 : 0);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_contentSizeFlag, (descriptor & 0xE0U) != 0 ? 1 : 0);
  std::string compressed(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size =
      ZSTD_compress2(context.get(), compressed.data(), compressed.size(), text.data(), text.size());
  if (ZSTD_isError(size) != 0) throw std::bad_alloc();
  compressed.resize(size);
  return compressed;
}

std::unique_ptr<Decompression> zstd_decompression(std::string_view dictionary) {
  return std::make_unique<ZstdDecompression>(dictionary);
}

}  // namespace absolve::codec
