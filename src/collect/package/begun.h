// Reads the beginning of a file or a member and detects what it is, before the rest is read. run_file() begins with a
// BegunFile, and a run over a WACZ makes a BegunMember of each archive; a run over a book only uses input_of_member().

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "../../text/byte_queue.h"
#include "../../text/types.h"
#include "../../zip/archive.h"
#include "absolve/rewriter.h"

namespace absolve::collect {

/// A file that is read from its beginning on, and what it is.
class BegunFile {
 public:
  /// `at` is where the input begins, in bytes from 0.
  BegunFile(const FileBytes& file, std::uint64_t at, const Input& input, const Options& options);

  /// A ReadFunction for what comes after the beginning.
  [[nodiscard]] std::size_t read(std::span<char> space);
  /// Whether it is a package of this type, and not compressed as a whole.
  [[nodiscard]] bool is_package(Type type) const noexcept {
    return what.known_type() == type && what.detected->content_coding == ContentCoding::identity;
  }

  ByteQueue begun = {};
  Input what;

 private:
  const FileBytes& file_;
  std::uint64_t at_;
};

/// What is known about a member of a package: it is an input of its own, and no file. `package` is what the package is.
[[nodiscard]] Input input_of_member(const zip::Member& member, const Input& package);

/// A member of a package as an input of its own.
class BegunMember {
 public:
  /// `zip` and `member` must outlive it. Throws BadInput.
  BegunMember(const zip::Archive& zip, const zip::Member& member, const Input& package, const Options& options);

  [[nodiscard]] std::size_t read(std::span<char> space) { return content_.read(space); }

  ByteQueue begun = {};
  Input what;

 private:
  zip::Content content_;
};

}  // namespace absolve::collect
