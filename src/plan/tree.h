#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../codec/charset/charset.h"
#include "../codec/codec.h"
#include "../find/finding.h"
#include "absolve/edit.h"
#include "absolve/note.h"
#include "link_answers.h"

namespace absolve::inline detail {

/// Why the base elements of a document stay whatever the options say.
enum class BaseElements : std::uint8_t {
  may_go,
  hold_structure,    // without them a line would read as one between parts or messages
  hold_declaration,  // without them another charset would be found declared
};

/// Whether a document can be rewritten in the message around it.
enum class Safety : std::uint8_t {
  safe,
  header_too_long,      // it would pass the limit on headers
  field_too_long,       // a field of it, too long already, would grow, and can't be folded
  would_delimit_parts,  // a line of it would come to read as one between parts or messages
};

/// A document in the tree of documents.
///
///     a message             node 0, the piece itself
///       └ a page in base64  node 1, behind base64
///           └ srcdoc        node 2, behind the quotes of an attribute
///
/// Between the text around it and its own text are its codecs:
///
///     text around:  ...PGEgaHJlZj0neCc+...    outer, from `begin` to `end`
///                      base64                  codecs[0]
///     bytes:        <a href='x'>               what links of it are counted in
///                      UTF-16 and the like     codecs[1]
///     text:         <a href='x'>               what its finder reads
struct Node {
  static constexpr std::uint32_t none = UINT32_MAX;

  // Where it is.
  std::uint32_t index = 0;  // its own
  std::uint32_t parent = none;
  std::uint32_t value = 0;   // index among the values of its parent
  std::uint32_t holder = 0;  // the node whose bytes its links are counted in: itself, or where it is in text, that
                             // of its parent
  bool in_text = false;      // it is in the text of a document, and is no entity of a message
  bool is_encoded = false;   // there, behind a transfer encoding
  Format format = Format::html;
  std::string_view media_type = {};
  std::size_t begin = 0;  // in the text around: that of the parent, or the source
  std::size_t end = 0;
  Stays stays = Stays::no;                  // why all in it stays as it is, and is only listed
  std::uint16_t level = 0;                  // documents and entities around it
  std::uint16_t text_levels = 0;            // of these, the documents in whose text it is nested
  std::uint16_t decoded_levels = 0;         // of these, the ones that hold a decoded copy, itself included
  std::string_view part = {};               // MIME part number
  std::optional<std::size_t> offset = {};   // of its bytes in the source; nullopt: behind a transfer encoding
  std::optional<std::size_t> note_at = {};  // where notes on it point to then

  // What it reads as.
  std::vector<const codec::Codec*> codecs = {};  // the outermost first; the plan owns them
  std::string_view bytes = {};
  std::string_view text = {};
  codec::Encoding encoding = codec::Encoding::ascii_compatible;
  std::unique_ptr<const std::string> declared_charset = {};  // what its first bytes declare, where that counts
  std::uint32_t codecs_of_bytes = 0;  // how many of them, from the first on, lead to its bytes; in text: none
  bool may_refuse = false;            // codecs around its text may refuse edits of it
  bool stays_ascii = false;           // it is in mail without a transfer encoding

  // What was found.
  FoundText finding = {};
  std::vector<std::uint32_t> children = {};  // in the order of their values
  std::vector<std::uint32_t> scopes = {};    // the numbers of what Finding::scopes holds
  std::uint32_t first_scope = 0;             // of these: the first number,
  std::uint32_t end_scope = 0;               // and that after the last
  std::uint32_t scope_around = none;         // what covers it from outside
  std::uint32_t scope = none;                // and with its own base elements

  // Turned one way, from round to round.
  bool readable = true;  // false: nothing of it is shown
  bool unread = false;   // a limit was passed when it was read
  bool passes_output_limit = false;
  bool keeps_charset_declaration = false;  // then no reference in the first bytes changes
  BaseElements base_elements = BaseElements::may_go;
  Safety safety = Safety::safe;

  // Decided in a round.
  bool entered = false;           // it was shown
  bool gave_up = false;           // its references would exceed the limit on the size of the output
  std::uint32_t document = none;  // index of the public document
  std::size_t first_link = 0;
  std::size_t end_link = 0;
  std::vector<Edit> cuts = {};   // base elements that go away; of the text
  std::vector<Edit> edits = {};  // of the text

  /// Where a byte of its bytes lies in the source, as far as there is such a place.
  [[nodiscard]] std::optional<std::size_t> in_source(std::size_t at) const noexcept {
    return offset ? std::optional(*offset + at) : note_at;
  }
};

/// The order of notes on one node, around those on its children.
enum class NotePosition : std::uint8_t { first, in_order, after, last };

struct TreeNote {
  std::uint32_t node;
  NotePosition position;
  std::size_t order;  // in_order: the place in the text before which it comes
  Note note;
};

/// All documents in one piece of an input, each after the one around it.
struct Tree {
  std::string_view piece;
  std::size_t begin = 0;    // of the piece in the source
  std::size_t message = 0;  // number in the mailbox
  bool length_is_kept = false;
  std::deque<Node> nodes;
  std::vector<TreeNote> found_notes;
  std::vector<TreeNote> round_notes;  // those of the last round alone are kept
  bool leaves_references = false;     // there may be references where nothing was read
  bool keeps_locations = false;       // no Content-Location changes
  bool may_have_copies = false;       // references may lead to copies that were saved along with it
  LinkAnswers answers = {};           // of Options::on_link
};

/// Whether a node is a message of mail or of HTTP, or several, or a record: what it holds are entities, and it shows no
/// links of its own.
[[nodiscard]] inline bool holds_entities(const Node& node) noexcept {
  return node.format == Format::mime || node.format == Format::http || node.format == Format::har ||
         node.format == Format::warc;
}

/// Whether all of it is a record of an archive.
[[nodiscard]] inline bool is_record(const Tree& tree) noexcept { return tree.nodes.front().format == Format::warc; }

/// What the message around a document says of it; nullptr: it is in none.
[[nodiscard]] inline const PartContext* context_of(const Tree& tree, const Node& node) noexcept {
  if (node.parent == Node::none || node.in_text) return nullptr;
  const FoundText& around = tree.nodes[node.parent].finding;
  return &around.entity->contexts[node.value];
}

/// The scope that covers a value of a node.
[[nodiscard]] inline std::uint32_t scope_of(const Node& node, const Value& value) noexcept {
  return value.scope == Value::none ? node.scope : node.scopes[value.scope];
}

/// Goes over the nodes in document order, without recursion. `visitor.enter(node)` says whether to go on into it;
/// `visitor.pass(node, child)` is called before each child, and with nullptr after the last; then
/// `visitor.leave(node)`.
template <class Visitor>
void walk(Tree& tree, Visitor&& visitor) {
  struct Step {
    Node* node;
    std::size_t next;  // child
  };
  std::vector<Step> steps;
  const auto enter = [&](Node& node) {
    if (visitor.enter(node)) steps.push_back({&node, 0});
  };
  enter(tree.nodes.front());
  while (!steps.empty()) {
    Step& step = steps.back();
    Node& node = *step.node;
    if (step.next < node.children.size()) {
      Node& child = tree.nodes[node.children[step.next++]];
      visitor.pass(node, &child);
      enter(child);
      continue;
    }
    visitor.pass(node, nullptr);
    visitor.leave(node);
    steps.pop_back();
  }
}

}  // namespace absolve::inline detail
