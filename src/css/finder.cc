// Style sheets, and the declarations of style attributes. UrlScanner (urls.h) recognizes URLs; here each becomes a
// value with the codec for its form:
//
//     url(x.png)   css_url        url("x.png")   css_quotation_mark        url('x.png')   css_apostrophe
//
// There are no elements: the page around the style tells where it is. Linear. The charset is only declared by an
// @charset that is, byte for byte, the first thing in the sheet.

#include "finder.h"

#include "../find/formats.h"
#include "urls.h"

namespace absolve::css {
namespace {

constexpr Rule url_rule{"", "", Against::document, Empty::no_fetch, FragmentAlone::stays};
constexpr Rule source_map_rule{.element = "", .attribute = "", .kept = Reason::comment};

codec::Coding coding_of(Url::Form form) noexcept {
  switch (form) {
    case Url::Form::quotation_mark: return codec::Coding::css_quotation_mark;
    case Url::Form::apostrophe: return codec::Coding::css_apostrophe;
    case Url::Form::unquoted: break;
    case Url::Form::source_map: return codec::Coding::identity;
  }
  return codec::Coding::css_url;
}

}  // namespace

Finding find(std::string_view text, const Request&) {
  Finding finding;
  UrlScanner urls(text);
  while (const auto url = urls.next()) {
    finding.values.push_back(Value{.begin = url->begin,
                                   .end = url->end,
                                   .element = url->begin,
                                   .rule = url->form == Url::Form::source_map ? &source_map_rule : &url_rule,
                                   .coding = coding_of(url->form)});
  }
  return finding;
}

std::string declared_charset(std::string_view bytes, std::span<const Edit>) {
  constexpr std::string_view begin = "@charset \"";
  bytes = bytes.substr(0, prescanned_bytes);
  if (!bytes.starts_with(begin)) return {};
  const std::string_view rest = bytes.substr(begin.size());
  const std::size_t end = rest.find('"');
  const bool ends = end != std::string_view::npos && rest.substr(end).starts_with("\";");
  return ends ? std::string(rest.substr(0, end)) : std::string();
}

}  // namespace absolve::css
