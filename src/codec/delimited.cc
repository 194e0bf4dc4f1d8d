#include <algorithm>

#include "../text/ascii.h"
#include "../text/edits.h"
#include "rows.h"

namespace absolve::codec {
namespace {

/// Whether a row can say a text.
bool can_say(Coding coding, std::string_view text) {
  const bool has_space = std::ranges::any_of(text, is_space);
  switch (coding) {
    case Coding::srcset_url: return !has_space && !text.empty() && text.front() != ',' && text.back() != ',';
    case Coding::token: return !has_space && !text.empty();
    case Coding::between_commas: return !text.empty() && text.find(',') == std::string_view::npos;
    case Coding::refresh_quotation_mark: return text.find('"') == std::string_view::npos;
    case Coding::refresh_apostrophe: return text.find('\'') == std::string_view::npos;
    case Coding::refresh_url: return !text.empty() && text.front() != '"' && text.front() != '\'';
    default: return true;
  }
}

/// What stands between delimiters, and knows no escapes: what can't be said there can't be held.
class Delimited final : public Codec {
 public:
  Delimited(Coding coding, std::string_view outer) noexcept : Codec(outer), coding_(coding) { text_ = outer; }

  [[nodiscard]] std::size_t outer_offset(std::size_t offset) const override { return offset; }
  [[nodiscard]] bool can_hold(const Edit& edit) const override { return can_say(coding_, edited(text_, {&edit, 1})); }
  [[nodiscard]] std::vector<Edit> encode(std::span<const Edit> edits, Strings&) const override {
    return {edits.begin(), edits.end()};
  }

 private:
  Coding coding_;
};

}  // namespace

std::unique_ptr<Codec> open_delimited(Coding coding, std::string_view outer, const Surroundings&) {
  return std::make_unique<Delimited>(coding, outer);
}

}  // namespace absolve::codec
