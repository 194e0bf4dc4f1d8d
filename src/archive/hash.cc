#include "hash.h"

#include <blake2.h>
#include <nettle/md5.h>
#include <nettle/nettle-meta.h>
#include <nettle/sha1.h>
#include <nettle/sha2.h>
#include <nettle/sha3.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace absolve::warc {
namespace {

/// The state of one of the algorithms.
union Context {
  md5_ctx md5;
  sha1_ctx sha1;
  sha256_ctx sha256;
  sha512_ctx sha512;
  sha3_256_ctx sha3_256;
  sha3_384_ctx sha3_384;
  sha3_512_ctx sha3_512;
  blake2b_state blake2b;
  blake2s_state blake2s;
};

/// Nettle has no BLAKE2: this adapts that of libb2 to Nettle's interface.
template <class State, std::size_t size, auto init, auto update, auto finish>
constexpr nettle_hash of_libb2(const char* name, unsigned block) {
  return {name,
          sizeof(State),
          size,
          block,
          [](void* state) { init(static_cast<State*>(state), size); },
          [](void* state, std::size_t length, const std::uint8_t* bytes) {
            update(static_cast<State*>(state), bytes, length);
          },
          [](void* state, std::size_t length, std::uint8_t* digest) {
            finish(static_cast<State*>(state), digest, length);
          }};
}

constexpr nettle_hash blake2b512 =
    of_libb2<blake2b_state, BLAKE2B_OUTBYTES, blake2b_init, blake2b_update, blake2b_final>("blake2b512",
                                                                                           BLAKE2B_BLOCKBYTES);
constexpr nettle_hash blake2s256 =
    of_libb2<blake2s_state, BLAKE2S_OUTBYTES, blake2s_init, blake2s_update, blake2s_final>("blake2s256",
                                                                                           BLAKE2S_BLOCKBYTES);

/// The names of algorithms, in lower case and without hyphens.
struct AlgorithmRow {
  std::string_view name;
  const nettle_hash* hash;
};

constexpr auto algorithms = std::to_array<AlgorithmRow>({
    {"sha1", &nettle_sha1},
    {"sha224", &nettle_sha224},
    {"sha256", &nettle_sha256},
    {"sha384", &nettle_sha384},
    {"sha512", &nettle_sha512},
    {"sha3256", &nettle_sha3_256},
    {"sha3384", &nettle_sha3_384},
    {"sha3512", &nettle_sha3_512},
    {"md5", &nettle_md5},
    {"blake2b512", &blake2b512},
    {"blake2s256", &blake2s256},
});

class NettleHash final : public Hash {
 public:
  explicit NettleHash(const nettle_hash& hash) : hash_(hash) { hash_.init(&context_); }

  void add(std::string_view bytes) override {
    hash_.update(&context_, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
  }

  std::string finish() override {
    std::string bytes(hash_.digest_size, '\0');
    hash_.digest(&context_, bytes.size(), reinterpret_cast<std::uint8_t*>(bytes.data()));
    return bytes;
  }

 private:
  const nettle_hash& hash_;
  Context context_;
};

}  // namespace

std::unique_ptr<Hash> new_hash(std::string_view algorithm) {
  const auto row = std::ranges::find(algorithms, algorithm, &AlgorithmRow::name);
  return row == algorithms.end() ? nullptr : std::make_unique<NettleHash>(*row->hash);
}

}  // namespace absolve::warc
