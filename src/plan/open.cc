// The layers of a node, from outside inwards. For a document that is bytes, such as the body of a part:
//
//     text around   PGEgaHJlZj0...    in the message
//     bytes         <a href=...       without its transfer encoding, or the content codings of HTTP
//     text          <a href=...       in UTF-8, if its charset is one that is decoded: otherwise the same
//
// Offsets of links count bytes; finders read text. A document within text, such as srcdoc, has only the codec of its
// value, and the charset of the document around it. The charset comes from, in this order: a byte order mark, the
// header or the user, the document itself (HTML standard, "Determining the character encoding"). Linear in the bytes.
// Each decoded copy lives as long as the plan, so only 8 may be nested in one another.

#include "open.h"

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "../codec/charset/charset.h"
#include "../codec/compression/compressed.h"
#include "../detect/divide.h"
#include "../find/formats.h"
#include "../text/limits.h"
#include "../text/lines.h"
#include "../text/types.h"
#include "finders.h"
#include "list_answers.h"
#include "notes.h"

namespace absolve::inline detail {
namespace {

using codec::Encoding;
using Severity = Note::Severity;

/// Opens the layers between the text around a node and its own.
class TextOpener {
 public:
  TextOpener(PlanBuilder& builder, Tree& tree, Node& node) : builder_(builder), tree_(tree), node_(node) {}

  /// Determines the node's text. False: nothing of it can be read, or listed.
  [[nodiscard]] bool open() {
    node_.first_codec = node_.end_codec = static_cast<std::uint32_t>(tree_.codecs.size());
    if (!decode()) return false;
    node_.text = node_.bytes;
    if (!node_.in_text) {
      settle_charset();
    } else {
      const Node& parent = tree_.nodes[node_.parent];
      node_.encoding = parent.encoding;
      node_.may_refuse = parent.may_refuse || codec::may_refuse(parent.values[node_.value].coding);
    }
    node_.may_refuse = node_.may_refuse || !codec::keeps_ascii(node_.encoding);
    return true;
  }

 private:
  /// Opens the codec of the value that holds the node.
  [[nodiscard]] bool decode() {
    if (node_.parent == Node::none) {
      node_.bytes = tree_.piece;
      return true;
    }
    const Node& parent = tree_.nodes[node_.parent];
    const std::string_view outer = parent.text.substr(node_.begin, node_.end - node_.begin);
    const codec::Coding coding = parent.values[node_.value].coding;
    node_.bytes = outer;
    node_.decoded_levels = parent.decoded_levels;
    if (const PartContext* const context = context_of(tree_, node_); context != nullptr && !context->codings.empty()) {
      return decompress(context->codings);
    }
    if (codec::is_plain(coding, outer)) return true;
    const bool nests = facts_of(node_.format).is_document && !is_header(node_.format);
    const bool is_copy = !codec::is_delimited(coding);
    if (is_copy && parent.decoded_levels >= limits::decoded_levels && nests &&
        (node_.in_text || node_.format == Format::mime)) {
      const bool message = node_.format == Format::mime;
      give_up(tree_, node_.index, message ? NoteCode::part_unread : NoteCode::nesting_limit,
              message ? "messages inside transfer encodings exceed the limit of 8 levels" : "8 decoded copies");
      return false;
    }
    // Edits in attributes insert no line ends; to look for one from each of many attributes would be quadratic.
    const std::string_view ending = node_.in_text ? "\n" : line_ending(outer, line_ending(parent.text, "\n"));
    std::unique_ptr<const codec::Codec> codec = codec::open(
        coding, outer, {.line_ending = ending, .ranges = parent.found().ranges, .ranges_begin = node_.begin});
    if (!codec) {
      give_up(tree_, node_.index, NoteCode::part_unread, "its transfer encoding is invalid");
      return false;
    }
    if (is_copy) ++node_.decoded_levels;
    if (!codec->unread().empty()) {
      tree_.leaves_references = true;
      const NoteCode code = NoteCode::data_after_padding;
      const Note note = worded(code, Severity::failure, {std::string(codec->unread())}, node_.note_at,
                               std::string(node_.part), tree_.message);
      tree_.found_notes.push_back({node_.index, NotePosition::after, 0, note});
    }
    add(std::move(codec));
    return true;
  }

  /// Opens the content codings of an HTTP body, or of a text in HAR, the outermost first.
  [[nodiscard]] bool decompress(const std::vector<codec::Coding>& codings) {
    const codec::DecodeContext around{.stores_decompressed = is_record(tree_), .compressed_size = node_.bytes.size()};
    for (const codec::Coding coding : codings) {
      codec::Fault fault{};
      const bool is_compressed = codec::is_content_coding(coding);
      std::unique_ptr<const codec::Codec> codec = is_compressed
                                                      ? codec::open_compressed(coding, node_.bytes, fault, around)
                                                      : codec::open(coding, node_.bytes, {.line_ending = {}});
      if (!codec && !is_compressed) {
        give_up(tree_, node_.index, NoteCode::part_unread, "its content is not valid base64");
        return false;
      }
      if (!codec) {
        give_up(tree_, node_.index, NoteCode::coding_unread,
                "the compressed data of its body (" + std::string(codec::name_of(coding)) + ") " +
                    std::string(describe(fault)));
        return false;
      }
      add(std::move(codec));
    }
    ++node_.decoded_levels;
    return true;
  }

  /// Small pages rarely declare one: then this takes no memory.
  [[nodiscard]] const DeclaredCharset* kept(DeclaredCharset declared) {
    static const DeclaredCharset none = {.label = {}, .end = prescanned_bytes};
    if (declared.label.empty() && declared.end == none.end) return &none;
    return &tree_.declared_charsets.emplace_front(std::move(declared));
  }

  /// Determines the charset of a document that is bytes: from what is declared outside of it, or else from its first
  /// bytes.
  void settle_charset() {
    const FormatFinder& finder = finder_of(node_.format);
    const bool is_ascii = holds_entities(node_) || is_header(node_.format);
    if (is_ascii) return;
    const PartContext* const context = context_of(tree_, node_);
    const bool goes_on = is_list(node_.format) && builder_.input().continues;  // it has no mark: that is after it
    const bool ends_with_nul =
        builder_.input().null_separated && is_list(node_.format) && node_.format != Format::table;
    std::string_view given = context != nullptr      ? context->charset
                             : is_list(node_.format) ? charset_of_list(node_.bytes, builder_.input())
                                                     : builder_.input().charset;
    // A header with a label that nobody knows says nothing, as in browsers: the document may do so itself.
    if (context != nullptr && finder.declared_charset != nullptr && !codec::names_charset(given)) given = {};
    auto detected = codec::detect(goes_on ? std::string_view() : node_.bytes, given, ends_with_nul);
    if (!detected && finder.declared_charset != nullptr) {
      DeclaredCharset declared = finder.declared_charset(node_.bytes);
      Encoding encoding = codec::encoding_of(declared.label);
      // If bytes can be read this far without it, they are not in UTF-16, whatever they declare (HTML standard,
      // 13.2.3.2).
      if (encoding == Encoding::utf16le || encoding == Encoding::utf16be) encoding = Encoding::utf8;
      detected = {encoding, 0, declared.label};
      node_.declared_charset = kept(std::move(declared));
    }
    if (!detected) return;
    node_.encoding = detected->encoding;
    const bool is_in_utf8 = codec::is_multi_byte(node_.encoding) && node_.format == Format::json_lines;
    if (is_in_utf8) node_.encoding = Encoding::utf8;  // as JSON is (RFC 8259, section 8.1): the label is that of bodies
    const bool has_label = codec::keeps_ascii(node_.encoding) && node_.encoding != Encoding::utf8;
    node_.charset = has_label ? builder_.keep(detected->name) : "utf-8";
    const bool is_japanese = node_.encoding == Encoding::iso2022jp;
    if (codec::is_multi_byte(node_.encoding) || is_japanese) node_.query_charset = builder_.keep(detected->name);
    const Answers answers = answers_of(node_.format, builder_);
    // The shift states at both ends of what an answer replaces may differ.
    if (answers != Answers::in_place && node_.encoding == Encoding::iso2022jp) node_.encoding = Encoding::refused;
    if (node_.encoding == Encoding::refused) {
      tree_.leaves_references = true;
      node_.text = {};
      const Note note = worded(NoteCode::charset_refused, Severity::failure, {detected->name}, node_.note_at,
                               std::string(node_.part), tree_.message);
      tree_.found_notes.push_back({node_.index, NotePosition::first, 0, note});
      return;
    }
    if (codec::keeps_ascii(node_.encoding)) return;
    const codec::Codec& codec = keep(codec::open(
        codec::coding_of(node_.encoding), node_.bytes,
        {.mark = detected->mark, .writes_utf8 = answers == Answers::objects && !codec::is_utf16(node_.encoding)}));
    node_.text = codec.text();
  }

  /// The bytes of the node are now the text of this codec.
  void add(std::unique_ptr<const codec::Codec> opened) {
    const codec::Codec& codec = keep(std::move(opened));
    node_.bytes = codec.text();
    if (!node_.in_text) ++node_.codecs_of_bytes;
  }

  const codec::Codec& keep(std::unique_ptr<const codec::Codec> opened) {
    const codec::Codec& codec = builder_.keep(std::move(opened));
    node_.end_codec = static_cast<std::uint32_t>(tree_.codecs.size());
    return codec;
  }

  PlanBuilder& builder_;
  Tree& tree_;
  Node& node_;
};

}  // namespace

bool open_text(PlanBuilder& builder, Tree& tree, std::uint32_t index) {
  return TextOpener(builder, tree, tree.nodes[index]).open();
}

void give_up(Tree& tree, std::uint32_t index, NoteCode code, std::string why) {
  Node& node = tree.nodes[index];
  node.readable = false;
  node.unread = true;
  tree.leaves_references = true;
  const Note note =
      worded(code, Severity::failure, {std::move(why)}, node.note_at, std::string(node.part), tree.message);
  tree.found_notes.push_back({index, NotePosition::first, 0, note});
}

}  // namespace absolve::inline detail
