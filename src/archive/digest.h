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

class Hash;

/// A digest of bytes that are added piece by piece.
class Digest {
 public:
  /// `algorithm` is its name as in a WARC-Block-Digest, in any case, with or without hyphens: sha1, SHA-256, md5, ...;
  /// nullopt if it is unknown. SHA-1 and SHA-256 are known, except in a build that reads no archives
  /// (ABSOLVE_ARCHIVES).
  [[nodiscard]] static std::optional<Digest> of(std::string_view algorithm);

  Digest(Digest&&) noexcept;
  Digest& operator=(Digest&&) noexcept;
  ~Digest();

  void add(std::string_view bytes);
  /// The bytes of the digest. Nothing may be added after that.
  [[nodiscard]] std::string finish();

 private:
  explicit Digest(std::unique_ptr<Hash> hash) noexcept;
  std::unique_ptr<Hash> hash_;
};

/// The digests of one text. Each is computed once, when it is first needed: a record may name any number of them.
class Digests {
 public:
  /// `add` is a function that adds the text to a digest.
  explicit Digests(std::function<void(Digest&)> add) : add_(std::move(add)) {}

  /// The digest by an algorithm, named as for Digest::of; nullptr if it is unknown.
  [[nodiscard]] const std::string* by(std::string_view algorithm);

 private:
  std::function<void(Digest&)> add_;
  std::map<std::string, std::optional<std::string>> made_;  // by algorithm
};

/// A digest as written in a field (WARC 1.1, section 5.8: labelled-digest): `sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ`.
struct LabelledDigest {
  std::string_view algorithm;
  std::optional<std::string_view> value;  // nullopt if there is no colon
};
[[nodiscard]] LabelledDigest read_labelled_digest(std::string_view field) noexcept;

/// The notations of digests (RFC 4648): Base16 in lower case, Base32 with its padding. Linear.
[[nodiscard]] std::string base16(std::string_view bytes);
[[nodiscard]] std::string base32(std::string_view bytes);

/// The digest `bytes` in the notation of another digest by the same algorithm: in the same base and case, with or
/// without padding; if that notation is unknown, as base16() writes it. Linear.
[[nodiscard]] std::string written_like(std::string_view other, std::string_view bytes);

/// Whether `value` is the written form of the digest `bytes`; nullopt if its notation is unknown, or its length is that
/// of another digest. Linear.
[[nodiscard]] std::optional<bool> is_written_for(std::string_view value, std::string_view bytes);

/// The UUID of a name in a namespace of absolve's own (RFC 9562, section 5.5: version 5), in the form of a record ID:
/// `<urn:uuid:...>`.
[[nodiscard]] std::string record_id(std::string_view name);

}  // namespace absolve::warc
