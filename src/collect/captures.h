// If an index is wanted, Archive passes each record to Captures, with the place of its new form, and gets all lines of
// the index at the end.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "../archive/archive.h"
#include "../archive/exchanges.h"
#include "../archive/old_index.h"
#include "absolve/rewriter.h"

namespace absolve::collect {

/// Collects the lines of an index (CDXJ): of the new archive, and of the old one, if that stays.
class Captures {
 public:
  /// `old_index` is the index that is replaced; nullptr if there is none. `old_name` and `new_name` are those of the
  /// archives in it.
  Captures(const OldIndex* old_index, std::string old_name, std::string new_name)
      : old_index_(old_index), old_name_(std::move(old_name)), new_name_(std::move(new_name)) {}

  /// The next record of the old archive.
  void add_old(const Record& record);
  /// The new form of the last record: where it is in the new archive.
  void add_new(const Record& record, Capture capture, std::uint64_t begin, std::uint64_t end);
  /// If the last record completes an exchange, the line of its capture gets what its request adds to it. What the index
  /// that is replaced says of a request counts more.
  void find_request(const Record& record);

  /// Moves the lines to the result. `size` is that of the old archive.
  void list(Rewritten& result, std::uint64_t size);

 private:
  [[nodiscard]] OldIndex::Carried carry_over(const Record& record, Capture& capture) const;
  void set_request(const Exchanges::Answered& answered);

  struct Old {
    std::optional<Capture> capture;
    std::uint64_t offset;  // of the record
    OldIndex::Carried carried;
  };
  struct New {
    std::size_t number;  // of the record
    bool has_request;
    std::string line;
  };

  const OldIndex* old_index_;
  std::string old_name_;
  std::string new_name_;
  std::vector<Old> old_;  // one for each record
  std::vector<New> new_;
  Exchanges exchanges_;
  std::optional<std::uint64_t> offset_before_;  // of the record before
  bool is_first_in_member_ = false;
};

}  // namespace absolve::collect
