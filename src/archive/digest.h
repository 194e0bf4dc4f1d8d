#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

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

/// The digests of one text, each made when it is first asked for, and once: a record may name as many as it likes.
class Digests {
 public:
  /// `add`: adds the text.
  explicit Digests(std::function<void(Digest&)> add) : add_(std::move(add)) {}

  /// By an algorithm, as for Digest::of; nullptr: it is none that is known here.
  [[nodiscard]] const std::string* by(std::string_view algorithm);

 private:
  std::function<void(Digest&)> add_;
  std::map<std::string, std::optional<std::string>> made_;  // by algorithm
};

/// A digest as a field says it (WARC 1.1, section 5.8: labelled-digest): `sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ`.
struct LabelledDigest {
  std::string_view algorithm;
  std::optional<std::string_view> value;  // nullopt: there is no colon before one
};
[[nodiscard]] LabelledDigest read_labelled_digest(std::string_view field) noexcept;

/// How a digest is written (RFC 4648): Base16 in lower case, Base32 with its padding. Linear.
[[nodiscard]] std::string base16(std::string_view bytes);
[[nodiscard]] std::string base32(std::string_view bytes);

/// The digest `bytes` written as another one of its algorithm was: in its base, its case, with its padding or without;
/// where that was written in no way known here, as base16() does. Linear.
[[nodiscard]] std::string written_like(std::string_view other, std::string_view bytes);

/// Whether a digest that was written as `value` is one of those bytes; nullopt: it is written in no way known here, or
/// as one of another length is. Linear.
[[nodiscard]] std::optional<bool> is_written_for(std::string_view value, std::string_view bytes);

/// The UUID of a name in a namespace of absolve's own (RFC 9562, section 5.5: version 5), as a record has it:
/// `<urn:uuid:...>`.
[[nodiscard]] std::string record_id(std::string_view name);

}  // namespace absolve::warc
