#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../codec/charset/charset.h"
#include "../codec/codec.h"
#include "../find/finding.h"
#include "../find/formats.h"
#include "../url/scopes.h"
#include "absolve/link.h"
#include "link_answers.h"

namespace absolve::inline detail {

/// Why the base elements of a document must not be removed, whatever the options say.
enum class BaseElements : std::uint8_t {
  may_go,
  hold_structure,    // without them a line would be read as a boundary between parts or messages
  hold_declaration,  // without them another charset declaration would be found
  hold_type,         // without them the document would be read as another type
  hold_coding,       // without them its first bytes would be those of compressed data
};

/// Whether a document can be rewritten: within the message around it, or as a file whose type was detected.
enum class Safety : std::uint8_t {
  safe,
  header_too_long,      // the header would exceed its size limit
  field_too_long,       // one of its fields, too long already, would grow, and can't be folded
  would_delimit_parts,  // one of its lines would be read as a boundary between parts or messages
  would_change_type,    // it would be read as another type, as nothing declares its type
};

/// What most nodes don't have: what was found in one besides values, and what is made of that.
struct FoundBesides : FoundText {
  std::vector<std::uint32_t> numbers = {};               // of FoundText::scopes, among the scopes of the plan
  std::vector<Edit> cuts = {};                           // Node::cuts()
  std::unique_ptr<const std::string> without_base = {};  // if that is still to be compared: the first bytes then
};

/// A document in the tree of documents. There is one for each entry of a feed.
///
///     a message             node 0, the piece itself
///       └ a page in base64  node 1, inside base64
///           └ srcdoc        node 2, inside the quotes of an attribute
///
/// Its codecs are between the text around it and its own text:
///
///     text around:  ...PGEgaHJlZj0neCc+...    outer, from `begin` to `end`
///                      base64                  the first of codecs_of()
///     bytes:        <a href='x'>               offsets of its links count in these
///                      UTF-16 and the like     the second
///     text:         <a href='x'>               what its finder reads
struct Node {
  static constexpr std::uint32_t none = UINT32_MAX;

  // Its place.
  std::uint32_t index = 0;  // of this node
  std::uint32_t parent = none;
  std::uint32_t value = 0;   // index among the values of its parent
  std::uint32_t holder = 0;  // the node in whose bytes the offsets of its links count: itself, or, if it is in text,
                             // the holder of its parent
  std::string_view media_type = {};
  std::size_t begin = 0;  // in the text around it: that of the parent, or the source
  std::size_t end = 0;
  std::string_view part = {};              // MIME part number
  std::optional<std::size_t> offset = {};  // of its bytes in the source; nullopt if they are inside a transfer encoding
  std::optional<std::size_t> note_at = {};  // if so, where notes on it point to
  std::uint16_t level = 0;                  // number of documents and entities around it
  std::uint16_t text_levels = 0;            // how many of these are documents in whose text it is nested
  std::uint16_t decoded_levels = 0;         // how many of these, and of itself, hold a decoded copy
  Format format = Format::html;
  Stays stays = Stays::no;  // why everything in it is left unchanged, and is only listed
  bool in_text = false;     // it is in the text of a document, and is not an entity of a message
  bool is_encoded = false;  // if so: in base64 or the like

  // Its content.
  codec::Encoding encoding = codec::Encoding::ascii_compatible;
  bool may_refuse = false;            // codecs around its text may refuse edits of it
  bool in_markdown = false;           // it is Markdown, or in it
  bool stays_ascii = false;           // it is in mail, without a transfer encoding
  std::uint32_t codecs_of_bytes = 0;  // how many of its codecs, from the first, lead to its bytes; 0 if it is in text
  std::uint32_t first_codec = 0;      // of its codecs in Tree::codecs, the outermost first
  std::uint32_t end_codec = 0;
  std::string_view bytes = {};
  std::string_view text = {};
  std::string_view charset = {};                      // the label of that of its text; "" if it is unknown
  std::string_view query_charset = {};                // the label of that of queries; "" means the same
  const DeclaredCharset* declared_charset = nullptr;  // what it declares itself, if that is in effect

  // What was found in it.
  std::vector<Value> values = {};
  std::unique_ptr<FoundBesides> besides = {};  // nullptr if there is nothing else
  std::uint32_t first_child = 0;               // those in it have consecutive numbers, in the order of their values
  std::uint32_t end_child = 0;                 // the last of these numbers, plus 1
  std::uint32_t first_scope = 0;               // the first number of its scopes,
  std::uint32_t end_scope = 0;                 // and the last one, plus 1
  std::uint32_t scope_around = none;           // the scope that covers the node from outside
  std::uint32_t scope = none;                  // the same, or that of its own base elements

  // Changed in one direction only, from round to round.
  bool readable = true;  // false if nothing of it is listed
  bool unread = false;   // a limit was exceeded when it was read
  bool passes_output_limit = false;
  bool keeps_charset_declaration = false;  // if so, no reference before it changes
  BaseElements base_elements = BaseElements::may_go;
  bool may_lose_base = false;  // it was compared without them, and they may go
  Safety safety = Safety::safe;

  // Decided in each round.
  bool entered = false;           // it was added to the plan
  bool gave_up = false;           // its references would exceed the limit on the size of the output
  std::uint32_t document = none;  // index of its document in the plan
  std::size_t first_link = 0;
  std::size_t end_link = 0;
  std::vector<Edit> edits = {};  // edits of its text

  /// What was found in it besides values.
  [[nodiscard]] const FoundText& found() const noexcept {
    static const FoundText nothing;
    return besides ? *besides : nothing;
  }
  /// Edits of its text that remove base elements.
  [[nodiscard]] std::span<const Edit> cuts() const noexcept {
    return besides ? std::span<const Edit>(besides->cuts) : std::span<const Edit>();
  }
  [[nodiscard]] bool has_children() const noexcept { return first_child < end_child; }

  /// Where a byte of its bytes is in the source; if it has no such place, note_at.
  [[nodiscard]] std::optional<std::size_t> in_source(std::size_t at) const noexcept {
    return offset ? std::optional(*offset + at) : note_at;
  }
};

/// The order of the notes on one node, relative to those on its children.
enum class NotePosition : std::uint8_t { first, in_order, after, last };

struct TreeNote {
  std::uint32_t node;
  NotePosition position;
  std::size_t order;  // for in_order: the place in the text that it comes before
  Note note;
};

/// Whether references lead to copies that were saved along with an input.
enum class Copies : std::uint8_t {
  none,
  possible,  // an extended attribute tells that it was saved; a reference must show that copies are meant
  meant,
};

/// The scopes of URLs that are given beside that of the input itself; none if it isn't given.
struct GivenScopes {
  std::uint32_t images = Scope::none;          // Input::image_url
  std::uint32_t root = Scope::none;            // Input::root_url
  std::uint32_t root_of_images = Scope::none;  // the same for images
};

/// All documents in one piece of an input, each after the one that encloses it.
struct Tree {
  std::string_view piece;
  const std::vector<std::unique_ptr<const codec::Codec>>& codecs;  // of the plan; those of a node follow one another
  std::size_t begin = 0;                                           // offset of the piece in the source
  std::size_t message = 0;                                         // number in the mailbox
  bool length_is_kept = false;
  GivenScopes given = {};
  std::vector<Node> nodes = {};
  std::forward_list<DeclaredCharset> declared_charsets = {};
  std::vector<TreeNote> found_notes = {};
  std::vector<TreeNote> round_notes = {};      // only those of the last round are kept
  bool leaves_references = false;              // references may be in text that was not read
  bool keeps_locations = false;                // no Content-Location is changed
  Copies copies = Copies::none;                // from possible to meant, in another round
  std::set<std::uint32_t> staying_bases = {};  // scopes of base elements that can't be removed, while copies are behind
                                               // them; more from round to round
  LinkAnswers answers = {};                    // those of Options::on_link
};

/// What later passes need to know of a link besides the link itself.
struct Origin {
  std::uint32_t value;  // index of the value that it is in, in its node
  bool needs_base;      // it is kept, and another base would change its meaning
};

/// Those of all links of a tree.
using Origins = std::vector<Origin>;

/// Whether a node is a message of mail or of HTTP, a collection of these, or a record: it holds entities, and has no
/// links of its own.
[[nodiscard]] inline bool holds_entities(const Node& node) noexcept {
  return node.format == Format::mime || node.format == Format::http || node.format == Format::har ||
         node.format == Format::warc;
}

/// Whether the tree is that of a record of an archive.
[[nodiscard]] inline bool is_record(const Tree& tree) noexcept { return tree.nodes.front().format == Format::warc; }

/// The codecs of a node, the outermost first.
[[nodiscard]] inline std::span<const std::unique_ptr<const codec::Codec>> codecs_of(const Tree& tree,
                                                                                    const Node& node) noexcept {
  return std::span(tree.codecs).subspan(node.first_codec, node.end_codec - node.first_codec);
}

/// What the message around a document says about it; nullptr if it is not in a message.
[[nodiscard]] inline const PartContext* context_of(const Tree& tree, const Node& node) noexcept {
  if (node.parent == Node::none || node.in_text) return nullptr;
  return &tree.nodes[node.parent].besides->entity->contexts[node.value];
}

/// The scope that covers a value of a node.
[[nodiscard]] inline std::uint32_t scope_of(const Node& node, const Value& value) noexcept {
  return value.scope == Value::none ? node.scope : node.besides->numbers[value.scope];
}

/// Puts what stands for the links of a tree, in their order, into the order of the source: the raw HTML of Markdown is
/// one document in several ranges, with other links between them. `first` is the first link of the tree.
template <class One, class Offset>
void order_as_in_source(const Tree& tree, std::span<One> links, std::size_t first, Offset offset) {
  for (const Node& node : tree.nodes) {
    if (node.format != Format::markdown || !node.entered || !node.has_children()) continue;
    const auto own = links.subspan(node.first_link - first, node.end_link - node.first_link);
    if (!std::ranges::is_sorted(own, {}, offset)) std::ranges::stable_sort(own, {}, offset);
  }
}

/// Visits the nodes in document order, without recursion. `visitor.enter(node)` returns whether to visit what is in it;
/// `visitor.pass(node, child)` is called before each child, and with nullptr after the last; then
/// `visitor.exit(node)`.
template <class Visitor>
void walk(Tree& tree, Visitor&& visitor) {
  Node* node = &tree.nodes.front();
  if (!visitor.enter(*node)) return;
  std::uint32_t next = node->first_child;
  for (;;) {
    if (next < node->end_child) {
      Node& child = tree.nodes[next];
      visitor.pass(*node, &child);
      const bool is_entered = visitor.enter(child);
      if (is_entered) node = &child;
      next = is_entered ? child.first_child : next + 1;
      continue;
    }
    visitor.pass(*node, nullptr);
    visitor.exit(*node);
    if (node->parent == Node::none) return;
    next = node->index + 1;
    node = &tree.nodes[node->parent];
  }
}

}  // namespace absolve::inline detail
