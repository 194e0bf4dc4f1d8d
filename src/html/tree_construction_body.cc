// The insertion mode "in body" (HTML standard, section 'The "in body" insertion mode'). Its long lists of names are
// traits here (elements.h): one bit for all elements that a rule names together. Rules for single names are cases of a
// switch. Text only matters because it opens formatting elements again, and because a frameset can then no longer
// replace the body. The adoption agency algorithm is in active_formatting.cc.

#include "../codec/markup/attributes.h"
#include "../text/ascii.h"
#include "tree_construction.h"

namespace absolve::html {

bool TreeConstruction::in_body(const Token& token) {
  if (token.ends("html"_tag)) {
    if (!open_.in_scope("body"_tag)) return true;
    mode_ = Mode::after_body;
    return false;
  }
  if (token.starts()) start_in_body(token);
  else if (token.ends()) end_in_body(token);
  else reconstruct_formatting();
  if (token.is_text()) frameset_ok_ = false;
  return true;
}

/// Start tags of elements that share a rule.
void TreeConstruction::start_in_body(const Token& token) {
  if ((token.traits & head_content) != 0) {
    in_head(token);
  } else if ((token.traits & block) != 0) {
    close_p();
    insert(token);
  } else if ((token.traits & heading) != 0) {
    close_p();
    if ((open_.current().traits & heading) != 0) open_.pop();
    insert(token);
  } else if (token.tag == "a"_tag) {
    start_a(token);
  } else if ((token.traits & formatting) != 0) {
    reconstruct_formatting();
    if (token.tag == "nobr"_tag && open_.in_scope("nobr"_tag)) {
      end_formatting(token);
      reconstruct_formatting();
    }
    insert_formatting(token);
  } else if ((token.traits & marker) != 0) {
    reconstruct_formatting();
    insert(token);
    formatting_.push_marker();
    frameset_ok_ = false;
  } else if ((token.traits & foreign_root) != 0) {
    reconstruct_formatting();
    insert_foreign(token, token.tag == "svg"_tag ? Namespace::svg : Namespace::mathml);
  } else if ((token.traits & table_part) == 0) {
    start_special_in_body(token);
  }
}

/// Start tags of elements that have rules of their own, and of all others.
void TreeConstruction::start_special_in_body(const Token& token) {
  switch (token.tag) {
    case "html"_tag:  // its attributes are added to the open one
      if (!in_any_template()) note_insertion(TreeOrder::end, Namespace::html);
      return;
    case "body"_tag:
      if (open_.size() < 2 || open_[1].tag != "body"_tag || in_any_template()) return;
      frameset_ok_ = false;
      return note_insertion(TreeOrder::end, Namespace::html);
    case "frameset"_tag: return start_frameset(token);
    case "head"_tag:
    case "frame"_tag: return;
    case "pre"_tag:
    case "listing"_tag:
      close_p();
      insert(token);
      frameset_ok_ = false;
      skip_line_feed_ = true;
      return;
    case "form"_tag:
      if (form_ != 0 && !in_any_template()) return;
      close_p();
      insert(token);
      if (!in_any_template()) form_ = open_.current().serial;
      return;
    case "li"_tag: return start_list_item(token, [](Tag tag) { return tag == "li"_tag; });
    case "dd"_tag:
    case "dt"_tag: return start_list_item(token, [](Tag tag) { return tag == "dd"_tag || tag == "dt"_tag; });
    case "plaintext"_tag: close_p(); return insert(token);
    case "button"_tag:
      if (open_.in_scope("button"_tag)) {
        open_.generate_implied_end_tags();
        open_.pop_to("button"_tag);
      }
      reconstruct_formatting();
      insert(token);
      frameset_ok_ = false;
      return;
    case "table"_tag:
      if (!quirks_) close_p();
      insert(token);
      frameset_ok_ = false;
      mode_ = Mode::in_table;
      return;
    case "input"_tag:
      if (open_.in_scope("select"_tag)) open_.pop_to("select"_tag);
      reconstruct_formatting();
      insert_void(token);
      if (!is_hidden_input(*token.seen)) frameset_ok_ = false;
      return;
    case "param"_tag:
    case "source"_tag:
    case "track"_tag: return insert_void(token);
    case "hr"_tag:
      close_p();
      if (open_.in_scope("select"_tag)) open_.generate_implied_end_tags();
      insert_void(token);
      frameset_ok_ = false;
      return;
    case "textarea"_tag:
      insert_void(token);
      frameset_ok_ = false;
      return;
    case "xmp"_tag:
      close_p();
      reconstruct_formatting();
      frameset_ok_ = false;
      return insert_void(token);
    case "iframe"_tag: frameset_ok_ = false; return insert_void(token);
    case "noembed"_tag: return insert_void(token);
    case "select"_tag:
      if (open_.in_scope("select"_tag)) return open_.pop_to("select"_tag);
      reconstruct_formatting();
      insert(token);
      frameset_ok_ = false;
      return;
    case "option"_tag:
    case "optgroup"_tag:
      if (open_.in_scope("select"_tag)) {
        open_.generate_implied_end_tags(token.tag == "option"_tag ? "optgroup"_tag : Tag::other);
      } else if (open_.is_current("option"_tag)) {
        open_.pop();
      }
      reconstruct_formatting();
      return insert(token);
    case "rb"_tag:
    case "rtc"_tag:
      if (open_.in_scope("ruby"_tag)) open_.generate_implied_end_tags();
      return insert(token);
    case "rp"_tag:
    case "rt"_tag:
      if (open_.in_scope("ruby"_tag)) open_.generate_implied_end_tags("rtc"_tag);
      return insert(token);
    default:
      reconstruct_formatting();
      if ((token.traits & is_void) == 0) return insert(token);
      insert_void(token);  // area, br, embed, img, keygen, wbr
      frameset_ok_ = false;
  }
}

void TreeConstruction::start_a(const Token& token) {
  const std::size_t entry = formatting_.find("a"_tag, open_);
  if (entry != ActiveFormatting::nowhere) {
    const std::uint32_t serial = formatting_[entry].element.serial;
    end_formatting(token);
    const std::size_t listed = formatting_.find(serial, open_);
    if (listed != ActiveFormatting::nowhere) formatting_.erase(listed);
    const std::size_t stacked = open_.find(serial);
    if (stacked != OpenElements::nowhere) open_.erase(stacked);
  }
  reconstruct_formatting();
  insert_formatting(token);
}

void TreeConstruction::start_list_item(const Token& token, bool (*is_it)(Tag)) {
  frameset_ok_ = false;
  for (std::size_t i = open_.size(); i-- > 0; open_.add_steps(1)) {
    const OpenElement& node = open_[i];
    if (is_it(node.tag)) {
      const Tag tag = node.tag;
      open_.generate_implied_end_tags(tag);
      open_.pop_to(tag);
      break;
    }
    const bool passed = node.tag == "address"_tag || node.tag == "div"_tag || node.tag == "p"_tag;
    if ((node.traits & special) != 0 && !passed) break;
  }
  close_p();
  insert(token);
}

void TreeConstruction::close_p() {
  if (!open_.in_scope("p"_tag, scope | button_scope)) return;
  open_.generate_implied_end_tags("p"_tag);
  open_.pop_to("p"_tag);
}

void TreeConstruction::end_in_body(const Token& token) {
  if ((token.traits & block_end) != 0) {
    if (open_.in_scope(token.tag)) close(token.tag);
    return;
  }
  if ((token.traits & formatting) != 0) return end_formatting(token);
  if ((token.traits & heading) != 0) {
    if (!open_.has_in_scope(heading)) return;
    open_.generate_implied_end_tags();
    return open_.pop_to(OpenElements::Traits{heading});
  }
  if ((token.traits & marker) != 0) {
    if (!open_.in_scope(token.tag)) return;
    close(token.tag);
    return formatting_.clear_to_marker();
  }
  switch (token.tag) {
    case "template"_tag: return end_template();
    case "body"_tag:
      if (open_.in_scope("body"_tag)) mode_ = Mode::after_body;
      return;
    case "form"_tag: return end_form();
    case "p"_tag: return close_p();  // if none is open, one is opened and closed
    case "li"_tag:
      if (open_.in_scope("li"_tag, scope | list_scope)) close("li"_tag);
      return;
    case "dd"_tag:
    case "dt"_tag:
      if (open_.in_scope(token.tag)) close(token.tag);
      return;
    case "br"_tag:
      reconstruct_formatting();
      frameset_ok_ = false;
      return;
    default: any_other_end_tag(token);
  }
}

void TreeConstruction::close(Tag tag) {
  open_.generate_implied_end_tags(tag);
  open_.pop_to(tag);
}

void TreeConstruction::end_form() {
  if (in_any_template()) {
    if (open_.in_scope("form"_tag)) close("form"_tag);
    return;
  }
  const std::uint32_t form = std::exchange(form_, 0);
  if (form == 0 || !open_.is_in_scope(form)) return;
  open_.generate_implied_end_tags();
  const std::size_t at = open_.find(form);
  if (at != OpenElements::nowhere) open_.erase(at);
}

void TreeConstruction::end_formatting(const Token& token) {
  if (!formatting_.adopt(token.tag, open_)) any_other_end_tag(token);
}

void TreeConstruction::any_other_end_tag(const Token& token) {
  for (std::size_t i = open_.size(); i-- > 1; open_.add_steps(1)) {
    const OpenElement& node = open_[i];
    const bool same = token.tag != Tag::other
                          ? node.tag == token.tag
                          : node.space == Namespace::html && equal_ignoring_case(node.name, token.seen->name());
    if (same) {
      open_.generate_implied_end_tags(token.tag);
      return open_.pop_to_size(i);
    }
    if ((node.traits & special) != 0) return;
  }
}

}  // namespace absolve::html
