// The insertion modes inside a table, from "in table" to "in cell". What is not allowed there is put before the table
// (foster parenting): its start tag takes effect, but in this way a base element may come before an earlier one in the
// tree (tree_order.h). The mode "in table text" needs no function of its own: text isn't kept, and it only matters
// whether it is white space.

#include <string>

#include "../codec/markup/attributes.h"
#include "../codec/markup/character_references.h"
#include "../text/ascii.h"
#include "tree_construction.h"

namespace absolve::html {
bool is_hidden_input(const SeenTag& input) {
  const auto type = markup::find_attribute(input.text, input.name_end, "type");
  std::string scratch;
  return type && is_name(codec::decode_attribute(type->value(input.text), scratch), "hidden");
}

bool TreeConstruction::in_table(const Token& token) {
  if (token.is_space() || token.is_text()) {
    const bool to_table = (open_.current().traits & fosters) != 0 || open_.is_current("template"_tag);
    return (to_table && token.is_space()) || in_table_otherwise(token);
  }
  if (token.starts_any(table_part)) {
    open_.clear_back_to(table_scope);
    switch (token.tag) {
      case "caption"_tag:
        formatting_.push_marker();
        insert(token);
        mode_ = Mode::in_caption;
        return true;
      case "colgroup"_tag:
        insert(token);
        mode_ = Mode::in_column_group;
        return true;
      case "col"_tag:
        insert_made_up("colgroup"_tag);
        mode_ = Mode::in_column_group;
        return false;
      default:
        mode_ = Mode::in_table_body;
        if ((token.traits & row_group) == 0) {
          insert_made_up("tbody"_tag);
          return false;
        }
        insert(token);
        return true;
    }
  }
  if (token.starts("table"_tag) || token.ends("table"_tag)) {
    if (!open_.in_scope("table"_tag, table_scope)) return true;
    open_.pop_to("table"_tag);
    reset_insertion_mode();
    return token.ends();
  }
  if (token.starts("style"_tag) || token.starts("script"_tag) || token.tag == "template"_tag) return in_head(token);
  if (token.starts("input"_tag) && is_hidden_input(*token.seen)) {
    insert_void(token);
    return true;
  }
  if (token.starts("form"_tag)) {
    if (in_any_template() || form_ != 0) return true;
    insert_void(token);
    form_ = open_.new_serial();
    return true;
  }
  if (token.ends_any(table_part) || token.ends("body"_tag) || token.ends("html"_tag)) return true;
  return in_table_otherwise(token);
}

bool TreeConstruction::in_table_otherwise(const Token& token) {
  foster_ = true;
  const bool done = in_body(token);
  foster_ = false;
  return done;
}

bool TreeConstruction::in_caption(const Token& token) {
  if (token.ends("caption"_tag)) return close_caption() || true;
  if (token.starts_any(table_part) || token.ends("table"_tag)) return !close_caption();
  if (token.ends_any(table_part) || token.ends("body"_tag) || token.ends("html"_tag)) return true;
  return in_body(token);
}

bool TreeConstruction::close_caption() {
  if (!open_.in_scope("caption"_tag, table_scope)) return false;
  open_.generate_implied_end_tags();
  open_.pop_to("caption"_tag);
  formatting_.clear_to_marker();
  mode_ = Mode::in_table;
  return true;
}

bool TreeConstruction::in_column_group(const Token& token) {
  if (token.is_space()) return true;
  if (token.starts("html"_tag)) return in_body(token);
  if (token.starts("col"_tag)) {
    insert_void(token);
    return true;
  }
  if (token.ends("col"_tag)) return true;
  if (token.tag == "template"_tag) return in_head(token);
  if (!open_.is_current("colgroup"_tag)) return true;
  open_.pop();
  mode_ = Mode::in_table;
  return token.ends("colgroup"_tag);
}

bool TreeConstruction::in_table_body(const Token& token) {
  const bool starts_row = token.starts("tr"_tag);
  if (starts_row || token.starts_any(cell)) {
    open_.clear_back_to(row_group | table_scope);
    mode_ = Mode::in_row;
    if (starts_row) insert(token);
    else insert_made_up("tr"_tag);
    return starts_row;
  }
  const bool ends_group = token.ends_any(row_group);
  if (ends_group || token.starts_any(table_part) || token.ends("table"_tag)) {
    const bool open = ends_group ? open_.in_scope(token.tag, table_scope) : open_.has_in_scope(row_group, table_scope);
    if (!open) return true;
    open_.clear_back_to(row_group | table_scope);
    open_.pop();
    mode_ = Mode::in_table;
    return ends_group;
  }
  return in_table(token);
}

bool TreeConstruction::in_row(const Token& token) {
  if (token.starts_any(cell)) {
    open_.clear_back_to(table_scope, "tr"_tag);
    insert(token);
    mode_ = Mode::in_cell;
    formatting_.push_marker();
    return true;
  }
  if (token.ends("tr"_tag)) return close_row() || true;
  if (token.starts_any(table_part) || token.ends("table"_tag)) return !close_row();
  if (token.ends_any(row_group)) return !open_.in_scope(token.tag, table_scope) || !close_row();
  return in_table(token);
}

bool TreeConstruction::close_row() {
  if (!open_.in_scope("tr"_tag, table_scope)) return false;
  open_.clear_back_to(table_scope, "tr"_tag);
  open_.pop();
  mode_ = Mode::in_table_body;
  return true;
}

bool TreeConstruction::in_cell(const Token& token) {
  if (token.ends_any(cell)) {
    if (!open_.in_scope(token.tag, table_scope)) return true;
    open_.generate_implied_end_tags();
    open_.pop_to(token.tag);
    formatting_.clear_to_marker();
    mode_ = Mode::in_row;
    return true;
  }
  if (token.starts_any(table_part)) {
    if (!open_.has_in_scope(cell, table_scope)) return true;
    close_cell();
    return false;
  }
  if (token.ends("table"_tag) || token.ends("tr"_tag) || token.ends_any(row_group)) {
    if (!open_.in_scope(token.tag, table_scope)) return true;
    close_cell();
    return false;
  }
  if (token.ends_any(table_part) || token.ends("body"_tag) || token.ends("html"_tag)) return true;
  return in_body(token);
}

void TreeConstruction::close_cell() {
  open_.generate_implied_end_tags();
  open_.pop_to(OpenElements::Traits{cell});
  formatting_.clear_to_marker();
  mode_ = Mode::in_row;
}

}  // namespace absolve::html
