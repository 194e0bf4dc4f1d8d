#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "../codec/codec.h"
#include "../find/finding.h"
#include "tree.h"

namespace absolve::inline detail {

/// Turns edits of a text into edits of the text around it, precise enough to ask the codecs around it whether they can
/// hold them: the new texts and their places, and the quotes that a value may get. Other characters that are escaped
/// are left out: they are ASCII between ASCII. `codec` is nullptr if the outer text reads as itself. The value of an
/// attribute may be long: this is logarithmic in it, and linear in the new texts.
[[nodiscard]] std::vector<Edit> to_ask_around(codec::Coding coding, const codec::Codec* codec, std::string_view outer,
                                              std::vector<Edit> edits, Strings& strings);

/// How a text around markup writes the quotes of an attribute. Markup has no such quotes: it takes all of the value as
/// one without quotes, or as an empty one.
enum class QuotesOf : std::uint8_t {
  markup,
  string,            // in JSON or in a script: `"<a href=\"x\">"`
  quoted_printable,  // `<a href=3D"x">`; a soft line break may be behind the name, or before the quotes
  doubled,           // in a table, in SQL or in Basic: `"<a href=""x"">"`
};

/// Whether a value without quotes is the beginning of one in quoted-printable. `behind` is what follows it.
///
///     href=3D"x"    href=3D=    href==    href=
///                   "x"         3D"x"     =3D"x"
[[nodiscard]] bool is_quoted_printable(std::string_view raw, std::string_view behind) noexcept;

/// A value that was decoded.
class OpenValue {
 public:
  /// `around` is the text that the value is in. It must outlive this.
  OpenValue(std::string_view around, const Value& value);
  /// A value in the text of a node, which must outlive this.
  OpenValue(const Node& node, const Value& value) : OpenValue(node.text, value) {}

  /// The decoded text.
  [[nodiscard]] std::string_view text() const noexcept { return text_; }
  /// The codec that it is written in; nullptr if the text reads as itself.
  [[nodiscard]] const codec::Codec* codec() const noexcept { return codec_.get(); }

  /// The text as it is written.
  [[nodiscard]] std::string_view raw() const noexcept { return raw_; }

  [[nodiscard]] codec::Coding coding() const noexcept { return coding_; }

  /// How a text around an attribute has written its quotes, if it has.
  [[nodiscard]] QuotesOf quotes_of() const noexcept {
    const bool may_be_odd = raw_.empty() || raw_.front() == '\\' || raw_.front() == '=' || raw_.front() == '3';
    return may_be_odd ? read_quotes() : QuotesOf::markup;
  }

  /// Where byte `offset` of its text is in the text around it.
  [[nodiscard]] std::size_t outer_offset(std::size_t offset) const {
    return begin_ + (codec_ ? codec_->outer_offset(offset) : offset);
  }

  /// Turns edits of its text into edits of the text around it. Linear.
  [[nodiscard]] std::vector<Edit> encode(std::span<const Edit> edits, Strings& strings) const;
  /// The same, precise enough to ask the codecs around it.
  [[nodiscard]] std::vector<Edit> to_ask_around(std::vector<Edit> edits, Strings& strings) const;

 private:
  [[nodiscard]] QuotesOf read_quotes() const noexcept;

  std::string_view raw_;
  std::string_view behind_;
  std::size_t begin_;
  codec::Coding coding_;
  std::unique_ptr<const codec::Codec> codec_;
  std::string_view text_;
};

/// The reference in the text of a value that holds one: without the white space around it, if its format says so.
[[nodiscard]] std::string_view reference_in(std::string_view text, const Value& value) noexcept;

/// The offset of a reference that is a slice of a text; for an empty one, the end of the text.
[[nodiscard]] std::size_t offset_in(std::string_view text, std::string_view reference) noexcept;

/// Where a byte of a node's text is in the bytes of its holder.
[[nodiscard]] std::size_t in_bytes(const Tree& tree, std::uint32_t node, std::size_t offset);

/// Turns edits of a node's text into edits of its bytes or, if it is in text, of its range in the text around it. Text
/// that reads as itself has no codec, and gets one if the new texts need escapes.
[[nodiscard]] std::vector<Edit> through_codecs(const Tree& tree, const Node& node, std::vector<Edit> edits,
                                               Strings& strings);

/// The innermost of all codecs of a node's text, up to the bytes of its holder, that can't hold edits of that text;
/// nullopt if all can.
[[nodiscard]] std::optional<codec::Coding> refusing(const Tree& tree, std::uint32_t node, std::vector<Edit> edits,
                                                    Strings& strings);

/// Whether the bytes of a URL from outside, which is in UTF-8, mean the same inside of a node. If not, they are written
/// as percent-escapes.
[[nodiscard]] bool holds_utf8(const Tree& tree, const Node& node) noexcept;

}  // namespace absolve::inline detail
