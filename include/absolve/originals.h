#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "absolve/archive.h"
#include "absolve/export.h"

namespace absolve {

/// What became of the payload of a record in a full copy: as much as its revisits must know.
struct Original {
  std::string url;     // its WARC-Target-URI
  std::string digest;  // its WARC-Payload-Digest as it was written; "": it has none, by which a revisit could find it
  std::string new_digest;  // as the copy has it: another one, where the payload has changed
  std::uint64_t size = 0;  // of the payload in the copy, in bytes
};

/// `copy`: what response_record made of the record, or response_beginning. nullopt: it is a revisit. Linear in the
/// headers.
[[nodiscard]] ABSOLVE_API std::optional<Original> original_of(std::string_view record, std::string_view copy);

/// The originals that stand before a revisit. A revisit holds no payload: replay finds the record that it stands for by
/// the digest of that, and serves its own header of HTTP with the payload found.
///
///     response  http://a/  sha1:OLD   ->   response  http://a/  sha1:NEW    add()
///     revisit   http://a/  sha1:OLD   ->   revisit   http://a/  sha1:NEW    revisit_record()
///
///     std::string made = absolve::response_record(record.text, plan.edits(), copy);
///     if (const auto original = absolve::original_of(record.text, made)) {
///       originals.add(*original);
///     } else {
///       made = absolve::revisit_record(record.text, originals, copy).text;
///     }
///
/// About 90 bytes for each that has changed and 40 for any other; nothing of what they hold. One thread at a time may
/// use it.
class ABSOLVE_API Originals {
 public:
  Originals();
  ~Originals();
  Originals(Originals&&) noexcept;
  Originals& operator=(Originals&&) noexcept;

  /// Of several that are alike the first counts.
  void add(const Original& original);

  /// What became of the payload that a revisit finds under its URL; nullopt: nothing, or none such is known.
  struct Change {
    std::string_view new_digest;
    std::uint64_t size;
  };
  [[nodiscard]] std::optional<Change> change_of(std::string_view url, std::string_view digest) const;
  /// Whether one with that digest stays as it is, under whichever URL.
  [[nodiscard]] bool stays(std::string_view digest) const;

  /// Those that were added so far stay, as the archive they stand in was written.
  void keep() noexcept;
  /// Those that were added since are none, as it was not.
  void forget();

 private:
  class State;
  std::unique_ptr<State> state_;
};

/// What becomes of a revisit in a full copy.
struct RevisitCopy {
  enum class Fate : std::uint8_t {
    same,      // its original stays as it is, and so does the revisit
    followed,  // it has the new digest; fields of HTTP that are true no longer became what the original's did
    unknown,   // it is copied as it is: no original of its URL is known, or the revisit itself is damaged
  };

  std::string text;  // with the line ends after it
  Fate fate;
  std::string why = {};  // unknown: in words
};

/// The record of a full copy that a revisit becomes. Linear.
[[nodiscard]] ABSOLVE_API RevisitCopy revisit_record(std::string_view record, const Originals& originals,
                                                     const ArchiveCopy& copy);

}  // namespace absolve
