#include "sha256.h"

#include <nettle/sha2.h>

#include <array>
#include <cstdint>

namespace absolve::cli {

class Sha256::State {
 public:
  sha256_ctx context;
};

Sha256::Sha256() : state_(std::make_unique<State>()) { ::sha256_init(&state_->context); }
Sha256::~Sha256() = default;

void Sha256::add(std::string_view bytes) noexcept {
  ::sha256_update(&state_->context, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
}

std::string Sha256::finish() {
  constexpr std::string_view digits = "0123456789abcdef";
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
  ::sha256_digest(&state_->context, digest.size(), digest.data());
  std::string text;
  for (const std::uint8_t byte : digest) text.append({digits[byte >> 4U], digits[byte & 15U]});
  return text;
}

}  // namespace absolve::cli
