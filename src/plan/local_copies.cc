// Links to files that are there. Somebody opens the file in a browser, and follows a link:
//
//     book/text/ch1.html   <a href="ch2.html#s">      book/text/ch2.html is there
//                          <a href="../../x.html">    it is not
//
// A base in the content changes where links lead. Where it applies, they don't lead to the files beside, unless it
// names the folder of the file itself, or is a base element that is removed. That is only known in the third pass: if a
// base element must stay, Tree::staying_bases says so in the next round.
//
// A base that leads to another folder beside the file, such as `<base href="../">`, is followed there. If a link leads
// to a file by it, the base must stay relative: Tree::copies says so in the next round.
//
// A downloader that leaves pages as they are may still say where they came from. Its links are meant to lead to the
// web, unless one of them can't: then Tree::copies says so in the next round.
//
//     list.php%3Fp=2.html    leads to the file list.php?p=2.html, which is from the URL list.php?p=2

#include "local_copies.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "../codec/charset/url_text.h"
#include "../find/formats.h"
#include "../text/ascii.h"
#include "../text/last_name.h"
#include "../text/percent.h"
#include "../text/types.h"
#include "../url/browsers.h"
#include "../url/resolver.h"

namespace absolve::inline detail {
namespace {

constexpr bool is_in_content(BaseFrom from) noexcept { return from <= BaseFrom::entry; }

/// Places whose references lead a reader elsewhere. All others are for resources.
constexpr auto hyperlinks = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"a", "href"},
    {"a", "ping"},
    {"a", "xlink:href"},
    {"area", "href"},
    {"area", "ping"},
    {"blockquote", "cite"},
    {"button", "formaction"},
    {"del", "cite"},
    {"form", "action"},
    {"input", "formaction"},
    {"ins", "cite"},
    {"meta", "content"},  // a refresh; what other programs read of a page
    {"q", "cite"},
});

bool is_hyperlink(const Rule& rule) noexcept {
  const bool is_href = rule.attribute == "href" || rule.attribute == "xlink:href";
  const bool is_of_mathml = rule.element == "*" && is_href && rule.empty == Empty::resolve;  // SVG's load something
  return is_of_mathml || std::ranges::count(hyperlinks, std::pair(rule.element, rule.attribute)) > 0;
}

bool has_path(std::string_view reference) noexcept { return !before_query(reference).empty(); }

/// Whether the path of a relative reference ends in the folder where it starts: `./`, `name`.
bool stays_in_folder(std::string_view reference) noexcept {
  std::string_view path = before_query(reference);
  while (path.starts_with("./")) path.remove_prefix(2);
  return path.find_first_of("/\\") == std::string_view::npos && path != "..";
}

constexpr std::size_t longest_way = 1024;  // each reference goes it again; hardly any folder is as deep

/// Whether a relative reference begins at the folder where it starts, and not at the root or at another host.
bool begins_in_folder(std::string_view reference) noexcept {
  const std::string_view path = before_query(reference);
  return path.size() <= longest_way && !path.starts_with('/') && path.find('\\') == std::string_view::npos;
}

/// The folder against which references are resolved: `../a/b` gives `../a/`.
std::string folder_of(std::string_view path) {
  const std::string_view name = last_name(path);
  return name == ".." ? std::string(path) + "/" : std::string(path.substr(0, path.size() - name.size()));
}

/// The name that wget gives to a file: it contains the query, in which a slash is escaped.
std::string with_query(std::string path, std::string_view query) {
  for (const char c : query) c == '/' ? path.append("%2F") : path.append(1, c);
  return path;
}

}  // namespace

/// Programs that save copies leave no base in the content or codebase for references to them; and a URL that is a base
/// itself must keep its meaning.
LocalCopy LocalCopies::look_for(std::string_view reference, const Rule& rule, const Value& value, std::uint32_t scope) {
  if (builder_->input().is_in_book) return look_in_book(reference, rule);
  const Options& options = builder_->options();
  const bool keeps = options.local_links == LocalLinks::keep;
  if (names_base(rule) && (keeps || tree_->copies == Copies::meant)) {  // Chromium saves `<base href=".">`
    const bool is_near =
        keeps && rule.element == "base" && tree_->copies == Copies::meant && place_in(scope) <= Place::other_folder;
    const bool is_own = stays_in_folder(reference) && place_in(scope) <= Place::folder;
    return is_own || (is_near && begins_in_folder(reference)) ? LocalCopy::stays : LocalCopy::none;
  }
  const bool has_codebase = rule.against == Against::codebase && value.scope != Value::none;
  if (has_codebase || is_base(rule)) return LocalCopy::none;
  if (!keeps) {
    const bool is_in_reach = !is_in_content(builder_->scopes().from(scope)) || place_in(scope) <= Place::folder;
    const LocalFile file = is_in_reach ? file_at(reference) : LocalFile::none;
    if (file == LocalFile::none) return LocalCopy::none;
    if (tree_->copies == Copies::meant) return LocalCopy::stays;
    return file == LocalFile::renamed_copy ? LocalCopy::sign : LocalCopy::possible;
  }
  const auto& [place, folder] = way_in(scope);
  const bool leads_by_folder = has_path(reference) && begins_in_folder(reference);
  if (place == Place::no_file || (place == Place::other_folder && !leads_by_folder)) return LocalCopy::none;
  if (file_at(folder + std::string(reference)) == LocalFile::none) return LocalCopy::none;
  if (place == Place::other_folder) {
    const bool stays_relative = tree_->copies == Copies::meant || builder_->scopes().base(scope) == nullptr;
    return stays_relative ? LocalCopy::by_base : LocalCopy::sign;
  }
  const bool leads_there = place == Place::file || (place == Place::folder && has_path(reference));
  return leads_there ? LocalCopy::stays : LocalCopy::behind_base;
}

/// In a book, what is there counts before any base (EPUB 3.3, section 4.2.5). What leads a reader elsewhere may lead
/// out of it; all else is a resource, which must be in it.
LocalCopy LocalCopies::look_in_book(std::string_view reference, const Rule& rule) const {
  if (is_base(rule)) return LocalCopy::stays;  // made absolute, it would lead all members' links out of the book
  if (file_at(reference) != LocalFile::none) return LocalCopy::stays;
  const bool resolves = builder_->options().local_links == LocalLinks::resolve;
  return is_hyperlink(rule) || resolves ? LocalCopy::none : LocalCopy::missing;
}

/// Whether the node is a document in a file that may have others beside it. A record of an archive is none.
bool LocalCopies::is_beside_files() const noexcept {
  if (!builder_->input().is_local_copy) return false;
  if (builder_->input().is_in_book) return true;
  if (is_list(node_->format) || is_header(node_->format)) return false;
  if (builder_->options().local_links == LocalLinks::saved) return tree_->copies != Copies::none;
  if (builder_->options().local_links == LocalLinks::resolve) return false;
  const Format around = tree_->nodes.front().format;
  return around != Format::warc && around != Format::har;
}

/// The scope of the base in effect. Without a URL around it, a relative base element gives no base here, but does so in
/// a browser: then it is that scope. So is one of a base element that browsers use, but that can't be a base.
std::uint32_t LocalCopies::base_in(std::uint32_t scope) const {
  const Scopes& scopes = builder_->scopes();
  if (scope == Scope::none || scopes[scope].base_scope != Scope::none) {
    return scope == Scope::none ? scope : scopes[scope].base_scope;
  }
  const Candidate& candidate = scopes[scope].candidate;
  const bool may_lead =
      is_in_content(candidate.from) && candidate.disqualified.empty() &&
      (scopes[scope].ends_without_base || !is_absolute(scopes.resolver(), candidate.value, Controls::kept));
  return may_lead ? scope : Scope::none;
}

/// Who saved the page saw it with its base elements.
bool LocalCopies::is_removed(std::uint32_t base) const {
  if (builder_->options().local_links == LocalLinks::saved) return false;
  return builder_->options().remove_base_elements && !tree_->staying_bases.contains(base) &&
         builder_->scopes()[base].candidate.from == BaseFrom::base_element;
}

/// Where a base in the content leads from the place that holds around it.
LocalCopies::Place LocalCopies::place_by(const Scope& base) const {
  const Candidate& candidate = base.candidate;
  if (!base.is_layer) return Place::file;  // the base around it, spelled in another way
  const bool is_element = candidate.from == BaseFrom::base_element;
  const bool is_relative = !is_absolute(builder_->options().resolver, candidate.value, Controls::kept);
  const bool is_in_folder = candidate.from != BaseFrom::entry && is_relative && stays_in_folder(candidate.value);
  if (!is_in_folder && !is_element) return Place::no_file;  // no browser knows xml:base
  if (!is_in_folder) return is_relative && begins_in_folder(candidate.value) ? Place::other_folder : Place::elsewhere;
  return has_path(candidate.value) ? Place::folder : Place::file;
}

LocalCopies::Way LocalCopies::way_in(std::uint32_t scope) {
  const Scopes& scopes = builder_->scopes();
  std::vector<std::pair<std::uint32_t, Way>> passed;  // from the scope outwards
  Way way{Place::file, ""};
  for (std::uint32_t at = scope;; at = scopes[at].around) {
    if (const auto known = ways_.find(at); known != ways_.end()) {
      way = known->second;
      break;
    }
    const std::uint32_t base = base_in(at);
    if (base == Scope::none || !is_in_content(scopes[base].candidate.from)) break;
    Way own{place_by(scopes[base]), ""};
    if (own.place == Place::other_folder) own.folder = folder_of(before_query(scopes[base].candidate.value));
    else if (is_removed(base)) own.place = Place::file;
    passed.emplace_back(at, std::move(own));
    if (passed.back().second.place > Place::other_folder) break;
    at = base;
  }
  for (; !passed.empty(); passed.pop_back()) {
    const auto& [at, own] = passed.back();
    way = {std::max(way.place, own.place), way.folder + own.folder};
    if (way.folder.size() > longest_way) way = {Place::no_file, ""};
    ways_[at] = way;
  }
  return way;
}

/// The file that a relative reference leads to, as seen from the input, by its bytes or by its characters: browsers
/// ask for the characters of a page in UTF-8, whatever its charset is.
LocalFile LocalCopies::file_at(std::string_view reference) const {
  const LocalFile file = file_spelled(reference);
  if (file != LocalFile::none || is_ascii(reference) || equal_ignoring_case(node_->charset, "utf-8")) return file;
  std::string scratch;
  return file_spelled(codec::reference_in_utf8(reference, node_->charset, node_->query_charset, scratch));
}

/// The same by its path, or by a name that wget would give it.
LocalFile LocalCopies::file_spelled(std::string_view reference) const {
  const std::string_view path = before_query(reference);
  const bool is_in_book = builder_->input().is_in_book;
  const bool leads_to_host = path.starts_with("//");
  if (path.starts_with('\\') || leads_to_host || (path.starts_with('/') && !is_in_book)) return LocalFile::none;
  const auto file = [&](const std::string& name) {
    const bool is_name = !name.empty() && name.find('\0') == std::string::npos;
    return is_name ? builder_->local_file(name) : LocalFile::none;
  };
  const auto ask = [&](const std::string& name) { return file(name) != LocalFile::none; };
  const bool has_slash_in_name = find_ignoring_case(path, "%2f") < path.size();  // then it stands as it is written
  const std::string decoded = has_slash_in_name ? std::string(path) : percent_decoded(path);
  if (is_in_book) return path.empty() ? LocalFile::copy : file(decoded);
  if (builder_->options().local_links == LocalLinks::saved) return file(decoded);
  if (path.empty()) return LocalFile::copy;  // it leads to the input itself
  const std::string written(path);
  const std::size_t end = std::min(reference.find('#'), reference.size());
  const std::string_view query = reference.substr(path.size(), std::max(end, path.size()) - path.size());
  const bool is_there =
      ask(decoded) || (written != decoded && ask(written)) ||
      (!query.empty() && (ask(with_query(decoded, percent_decoded(query))) || ask(with_query(written, query))));
  return is_there ? LocalFile::copy : LocalFile::none;
}

}  // namespace absolve::inline detail
