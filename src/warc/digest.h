#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace absolve::warc {

/// A digest of bytes that come one after the other.
class Digest {
 public:
  /// `algorithm`: as a WARC-Block-Digest names it, in any case, with or without hyphens: sha1, SHA-256, md5, ...;
  /// nullopt: it is none that is known here. SHA-1 always is.
  [[nodiscard]] static std::optional<Digest> of(std::string_view algorithm);

  Digest(Digest&&) noexcept;
  Digest& operator=(Digest&&) noexcept;
  ~Digest();

  void add(std::string_view bytes);
  /// The bytes of the digest. Nothing is added after that.
  [[nodiscard]] std::string finish();

 private:
  class State;
  explicit Digest(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

/// How a digest is written (RFC 4648): Base16 in lower case, Base32 with its padding. Linear.
[[nodiscard]] std::string base16(std::string_view bytes);
[[nodiscard]] std::string base32(std::string_view bytes);

/// The digest `bytes` written as another one of its algorithm was: in its base, its case, with its padding or without;
/// where that was written in no way known here, as base16() does. Linear.
[[nodiscard]] std::string written_like(std::string_view other, std::string_view bytes);

/// The UUID of a name in a namespace of absolve's own (RFC 9562, section 5.5: version 5), as a record has it:
/// `<urn:uuid:...>`.
[[nodiscard]] std::string record_id(std::string_view name);

}  // namespace absolve::warc
