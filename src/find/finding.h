#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace absolve::inline detail {

/// What a reference is resolved against.
enum class Against : std::uint8_t {
  document,   // the base of the document
  retrieval,  // the layers below the document's own base elements: the document's own URL
  codebase,   // the codebase attribute of the same tag, or else the document
};

/// What becomes of a reference without a character.
enum class Empty : std::uint8_t {
  resolve,
  no_fetch,  // stays: it names nothing; resolved, it would fetch the document as an image, a script, ...
  document,  // it means the document's own URL, whatever its base elements say
};

/// What becomes of a reference that is a fragment alone.
enum class FragmentAlone : std::uint8_t {
  resolve,
  stays,  // it points into the document itself
};

/// What a format says of a place where references stand.
struct Rule {
  std::string_view element;    // "*": any; "": the format has no elements
  std::string_view attribute;  // "": the format has no attributes
  Against against = Against::document;
  Empty empty = Empty::resolve;
  FragmentAlone fragment_alone = FragmentAlone::resolve;
};

/// How a value is written, which says how it is decoded and how new text is put into it.
enum class Quoting : std::uint8_t {
  none,            // as it is: a line of a URI list
  quotation_mark,  // an HTML attribute: href="x"
  apostrophe,      // href='x'
  unquoted,        // href=x
  missing,         // href=
  absent,          // href
  field,           // in a header field of a message: white space in it is folding
};

/// One place that holds a URL, or a value that holds one in a syntax that is known but not read. All offsets are bytes
/// of the text that was read, from 0.
struct Reference {
  static constexpr std::uint32_t no_codebase = UINT32_MAX;

  std::size_t begin;  // the value as written, without its quotes
  std::size_t end;
  std::size_t element;  // where the name of the element stands
  const Rule* rule;
  std::uint32_t codebase = no_codebase;  // index of the reference that Against::codebase means
  std::uint16_t element_length;
  Quoting quoting;
  bool unread = false;  // in a syntax that is not read: it stays
};

/// A base element with an href.
struct BaseElement {
  std::size_t begin;  // the tag, from its `<` to behind its `>`
  std::size_t end;
  std::uint32_t reference;  // index of its href
  std::string_view barred;  // why it doesn't count, in words; "" where it may
};

/// All that a finder saw in one document.
struct Finding {
  std::vector<Reference> references;       // by begin, disjoint
  std::vector<BaseElement> base_elements;  // in document order
  std::string_view failure;  // what was passed, in words: "the limit on memory"; "" where the whole was read
};

}  // namespace absolve::inline detail
