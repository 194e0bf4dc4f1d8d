#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absolve/options.h"

namespace absolve::inline detail {

/// An entity of a message: the message itself, a multipart, a part.
struct Part {
  std::string number;               // as in IMAP; "" for a message that is a multipart
  std::size_t message;              // number in the mailbox, from 1; 0 outside one
  std::size_t level;                // 0 for the message itself
  std::string type;                 // media type
  std::vector<Candidate> headings;  // header fields that could give a base
  std::string_view note;            // in words: why it was not read, and the like
};

/// The entities of the messages that a plan has read, each before the entities in it.
[[nodiscard]] std::span<const Part> parts_of(const Plan& plan) noexcept;

}  // namespace absolve::inline detail
