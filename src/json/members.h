#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "../find/finding.h"
#include "path_walk.h"

namespace absolve::json {

/// What to do about JSON that is left, as nobody knows its places.
inline constexpr std::string_view advice_on_members = "--json-member reads the members that you name";

/// Finds the members of JSON texts that the user names (FieldNames::members), and the bases that stand beside them
/// (FieldNames::member_urls). It may read several texts, one after the other: the lines of a stream.
///
/// The base of a member is looked for in the object that it is in, and then outwards, up to the first object that holds
/// a string which can be one. A name is that of a member of this object; a path is bound to the member: as far as both
/// have the same steps, it follows the member's own.
///
///     $.data[*].meta.url   serves   $.data[*].html
///     {"data": [{"html": "<a href=x>", "meta": {"url": "http://a/b"}}, ...]}
///               |-- both are in this object: what remains is .meta.url
class MemberFinder {
 public:
  MemberFinder(const Request& request, Finding& finding);

  /// Adds what is in `json`, a slice of `text`, at the end of the finding: `text` is what its offsets are offsets in.
  /// Where it is not JSON, nothing is added; returns whether it is. Linear, times the number of members that are named.
  bool read(std::string_view text, std::string_view json);

  /// Adds notes on what was selected. To be called at the end.
  void add_notes();

 private:
  /// A string that can be a base.
  struct FoundUrl {
    std::size_t begin = 0;
    std::string url = {};
  };

  /// Where strings of a name were found that can be bases: beside a member, or only elsewhere.
  enum class Found : std::uint8_t { nowhere, apart, beside };

  /// What is known about an open object or array.
  struct Container {
    std::vector<FoundUrl> urls = {};          // one for each of member_urls
    std::vector<std::uint32_t> pending = {};  // values whose base was not found yet
    std::size_t selected = SIZE_MAX;          // index in members: it is an array whose strings are selected
  };

  void consume(const Token& token, PathWalk& walk);
  void open(const PathWalk& walk);
  void close();
  void read_string(const Token& token, PathWalk& walk);
  [[nodiscard]] bool read_url(const Token& token, PathWalk& walk);
  [[nodiscard]] std::size_t member_at(const std::vector<Path::Progress>& at) const noexcept;
  void note_seconds(std::size_t chosen, const PathWalk::Level& around);
  [[nodiscard]] bool can_be_base(std::string_view url) const;
  void set_base(const std::vector<std::uint32_t>& values, const FoundUrl& url);

  const Request& request_;
  Finding& finding_;
  std::vector<Path> paths_;          // of members, then of their bases
  std::size_t members_;              // how many of these are of members
  std::vector<std::size_t> counts_;  // what each has selected
  std::vector<bool> is_second_;      // whether it has selected what another one counts for
  std::vector<Found> found_;         // for each of member_urls
  std::size_t without_base_ = 0;
  std::size_t first_without_base_ = 0;
  std::vector<Container> open_;
};

}  // namespace absolve::json
