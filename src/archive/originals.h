#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "archive.h"

namespace absolve::inline detail {

/// How the payload of a record has changed in a full copy: all that its revisits need to know.
struct Original {
  std::string url;     // its WARC-Target-URI
  std::string digest;  // its WARC-Payload-Digest as it was written; "" if it has none, so that no revisit can find it
  std::string new_digest;  // the digest in the copy: another one, if the payload has changed
  std::uint64_t size = 0;  // of the payload in the copy, in bytes
};

/// The Original for a record. `copy` is the result of response_record or response_beginning for it. nullopt if it is a
/// revisit. Linear in the headers.
[[nodiscard]] std::optional<Original> original_of(std::string_view record, std::string_view copy);

/// The originals that come before a revisit in the archive. A revisit holds no payload: replay software finds the
/// original by the digest in the revisit, and serves the revisit's own HTTP header with the payload of the original.
///
///     response  http://a/  sha1:OLD   ->   response  http://a/  sha1:NEW    add()
///     revisit   http://a/  sha1:OLD   ->   revisit   http://a/  sha1:NEW    revisit_record()
///
///     std::string made = absolve::response_record(record.text, plan.edits(), copy);
///     if (const auto original = absolve::original_of(record.text, made)) {
///       originals.add(*original);
///     } else {
///       made = absolve::revisit_record(record.text, plan.edits(), originals, copy).text;
///     }
///
/// Takes about 90 bytes for each original that has changed and 40 for any other; their contents are not held. Only one
/// thread at a time may use it.
class Originals {
 public:
  Originals();
  ~Originals();
  Originals(Originals&&) noexcept;
  Originals& operator=(Originals&&) noexcept;

  /// Of several with the same digest (and URL, if changed) the first is used.
  void add(const Original& original);

  /// What happened to the payload that a revisit refers to by its URL and digest; nullopt if it has not changed, or it
  /// is unknown.
  struct Change {
    std::string_view new_digest;
    std::uint64_t size;
  };
  [[nodiscard]] std::optional<Change> change_of(std::string_view url, std::string_view digest) const;
  /// Whether an original with that digest is unchanged, whatever its URL is.
  [[nodiscard]] bool stays(std::string_view digest) const;

  /// Confirms those that were added so far: call it when the archive that holds them was written.
  void keep() noexcept;
  /// Removes those that were added since the last keep(): call it when the archive could not be written.
  void forget();

 private:
  class State;
  std::unique_ptr<State> state_;
};

/// What a revisit becomes in a full copy.
struct RevisitCopy {
  enum class Fate : std::uint8_t {
    same,      // nothing in it is out of date, as its original has not changed, or as it describes no payload
    followed,  // it has the new digest; HTTP fields that are no longer true were renamed, as in the original
    unknown,   // it is copied unchanged: no original of its URL is known, or the revisit itself is damaged
  };

  std::string text;  // with the line ends after it
  Fate fate;
  std::string why = {};  // with `unknown`: why, in words
};

/// The record that a revisit becomes in a full copy. `edits` are those of its plan, in its HTTP header. Linear.
[[nodiscard]] RevisitCopy revisit_record(std::string_view record, std::span<const Edit> edits,
                                         const Originals& originals, const ArchiveCopy& copy);

}  // namespace absolve::inline detail
