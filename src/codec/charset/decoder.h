#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace absolve::codec {

/// What the C library decodes: charsets whose documents are read as they are, as all their markup is ASCII. Only texts
/// that are shown to somebody are decoded.
class Decoder {
 public:
  /// `name` is that of a charset, without further syntax of iconv; "" if there is none.
  explicit Decoder(const std::string& name);
  ~Decoder();
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  /// Whether the C library knows the charset.
  [[nodiscard]] bool is_open() const noexcept;

  /// Appends the text in UTF-8, with an escape for each byte that is no part of a character. It must be open.
  void append(std::string& out, std::string_view bytes) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Whether the C library knows a charset by this name, or can't tell for want of memory.
[[nodiscard]] bool may_know_charset(const std::string& name);

}  // namespace absolve::codec
