#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace absolve::codec {

/// Unpacks members of gzip, or frames of zstd, as they come: each by itself.
class Unpacking {
 public:
  struct Step {
    std::size_t taken;         // of the packed bytes
    std::size_t given;         // of the room
    bool is_end;               // of the member or frame
    std::string_view trouble;  // what is wrong, as compressed.h says it; "": nothing
  };

  virtual ~Unpacking() = default;

  /// A new member or frame begins.
  virtual void begin() = 0;
  /// Unpacks as much as there is, or as there is room for. Neither taken nor given: more of it must be seen.
  [[nodiscard]] virtual Step step(std::string_view packed, std::span<char> room) = 0;
};

[[nodiscard]] std::unique_ptr<Unpacking> unpacking_of_gzip();
/// `dictionary`: "": there is none. It is copied.
[[nodiscard]] std::unique_ptr<Unpacking> unpacking_of_zstd(std::string_view dictionary);

/// Packs a member of gzip as it comes. The same gives the same: there is no time and no name in it.
class GzipPacking {
 public:
  GzipPacking();
  ~GzipPacking();
  GzipPacking(const GzipPacking&) = delete;
  GzipPacking& operator=(const GzipPacking&) = delete;

  /// Appends what is ready to `out`.
  void write(std::string_view bytes, std::string& out);
  void finish(std::string& out);

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace absolve::codec
