#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "active_formatting.h"
#include "foreign_content.h"
#include "open_elements.h"
#include "tree_order.h"

namespace absolve::html {

/// Whether an input element is of type hidden.
[[nodiscard]] bool is_hidden_input(const SeenTag& input);

/// The result of a start tag.
struct Placement {
  Namespace space;
  bool in_tree;  // false if the tag was ignored, or its attributes were added to an element that exists already
  bool in_template;
  TreeOrder::Place place;
};

/// Tree construction by the current HTML standard (section 13.2.6), with scripting disabled, but without building a
/// tree: only the stack of open elements, the list of active formatting elements and the insertion mode. These
/// determine the namespace of a tag, and whether it is ignored.
///
/// Time is linear in the page as long as `passed_limit` returns none. Memory is linear in the nesting, which is
/// limited, and in the number of tables.
class TreeConstruction {
 public:
  explicit TreeConstruction(std::string_view text) noexcept : text_(text), formatting_(text) {}

  void doctype(std::string_view token);

  /// Text as written in the source, character references included.
  void characters(std::string_view raw);
  void cdata(std::string_view text);

  Placement start_tag(const SeenTag& tag, std::size_t end);
  void end_tag(const SeenTag& tag);

  /// Whether the current node is foreign.
  [[nodiscard]] bool is_foreign() const noexcept {
    return open_.size() > 0 && open_.current().space != Namespace::html;
  }

  /// To be called when the last start tag was that of a base element with an href.
  void note_base(const SeenTag& tag, const Placement& placement) { order_.insert_before(placement.place, tag.begin); }

  /// The offset of the base element that is first in the tree.
  [[nodiscard]] std::optional<std::size_t> first_base() const noexcept { return order_.first_base(); }

  /// The limit that the page exceeds, in words: "the nesting limit"; "" if there is none.
  [[nodiscard]] std::string_view passed_limit() const noexcept;

 private:
  enum class Mode : std::uint8_t {
    initial,
    before_html,
    before_head,
    in_head,
    in_head_noscript,
    after_head,
    in_body,
    in_table,
    in_caption,
    in_column_group,
    in_table_body,
    in_row,
    in_cell,
    in_template,
    after_body,
    in_frameset,
    after_frameset,
    after_after_body,
    after_after_frameset,
  };

  /// A tag, or characters, as the rules see them.
  struct Token {
    enum class Kind : std::uint8_t { start_tag, end_tag, space, text };
    Kind kind;
    Tag tag = Tag::other;
    std::uint64_t traits = 0;
    const SeenTag* seen = nullptr;  // nullptr for a tag that the rules have implied
    std::size_t end = 0;

    [[nodiscard]] bool starts() const noexcept { return kind == Kind::start_tag; }
    [[nodiscard]] bool ends() const noexcept { return kind == Kind::end_tag; }
    [[nodiscard]] bool starts(Tag one) const noexcept { return starts() && tag == one; }
    [[nodiscard]] bool ends(Tag one) const noexcept { return ends() && tag == one; }
    [[nodiscard]] bool starts_any(std::uint64_t any) const noexcept { return starts() && (traits & any) != 0; }
    [[nodiscard]] bool ends_any(std::uint64_t any) const noexcept { return ends() && (traits & any) != 0; }
    [[nodiscard]] bool is_space() const noexcept { return kind == Kind::space; }
    [[nodiscard]] bool is_text() const noexcept { return kind == Kind::text; }
  };

  // The rules of the insertion modes. Each processes a token, or changes the mode and returns false: then the token
  // must be processed again.
  bool initial(const Token& token);
  bool before_html(const Token& token);
  bool before_head(const Token& token);
  bool in_head(const Token& token);
  bool in_head_noscript(const Token& token);
  bool after_head(const Token& token);
  bool in_body(const Token& token);
  bool in_table(const Token& token);
  bool in_caption(const Token& token);
  bool in_column_group(const Token& token);
  bool in_table_body(const Token& token);
  bool in_row(const Token& token);
  bool in_cell(const Token& token);
  bool in_template(const Token& token);
  bool after_body(const Token& token);
  bool in_frameset(const Token& token);
  bool after_frameset(const Token& token);
  bool after_after_body(const Token& token);
  bool after_after_frameset(const Token& token);

  void text(std::string_view decoded);
  void process(const Token& token);
  void process_as_html(const Token& token);
  bool process_in(Mode mode, const Token& token);
  void start_in_foreign_content(const Token& token);
  void end_in_foreign_content(const Token& token);

  // Parts of "in body".
  void start_in_body(const Token& token);
  void start_special_in_body(const Token& token);
  void end_in_body(const Token& token);
  void any_other_end_tag(const Token& token);
  void start_frameset(const Token& token);
  void start_list_item(const Token& token, bool (*is_it)(Tag));
  void start_a(const Token& token);
  void end_form();
  void end_formatting(const Token& token);
  void close(Tag tag);
  void close_p();

  void end_template();
  bool in_table_otherwise(const Token& token);
  bool close_caption();
  void close_cell();
  bool close_row();

  // Inserting.
  [[nodiscard]] TreeOrder::Place place_for_insertion() const noexcept;
  OpenElement element_for(const Token& token, Namespace space);
  void note_insertion(TreeOrder::Place place, Namespace space);
  void insert(const Token& token);
  void insert_void(const Token& token);
  void insert_foreign(const Token& token, Namespace space);
  void insert_made_up(Tag tag);
  void insert_formatting(const Token& token);
  void reconstruct_formatting();

  void reset_insertion_mode();
  [[nodiscard]] bool in_any_template() const noexcept { return open_.holds("template"_tag); }

  std::string_view text_;
  OpenElements open_;
  ActiveFormatting formatting_;
  TreeOrder order_;
  std::vector<Mode> template_modes_;
  Placement placement_{};
  Mode mode_ = Mode::initial;
  TreeOrder::Place youngest_before_body_ = TreeOrder::end;
  std::uint32_t form_ = 0;  // serial of the form element; 0 if there is none
  std::uint32_t head_ = 0;
  bool frameset_ok_ = true;
  bool foster_ = false;
  bool quirks_ = true;
  bool skip_line_feed_ = false;
};

}  // namespace absolve::html
