// The URL that an input was retrieved from (RFC 1808, section 3.3) is its outermost base. Several sources may give one,
// so there is a chain of scopes. It is made from the outermost inwards: hence the loops that go backwards.
//
// insert_retrieved() puts what a text says about itself into the middle of that chain. Scopes never change once they
// are made, as documents of earlier pieces refer to them: the inner part of the chain is added again, and its outer
// part is shared.

#include "retrieved.h"

#include <algorithm>
#include <utility>

#include "../find/formats.h"
#include "../html/head.h"
#include "../text/base_source.h"
#include "../text/types.h"
#include "../url/split.h"
#include "../url/suitable.h"
#include "notes.h"

namespace absolve::inline detail {
namespace {

/// What `url` has after the root and the slash at its end; nullopt if it does not begin with it.
std::optional<std::string_view> path_below(std::string_view url, std::string_view root) noexcept {
  if (root.ends_with('/')) root.remove_suffix(1);
  if (!url.starts_with(root)) return std::nullopt;
  url.remove_prefix(root.size());
  if (url.empty()) return url;
  return url.front() == '/' ? std::optional(url.substr(1)) : std::nullopt;
}

/// The root of images: their URL without what that of the input has below its root. "" if it doesn't end with that.
std::string root_of_images(const Input& input) {
  const auto path = path_below(input.url, input.root_url);
  if (!path || !input.image_url.ends_with(*path)) return {};
  return input.image_url.substr(0, input.image_url.size() - path->size());
}

/// Adds the scopes of what is given beside the URL of the input.
GivenScopes add_given(PlanBuilder& builder, std::uint32_t around) {
  Scopes& scopes = builder.scopes();
  const Input& input = builder.input();
  const auto add = [&](BaseFrom from, const std::string& url) {
    if (url.empty()) return Scope::none;
    const std::uint32_t scope =
        scopes.add_beside({.from = from, .value = url, .offset = {}, .part = {}, .disqualified = {}}, around);
    if (scopes[scope].base) return scope;
    if (!input.continues) builder.note(unsuitable(scopes[scope], 0));
    return Scope::none;
  };
  GivenScopes given;
  given.images = add(BaseFrom::image_url, input.image_url);
  if (input.root_url.empty()) return given;
  if (!path_below(input.url, input.root_url)) {
    if (!input.continues)
      builder.note(worded(NoteCode::root_elsewhere, Note::Severity::notice, {input.root_url}, {}, {}, 0));
    return given;
  }
  given.root = add(BaseFrom::root_url, input.root_url);
  if (given.images == Scope::none) return given;
  const std::string root = root_of_images(input);
  given.root_of_images = root.empty() ? given.root : scopes.add({BaseFrom::root_url, root, {}, {}, {}}, around);
  if (root.empty() && !input.continues) {
    builder.note(worded(NoteCode::images_below_root, Note::Severity::notice, {input.root_url}, {}, {}, 0));
  }
  return given;
}

/// Whether a tree is a record whose URL is more than a path: what its page says of itself doesn't count then.
bool is_record_with_url(const Tree& tree) noexcept {
  return is_record(tree) && !scheme_of(tree.nodes.front().found().entity->record->target_uri).empty();
}

}  // namespace

Retrieved add_retrieved(PlanBuilder& builder) {
  Scopes& scopes = builder.scopes();
  const Input& input = builder.input();
  Retrieved result;
  for (const bool is_xattr : {true, false}) {  // what an attribute says is the least preferred
    for (auto one = input.retrieved_from.rbegin(); one != input.retrieved_from.rend(); ++one) {
      if ((one->from == BaseFrom::xattr) != is_xattr) continue;
      result.scope = scopes.add(*one, result.scope);
      if (is_xattr) result.outermost = result.scope;
      if (!source_of(*one).knows_copies) continue;
      const bool is_meant = !is_xattr || !input.is_renamed_copy;
      result.copies = std::max(result.copies, is_meant ? Copies::meant : Copies::possible);
    }
  }
  if (!input.url.empty()) result.scope = scopes.add({BaseFrom::retrieval, input.url, {}, {}, {}}, result.scope);
  for (std::uint32_t at = result.scope; at != Scope::none; at = scopes[at].around) {
    const Candidate& one = scopes[at].candidate;
    const bool was_noted = input.continues && one.from != BaseFrom::retrieval;
    const bool is_wrong = !scopes[at].base && !scopes[at].has_scheme && one.disqualified.empty();
    if (is_wrong && !was_noted) builder.note(unsuitable(scopes[at], 0));
  }
  result.given = add_given(builder, result.scope);
  return result;
}

std::uint32_t insert_retrieved(Scopes& scopes, std::uint32_t scope, const Retrieved& retrieved,
                               std::vector<Candidate> found) {
  std::vector<Candidate> inner;
  for (; scope != retrieved.outermost; scope = scopes[scope].around) inner.push_back(scopes[scope].candidate);
  const auto add_all = [&](std::vector<Candidate>& candidates) {
    for (auto one = candidates.rbegin(); one != candidates.rend(); ++one) scope = scopes.add(std::move(*one), scope);
  };
  add_all(found);
  add_all(inner);
  return scope;
}

bool is_root_page(const Tree& tree, const Node& node) noexcept {
  const bool is_root = node.parent == Node::none || tree.nodes[node.parent].format == Format::http ||
                       tree.nodes[node.parent].format == Format::warc;
  const bool is_page = node.format == Format::html || node.media_type == "application/xhtml+xml";
  return is_root && is_page && !is_record_with_url(tree);
}

Hint hint_of_url(const Tree& tree, const Node& node, const Input& input, Resolver resolver) {
  constexpr std::size_t longest = 512;  // the longest URL that a message shows, in bytes
  const char* const advice = input.is_in_book ? " (--url with the book named by itself, or --url-map, gives one)"
                                              : " (--url URL says where it came from)";
  const bool lacks_url =
      input.url.empty() && (!is_list(node.format) || node.format == Format::uris || input.is_in_book);
  const char* const usual = lacks_url ? advice : "";
  if (!is_root_page(tree, node)) return usual;
  for (const html::OwnAddress& own : html::own_addresses(node.text)) {
    if (own.url.size() > longest || unsuitable_as_base(own.url, resolver) != Unsuitable::no) continue;
    const std::string who(own.who);
    return {"; its " + who + " is '" + own.url + "': if it was retrieved from there, give this URL with --url",
            own.who};
  }
  return usual;
}

}  // namespace absolve::inline detail
