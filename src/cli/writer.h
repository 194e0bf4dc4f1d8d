#pragma once

#include <sys/uio.h>

#include <string>
#include <string_view>
#include <vector>

namespace absolve::cli {

/// Collects bytes and writes them in few large writes. Throws FileError.
class Writer {
 public:
  explicit Writer(int fd);

  void write(std::string_view bytes);
  /// The same without a copy: the bytes must live until the next flush or let_go.
  void write_lasting(std::string_view bytes);
  void flush();
  /// Flushes what was not copied.
  void let_go();

 private:
  void add(std::string_view bytes);

  int fd_;
  std::string buffer_;  // never grows past what it reserves, as parts point into it
  std::vector<iovec> parts_;
  bool refers_ = false;  // to bytes that were not copied
};

}  // namespace absolve::cli
