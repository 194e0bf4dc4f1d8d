#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace absolve::warc {

/// An algorithm of digests at work.
class Hash {
 public:
  virtual ~Hash() = default;

  virtual void add(std::string_view bytes) = 0;
  /// The bytes of the digest. Nothing may be added after that.
  [[nodiscard]] virtual std::string finish() = 0;
};

/// `algorithm` is its name in lower case, without hyphens; nullptr if it is unknown.
[[nodiscard]] std::unique_ptr<Hash> new_hash(std::string_view algorithm);

}  // namespace absolve::warc
