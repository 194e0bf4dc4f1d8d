// gzip (RFC 1952), zlib (RFC 1950) and raw deflate (RFC 1951): the same data in three frames. A text that is in memory
// as a whole is processed by libdeflate (whole_deflate.h); one that arrives in steps, is long, or is malformed, by
// zlib.
//
//     gzip   1F 8B 08 ... header | deflated data | CRC-32, size     several members may follow one another
//     zlib   78 xx               | deflated data | Adler-32
//     raw                          deflated data                    what some servers send as "deflate"
//
// New data is one member, with the fields of the first one's header that are still true. zlib counts in unsigned int,
// so long texts are passed to it in steps of 1 GiB.

#define ZLIB_CONST
#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <new>
#include <utility>

#include "../../text/limits.h"
#include "compressed.h"
#include "compression.h"
#include "decompression.h"
#include "whole_deflate.h"

namespace absolve::codec {
namespace {

/// The most bytes that zlib is given, or gives, in one step: it counts in unsigned int.
constexpr std::size_t max_step = std::size_t{1} << 30;

uInt step_of(std::size_t size) noexcept { return static_cast<uInt>(std::min(size, max_step)); }

/// The header of a member (RFC 1952, section 2.3).
///
///     1F 8B 08  FLG  MTIME    XFL OS  [extra field]  [name 0]  [comment 0]  [CRC]
///               3    4 .. 7   8   9   10
constexpr std::size_t fixed_size = 10;
constexpr std::string_view usual_header("\x1F\x8B\x08\0\0\0\0\0\0\x03", fixed_size);  // no time, no name; from Unix
constexpr std::size_t flags_at = 3;
constexpr std::size_t effort_at = 8;

enum Flag : unsigned { is_text = 1, has_extra_field = 4, has_name = 8, has_comment = 16 };

unsigned byte_at(std::string_view text, std::size_t at) noexcept {
  return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
}

/// The header of a member, without its extra field and its CRC. Fields that are cut short are left out.
std::string header_like(std::string_view member) {
  if (member.size() < fixed_size) return std::string(usual_header);
  const unsigned flags = byte_at(member, flags_at);
  unsigned kept = flags & is_text;
  std::string texts;
  std::size_t at = fixed_size;
  if ((flags & has_extra_field) != 0) at += 2 + byte_at(member, at) + 256 * byte_at(member, at + 1);
  for (const Flag flag : {has_name, has_comment}) {
    if ((flags & flag) == 0) continue;
    const std::size_t end = member.find('\0', at);
    if (end == std::string_view::npos) break;
    texts += member.substr(at, end + 1 - at);
    kept |= flag;
    at = end + 1;
  }
  std::string header(member.substr(0, fixed_size));
  header[flags_at] = static_cast<char>(kept);
  return header + texts;
}

constexpr int usual_level = 6;  // the default of gzip

/// The compression level that the header indicates.
int level_of(std::string_view header) noexcept {
  switch (byte_at(header, effort_at)) {
    case 2: return Z_BEST_COMPRESSION;
    case 4: return Z_BEST_SPEED;
    default: return usual_level;
  }
}

void append_number(std::string& out, std::uint32_t number) {
  for (int i = 0; i < 4; ++i) out += static_cast<char>(number >> (8 * i));
}

/// The frame around deflated data, as zlib's parameter windowBits.
enum Frame : int { raw = -MAX_WBITS, of_zlib = MAX_WBITS, of_gzip = 16 + MAX_WBITS };

struct Inflater {
  explicit Inflater(Frame frame) {
    if (inflateInit2(&stream, frame) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { inflateEnd(&stream); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  z_stream stream{};
};

struct Deflater {
  Deflater(int level, Frame frame) {
    constexpr int usual_memory = 8;
    if (deflateInit2(&stream, level, Z_DEFLATED, frame, usual_memory, Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
  }
  ~Deflater() { deflateEnd(&stream); }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;

  z_stream stream{};
};

/// Appends compressed bytes to `out`. `flush` is zlib's flush value.
void deflate_into(std::string& out, std::string_view bytes, Deflater& deflater, int flush) {
  z_stream& stream = deflater.stream;
  const std::size_t space = std::min(std::max(bytes.size() / 4, std::size_t{4} << 10), max_step);
  for (bool is_done = false; !is_done;) {
    const std::size_t size = out.size();
    out.resize(size + space);
    const uInt given = step_of(bytes.size());
    stream.next_in = bytes_of(bytes);
    stream.avail_in = given;
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + size);
    stream.avail_out = static_cast<uInt>(space);
    const int result = deflate(&stream, given == bytes.size() ? flush : Z_NO_FLUSH);
    bytes.remove_prefix(given - stream.avail_in);
    out.resize(out.size() - stream.avail_out);
    is_done = flush == Z_FINISH ? result == Z_STREAM_END : bytes.empty() && stream.avail_out > 0;
  }
}

void append_compressed(std::string& out, std::string_view text, int level, DeflateFrame frame) {
  if (text.size() <= limits::deflated_whole) return append_deflated(out, text, level, frame);
  Deflater deflater(level, frame == DeflateFrame::raw ? raw : of_zlib);
  deflate_into(out, text, deflater, Z_FINISH);
}

/// A member with this header.
std::string member_of(std::string member, std::string_view text, int level) {
  append_compressed(member, text, level, DeflateFrame::raw);
  append_number(member, crc32_of(text));
  append_number(member, static_cast<std::uint32_t>(text.size()));
  return member;
}

/// The result of one step of zlib's decompression.
struct Inflated {
  std::size_t taken;
  std::size_t given;
  int result;  // zlib's return code
};

Inflated inflate_some(Inflater& inflater, std::string_view compressed, std::span<char> space) {
  z_stream& stream = inflater.stream;
  stream.next_in = bytes_of(compressed);
  stream.avail_in = step_of(compressed.size());
  stream.next_out = reinterpret_cast<Bytef*>(space.data());
  stream.avail_out = step_of(space.size());
  const int result = inflate(&stream, Z_NO_FLUSH);
  if (result == Z_MEM_ERROR) throw std::bad_alloc();
  return {step_of(compressed.size()) - stream.avail_in, step_of(space.size()) - stream.avail_out, result};
}

class Inflation final : public Decompression {
 public:
  explicit Inflation(Frame frame) : inflater_(frame) {}

  void begin() override { inflateReset(&inflater_.stream); }

  [[nodiscard]] Step step(std::string_view compressed, std::span<char> space) override {
    const auto [taken, given, result] = inflate_some(inflater_, compressed, space);
    const bool is_good = result == Z_OK || result == Z_BUF_ERROR || result == Z_STREAM_END;
    return {taken, given, result == Z_STREAM_END, is_good ? Fault::none : Fault::broken};
  }

 private:
  Inflater inflater_;
};

class GzipCompression final : public Compression {
 public:
  explicit GzipCompression(std::string header) : header_(std::move(header)), deflater_(level_of(header_), raw) {}

  void write(std::string_view bytes, std::string& out) override {
    out += std::exchange(header_, {});
    check_ = crc32_of(bytes, check_);
    size_ += static_cast<std::uint32_t>(bytes.size());
    deflate_into(out, bytes, deflater_, Z_NO_FLUSH);
  }

  void finish(std::string& out) override {
    out += std::exchange(header_, {});
    deflate_into(out, {}, deflater_, Z_FINISH);
    append_number(out, check_);
    append_number(out, size_);
  }

 private:
  std::string header_;
  Deflater deflater_;
  std::uint32_t check_ = 0;
  std::uint32_t size_ = 0;  // modulo 2 to the 32nd (RFC 1952, section 2.3.1)
};

/// Inflates the data at the beginning of `compressed`, up to its end, and removes it from there.
Fault inflate_from(std::string_view& compressed, Inflater& inflater, Decompressed& out) {
  for (;;) {
    const auto [taken, given, result] = inflate_some(inflater, compressed, out.space());
    compressed.remove_prefix(taken);
    out.add(given);
    if (out.is_beyond_limit()) return Fault::too_large;
    switch (result) {
      case Z_OK: break;
      case Z_BUF_ERROR: return Fault::cut_short;  // there is space, so the input has ended
      case Z_STREAM_END: return Fault::none;
      case Z_NEED_DICT: return Fault::needs_dictionary;
      default: return Fault::broken;
    }
  }
}

/// Decompresses a text that is a single member of the size that its trailer says; false if it isn't, or is too large.
/// If that size is many times that of the member, it may be false, so no memory is allocated for it.
bool decompress_one_member(std::string_view compressed, Decompressed& out) {
  constexpr std::size_t most_times = 64;
  const auto size = size_in_member(compressed);
  if (!size || *size > std::min(limits::deflated_whole, most_times * compressed.size())) return false;
  const auto space = out.space(*size);
  if (!space || inflate_member(compressed, *space) != compressed.size()) return false;
  out.add(*size);
  return true;
}

/// The frame of deflated data: that of zlib is recognized by the checksum in its first two bytes (RFC 1950, section
/// 2.2).
Frame frame_of(std::string_view deflated) noexcept {
  const unsigned method = byte_at(deflated, 0);
  const bool is_deflate = (method & 0xFU) == Z_DEFLATED && method >> 4 <= 7;
  return is_deflate && (256 * method + byte_at(deflated, 1)) % 31 == 0 ? of_zlib : raw;
}

}  // namespace

Fault decompress_gzip(std::string_view compressed, Decompressed& out) {
  if (decompress_one_member(compressed, out)) return Fault::none;
  Inflater inflater(of_gzip);
  for (;;) {
    if (const Fault fault = inflate_from(compressed, inflater, out); fault != Fault::none) return fault;
    if (compressed.find_first_not_of('\0') == std::string_view::npos) return Fault::none;
    if (!compressed.starts_with("\x1F\x8B")) return Fault::goes_on;
    inflateReset(&inflater.stream);
  }
}

std::string compress_gzip(std::string_view like, std::string_view text) {
  std::string header = header_like(like);
  const int level = level_of(header);
  return member_of(std::move(header), text, level);
}

Fault decompress_deflate(std::string_view compressed, Decompressed& out) {
  Inflater inflater(frame_of(compressed));
  const Fault fault = inflate_from(compressed, inflater, out);
  return fault == Fault::none && !compressed.empty() ? Fault::goes_on : fault;
}

std::string compress_deflate(std::string_view like, std::string_view text) {
  constexpr int levels[] = {Z_BEST_SPEED, Z_BEST_SPEED, usual_level, Z_BEST_COMPRESSION};
  const bool is_raw = frame_of(like) == raw;
  std::string compressed;
  append_compressed(compressed, text, is_raw ? usual_level : levels[byte_at(like, 1) >> 6],
                    is_raw ? DeflateFrame::raw : DeflateFrame::zlib);
  return compressed;
}

std::unique_ptr<Decompression> gzip_decompression() { return std::make_unique<Inflation>(of_gzip); }
std::unique_ptr<Decompression> raw_decompression() { return std::make_unique<Inflation>(raw); }

std::string compress_member(std::string_view text) { return compress_gzip({}, text); }

std::unique_ptr<Compression> gzip_compression(std::string_view like) {
  return std::make_unique<GzipCompression>(header_like(like));
}

}  // namespace absolve::codec
