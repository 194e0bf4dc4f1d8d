#include "whole_deflate.h"

#include <libdeflate.h>

#include <array>
#include <atomic>
#include <memory>
#include <new>
#include <utility>

#include "../../text/little_endian.h"

namespace absolve::codec {
namespace {

template <auto free>
struct Free {
  template <class T>
  void operator()(T* one) const noexcept {
    free(one);
  }
};

using DeflateCompressor = std::unique_ptr<libdeflate_compressor, Free<libdeflate_free_compressor>>;
using Decompressor = std::unique_ptr<libdeflate_decompressor, Free<libdeflate_free_decompressor>>;

/// Objects to be reused, as each takes about 100 KiB, and records are many and small. (With thread_local objects, the
/// process would be terminated if there were no memory to register their destructors.)
template <class Owner>
class Spares {
 public:
  [[nodiscard]] Owner borrow() noexcept {
    for (auto& spare : spares_) {
      if (auto* const one = spare.exchange(nullptr)) return Owner(one);
    }
    return Owner();
  }
  void give_back(Owner one) noexcept {
    for (auto& spare : spares_) {
      typename Owner::pointer expected = nullptr;
      if (spare.compare_exchange_strong(expected, one.get())) return static_cast<void>(one.release());
    }
  }

 private:
  std::array<std::atomic<typename Owner::pointer>, 8> spares_{};
};

constinit std::array<Spares<DeflateCompressor>, 10> compressors;  // by level
constinit Spares<Decompressor> decompressors;

template <class Owner, class Make>
Owner spare_or_new(Spares<Owner>& spares, Make&& make) {
  Owner one = spares.borrow();
  if (!one) one.reset(make());
  if (!one) throw std::bad_alloc();
  return one;
}

struct FrameRow {
  std::size_t (*bound)(libdeflate_compressor*, std::size_t size);
  std::size_t (*compress)(libdeflate_compressor*, const void* in, std::size_t size, void* out, std::size_t space);
};

constexpr std::array<FrameRow, 2> rows = {{
    {libdeflate_deflate_compress_bound, libdeflate_deflate_compress},
    {libdeflate_zlib_compress_bound, libdeflate_zlib_compress},
}};

}  // namespace

void append_deflated(std::string& out, std::string_view text, int level, DeflateFrame frame) {
  const FrameRow& row = rows[static_cast<std::size_t>(frame)];
  auto& spares = compressors.at(static_cast<std::size_t>(level));
  DeflateCompressor held = spare_or_new(spares, [&] { return libdeflate_alloc_compressor(level); });
  libdeflate_compressor* const compressor = held.get();
  // Most of the space that might be needed is never touched, so it costs nothing.
  const std::size_t space = row.bound(compressor, text.size());
  const auto compressed = std::make_unique_for_overwrite<char[]>(space);
  out.append(compressed.get(), row.compress(compressor, text.data(), text.size(), compressed.get(), space));
  spares.give_back(std::move(held));
}

std::optional<std::size_t> inflate_member(std::string_view compressed, std::span<char> space) {
  constexpr std::size_t flags_at = 3;
  constexpr unsigned has_header_check = 2;  // which libdeflate doesn't verify
  const bool is_unchecked =
      compressed.size() <= flags_at || (static_cast<unsigned char>(compressed[flags_at]) & has_header_check) != 0;
  if (is_unchecked) return std::nullopt;
  std::size_t taken = 0;
  Decompressor held = spare_or_new(decompressors, libdeflate_alloc_decompressor);
  const auto result = libdeflate_gzip_decompress_ex(held.get(), compressed.data(), compressed.size(), space.data(),
                                                    space.size(), &taken, nullptr);
  decompressors.give_back(std::move(held));
  return result == LIBDEFLATE_SUCCESS ? std::optional(taken) : std::nullopt;
}

std::optional<std::size_t> size_in_member(std::string_view member) noexcept {
  constexpr std::size_t least = 10 + 2 + 8;     // header, no data, check and size
  constexpr std::size_t most_in_a_byte = 1032;  // 258 bytes in two bits
  if (member.size() < least) return std::nullopt;
  const std::size_t size = little_endian_32(member, member.size() - 4);
  return size <= most_in_a_byte * member.size() ? std::optional(size) : std::nullopt;
}

std::uint32_t crc32_of(std::string_view text, std::uint32_t before) noexcept {
  return libdeflate_crc32(before, text.data(), text.size());
}

}  // namespace absolve::codec
