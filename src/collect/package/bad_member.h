// A member of a package that can't be read, or not written anew: what a package throws where its user would see
// BadInput, with what the program needs that names the member itself.

#pragma once

#include <string>

#include "absolve/rewriter.h"

namespace absolve::collect {

/// The name of the member comes before the reason.
class BadMember : public BadInput {
 public:
  BadMember(const std::string& member, const char* why) : BadInput(member + ": " + why), why_(why) {}

  /// Without the name of the member.
  [[nodiscard]] const std::string& why() const noexcept { return why_; }

 private:
  std::string why_;
};

/// Why an input is bad, without the name of a member.
[[nodiscard]] inline std::string why_of(const BadInput& error) {
  const auto* const member = dynamic_cast<const BadMember*>(&error);
  return member != nullptr ? member->why() : error.what();
}

}  // namespace absolve::collect
