// The insertion modes around the body: those before it, from "initial" to "after head", templates, and those after the
// body, with framesets. Elements that the page leaves out are implied as the standard says, since they must be on the
// stack: without a head or body tag, a page has both. Scripting is disabled: the content of `noscript` is markup, as
// for readers that run no scripts.

#include "tree_construction.h"

namespace absolve::html {
namespace {

/// End tags that have an effect where a body, or what precedes it, is still to be implied.
bool is_body_html_br(Tag tag) noexcept { return tag == "body"_tag || tag == "html"_tag || tag == "br"_tag; }

}  // namespace

bool TreeConstruction::initial(const Token& token) {
  if (token.is_space()) return true;
  mode_ = Mode::before_html;
  return false;
}

bool TreeConstruction::before_html(const Token& token) {
  if (token.is_space()) return true;
  if (token.ends() && token.tag != "head"_tag && !is_body_html_br(token.tag)) return true;
  mode_ = Mode::before_head;
  if (!token.starts("html"_tag)) {
    insert_made_up("html"_tag);
    return false;
  }
  insert(token);
  return true;
}

bool TreeConstruction::before_head(const Token& token) {
  if (token.is_space()) return true;
  if (token.starts("html"_tag)) return in_body(token);
  if (token.ends() && token.tag != "head"_tag && !is_body_html_br(token.tag)) return true;
  mode_ = Mode::in_head;
  const bool given = token.starts("head"_tag);
  if (given) insert(token);
  else insert_made_up("head"_tag);
  head_ = open_.current().serial;
  return given;
}

bool TreeConstruction::in_head(const Token& token) {
  if (token.is_space()) return true;
  if (token.starts("html"_tag)) return in_body(token);
  if (token.starts("head"_tag)) return true;
  if (token.starts("template"_tag)) {
    insert(token);
    formatting_.push_marker();
    frameset_ok_ = false;
    template_modes_.push_back(Mode::in_template);
    mode_ = Mode::in_template;
    return true;
  }
  if (token.starts_any(head_content)) {
    insert_void(token);
    return true;
  }
  if (token.starts("noscript"_tag)) {
    insert(token);
    mode_ = Mode::in_head_noscript;
    return true;
  }
  if (token.ends("template"_tag)) {
    end_template();
    return true;
  }
  if (token.ends() && token.tag != "head"_tag && !is_body_html_br(token.tag)) return true;
  open_.pop();
  mode_ = Mode::after_head;
  return token.ends("head"_tag);
}

bool TreeConstruction::in_head_noscript(const Token& token) {
  if (token.is_space()) return true;
  if (token.starts("html"_tag)) return in_body(token);
  if (token.starts()) {
    switch (token.tag) {
      case "basefont"_tag:
      case "bgsound"_tag:
      case "link"_tag:
      case "meta"_tag:
      case "noframes"_tag:
      case "style"_tag: return in_head(token);
      case "head"_tag:
      case "noscript"_tag: return true;
      default: break;
    }
  }
  if (token.ends() && token.tag != "noscript"_tag && token.tag != "br"_tag) return true;
  open_.pop();
  mode_ = Mode::in_head;
  return token.ends("noscript"_tag);
}

bool TreeConstruction::after_head(const Token& token) {
  if (token.is_space()) return true;
  if (token.starts("html"_tag)) return in_body(token);
  if (token.starts("head"_tag)) return true;
  if (token.starts("frameset"_tag)) {
    insert(token);
    mode_ = Mode::in_frameset;
    return true;
  }
  if (token.starts_any(head_content)) {  // goes into the head, which is put on the stack once more
    insert_made_up("head"_tag);
    open_[open_.size() - 1].serial = head_;
    in_head(token);
    open_.erase(open_.find(head_));
    return true;
  }
  if (token.ends("template"_tag)) return in_head(token);
  if (token.ends() && !is_body_html_br(token.tag)) return true;
  youngest_before_body_ = order_.youngest();
  mode_ = Mode::in_body;
  if (!token.starts("body"_tag)) {
    insert_made_up("body"_tag);
    return false;
  }
  insert(token);
  frameset_ok_ = false;
  return true;
}

bool TreeConstruction::in_template(const Token& token) {
  if (token.is_space() || token.is_text()) return in_body(token);
  if (token.starts_any(head_content) || token.ends("template"_tag)) return in_head(token);
  if (token.ends()) return true;
  const auto mode = (token.traits & cell) != 0         ? Mode::in_row
                    : token.tag == "tr"_tag            ? Mode::in_table_body
                    : token.tag == "col"_tag           ? Mode::in_column_group
                    : (token.traits & table_part) != 0 ? Mode::in_table
                                                       : Mode::in_body;
  template_modes_.back() = mode;
  mode_ = mode;
  return false;
}

void TreeConstruction::end_template() {
  if (!in_any_template()) return;
  open_.generate_all_implied_end_tags();
  open_.pop_to("template"_tag);
  formatting_.clear_to_marker();
  template_modes_.pop_back();
  reset_insertion_mode();
}

bool TreeConstruction::after_body(const Token& token) {
  if (token.is_space() || token.starts("html"_tag)) return in_body(token);
  const bool ends_html = token.ends("html"_tag);
  mode_ = ends_html ? Mode::after_after_body : Mode::in_body;
  return ends_html;
}

bool TreeConstruction::after_after_body(const Token& token) {
  if (token.is_space() || token.starts("html"_tag)) return in_body(token);
  mode_ = Mode::in_body;
  return false;
}

/// A frameset replaces a body that has shown nothing so far; base elements in that body are removed with it.
void TreeConstruction::start_frameset(const Token& token) {
  if (open_.size() < 2 || open_[1].tag != "body"_tag || !frameset_ok_) return;
  order_.remove_younger_than(youngest_before_body_);
  open_.pop_to_size(1);
  insert(token);
  mode_ = Mode::in_frameset;
}

bool TreeConstruction::in_frameset(const Token& token) {
  if (token.starts("html"_tag)) return in_body(token);
  if (token.starts("noframes"_tag)) return in_head(token);
  if (token.starts("frameset"_tag)) insert(token);
  if (token.starts("frame"_tag)) insert_void(token);
  if (token.ends("frameset"_tag) && open_.size() > 1) {
    open_.pop();
    if (!open_.is_current("frameset"_tag)) mode_ = Mode::after_frameset;
  }
  return true;
}

bool TreeConstruction::after_frameset(const Token& token) {
  if (token.starts("html"_tag)) return in_body(token);
  if (token.starts("noframes"_tag)) return in_head(token);
  if (token.ends("html"_tag)) mode_ = Mode::after_after_frameset;
  return true;
}

bool TreeConstruction::after_after_frameset(const Token& token) {
  if (token.is_space() || token.starts("html"_tag)) return in_body(token);
  if (token.starts("noframes"_tag)) return in_head(token);
  return true;
}

}  // namespace absolve::html
