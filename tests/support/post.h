#pragma once

#include <cstddef>
#include <string>

namespace absolve::test {

/// A message made at random, and what is known of it.
struct Post {
  std::string message;
  std::size_t references = 0;  // relative ones in HTML parts that are read
};

/// Nests multiparts and messages, with boundaries that are prefixes of one another, in all transfer encodings, with
/// headings and junk; well-formed, so that what is in it is known. One seed, one message.
[[nodiscard]] Post make_post(unsigned seed);

/// The same with all that is hard on readers, and some bytes changed, cut or doubled, so that little is known of it.
[[nodiscard]] std::string make_bad_post(unsigned seed);

[[nodiscard]] std::string in_quoted_printable(const std::string& text, const std::string& ending);
[[nodiscard]] std::string in_base64(const std::string& text, std::size_t width, const std::string& ending);

}  // namespace absolve::test
