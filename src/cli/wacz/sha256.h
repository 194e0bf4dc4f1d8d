#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace absolve::cli {

/// The SHA-256 (FIPS 180-4) of bytes that are added piece by piece.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void add(std::string_view bytes) noexcept;
  /// In Base16, lower case. Nothing may be added after that.
  [[nodiscard]] std::string finish();

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace absolve::cli
