#include "redirects.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "../mime/fields.h"
#include "../text/ascii.h"
#include "../text/limits.h"
#include "../url/suitable.h"
#include "absolve/url.h"
#include "blocks.h"

namespace absolve::http {
namespace {

/// Whether a value contains a byte that is not allowed in a field (RFC 9110, section 5.5): readers refuse it, or drop
/// it. Browsers give it to the parser of URLs, which has an answer for all bytes.
bool holds_control(std::string_view value) {
  return std::ranges::any_of(value, [](char c) { return is_control(c) && !is_space(c); });
}

/// Where a block redirects to; nullopt if it doesn't. Of several fields the last is used, and an empty one is ignored,
/// as curl does, which writes such files.
std::optional<Candidate> location_in(std::string_view text, const Block& block, Resolver resolver) {
  std::optional<Candidate> result;
  if (!is_redirection(status_of(text, block))) return result;
  for (const mime::Field& field : mime::find_named(text, block.fields, block.body, "Location")) {
    Candidate one{BaseFrom::redirect, body_of(text, field), field.begin, "", {}};
    if (is_too_long(field)) one.disqualified = describe(Unsuitable::too_long);
    else if (resolver != Resolver::whatwg && holds_control(text.substr(field.body, field.end - field.body)))
      one.disqualified = describe(Unsuitable::control_character);
    else if (one.value.empty()) continue;
    // The following block was retrieved from there, even if the URL is unusable: the URL before it must not be used
    // instead.
    one.ends_search = true;
    result = std::move(one);
  }
  return result;
}

}  // namespace

std::vector<Redirect> redirects_in(std::string_view text, Resolver resolver) {
  std::vector<Redirect> redirects;
  for (std::optional<Block> block = first_block(text); block;) {
    const auto next = next_block(text, *block);
    if (!next || redirects.size() > limits::redirects) break;
    if (auto to = location_in(text, *block, resolver)) redirects.push_back({block->body, next->begin, *std::move(to)});
    block = next;
  }
  return redirects;
}

}  // namespace absolve::http
