// For a build without Nettle and libb2 (ABSOLVE_ARCHIVES=own): the two algorithms that archives are written with
// (FIPS 180-4). A digest by any other is taken over unverified. A test compares them with Nettle's.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hash.h"

namespace absolve::warc {
namespace {

using Word = std::uint32_t;

constexpr std::size_t block_size = 64;

/// What both have in common: blocks of 64 bytes, read as 16 words; at the end a bit that is 1, zeros, and the size of
/// the text in bits.
template <std::size_t words>
class BlockHash : public Hash {
 public:
  void add(std::string_view bytes) override {
    size_ += bytes.size();
    while (!bytes.empty()) {
      const std::size_t taken = std::min(bytes.size(), block_size - filled_);
      std::ranges::copy(bytes.substr(0, taken), block_.begin() + static_cast<std::ptrdiff_t>(filled_));
      bytes.remove_prefix(taken);
      filled_ += taken;
      if (filled_ == block_size) add_block();
    }
  }

  std::string finish() override {
    constexpr std::size_t size_at = block_size - 8;
    const std::uint64_t bits = 8 * size_;
    add("\x80");
    while (filled_ != size_at) add(std::string_view("\0", 1));
    std::string size;
    for (int shift = 56; shift >= 0; shift -= 8) size += static_cast<char>(bits >> shift);
    add(size);
    std::string digest;
    for (const Word word : state_) {
      for (int shift = 24; shift >= 0; shift -= 8) digest += static_cast<char>(word >> shift);
    }
    return digest;
  }

 protected:
  using State = std::array<Word, words>;
  explicit BlockHash(const State& state) : state_(state) {}

  [[nodiscard]] virtual State mixed(State state, std::span<const Word, 16> block) const = 0;

 private:
  void add_block() {
    std::array<Word, 16> block{};
    for (std::size_t i = 0; i < block_size; ++i) {
      block[i / 4] = block[i / 4] << 8U | static_cast<unsigned char>(block_[i]);
    }
    const State mixture = mixed(state_, block);
    for (std::size_t i = 0; i < words; ++i) state_[i] += mixture[i];
    filled_ = 0;
  }

  State state_;
  std::array<char, block_size> block_{};
  std::size_t filled_ = 0;
  std::uint64_t size_ = 0;
};

/// FIPS 180-4, sections 6.1.2 and 4.2.1.
class Sha1 final : public BlockHash<5> {
 public:
  Sha1() : BlockHash({0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0}) {}

 private:
  [[nodiscard]] State mixed(State state, std::span<const Word, 16> block) const override {
    constexpr std::array<Word, 4> constants = {0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xCA62C1D6};
    std::array<Word, 80> schedule{};
    std::ranges::copy(block, schedule.begin());
    for (std::size_t i = 16; i < schedule.size(); ++i) {
      schedule[i] = std::rotl(schedule[i - 3] ^ schedule[i - 8] ^ schedule[i - 14] ^ schedule[i - 16], 1);
    }
    auto& [a, b, c, d, e] = state;
    for (std::size_t i = 0; i < schedule.size(); ++i) {
      const std::size_t round = i / 20;
      const Word chosen = round == 0 ? (b & c) ^ (~b & d) : round == 2 ? (b & c) ^ (b & d) ^ (c & d) : b ^ c ^ d;
      const Word next = std::rotl(a, 5) + chosen + e + constants[round] + schedule[i];
      state = {next, a, std::rotl(b, 30), c, d};
    }
    return state;
  }
};

/// FIPS 180-4, sections 6.2.2 and 4.2.2.
class Sha256 final : public BlockHash<8> {
 public:
  Sha256()
      : BlockHash({0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19}) {}

 private:
  // clang-format off
  static constexpr std::array<Word, 64> constants = {
      0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5, 0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5,
      0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3, 0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174,
      0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC, 0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA,
      0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7, 0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967,
      0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13, 0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85,
      0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070,
      0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3,
      0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208, 0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2};
  // clang-format on

  [[nodiscard]] State mixed(State state, std::span<const Word, 16> block) const override {
    std::array<Word, 64> schedule{};
    std::ranges::copy(block, schedule.begin());
    for (std::size_t i = 16; i < schedule.size(); ++i) {
      const Word near = schedule[i - 2];
      const Word far = schedule[i - 15];
      const Word of_near = std::rotr(near, 17) ^ std::rotr(near, 19) ^ (near >> 10U);
      const Word of_far = std::rotr(far, 7) ^ std::rotr(far, 18) ^ (far >> 3U);
      schedule[i] = of_near + schedule[i - 7] + of_far + schedule[i - 16];
    }
    auto& [a, b, c, d, e, f, g, h] = state;
    for (std::size_t i = 0; i < schedule.size(); ++i) {
      const Word of_e = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
      const Word of_a = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
      const Word first = h + of_e + ((e & f) ^ (~e & g)) + constants[i] + schedule[i];
      const Word second = of_a + ((a & b) ^ (a & c) ^ (b & c));
      state = {first + second, a, b, c, d + first, e, f, g};
    }
    return state;
  }
};

}  // namespace

std::unique_ptr<Hash> new_hash(std::string_view algorithm) {
  if (algorithm == "sha1") return std::make_unique<Sha1>();
  if (algorithm == "sha256") return std::make_unique<Sha256>();
  return nullptr;
}

}  // namespace absolve::warc
