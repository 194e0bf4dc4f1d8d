#include "book.h"

#include <algorithm>
#include <array>
#include <utility>

#include "../../find/file_names.h"
#include "../../text/ascii.h"
#include "../../text/percent.h"
#include "../../url/split.h"
#include "absolve/url.h"
#include "names.h"
#include "ocf.h"

namespace absolve::collect {
namespace {

constexpr std::size_t max_description = std::size_t{16} << 20;  // of a member that describes the book, bytes

constexpr std::string_view media_type_of_package_document = "application/oebps-package+xml";

/// Media types of members whose references are the structure of the book (sections 5, 9; EPUB 2: NCX).
constexpr auto of_structure = std::to_array<std::string_view>({
    media_type_of_package_document,
    "application/smil+xml",
    "application/x-dtbncx+xml",
});

/// Where structure names members: the manifest, the guide, links of metadata and collections in a package document, the
/// targets of an NCX, the texts and the sound of SMIL.
constexpr auto naming_members = std::to_array<NamedAttribute>({
    {"item", "href"},
    {"reference", "href"},
    {"link", "href"},
    {"content", "src"},
    {"text", "src"},
    {"audio", "src"},
    {"img", "src"},
});

/// The folder of a path, with a slash at its end; "" for the root.
std::string_view folder_of(std::string_view path) noexcept { return path.substr(0, path.rfind('/') + 1); }

/// The name that a path in a folder leads to: `..` ends the name before it, and stays at the root (section 4.2.5).
std::string joined(std::string_view folder, std::string_view path) {
  std::string name(path.starts_with('/') ? std::string_view() : folder);
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view part = path.substr(begin, end - begin);
    const bool is_last = end == path.size();
    if (part == "..") {
      if (!name.empty()) name.erase(name.rfind('/', name.size() - 2) + 1);
    } else if (part != "." && !(part.empty() && (begin == 0 || is_last))) {
      name.append(part).append(is_last ? "" : "/");
    }
    begin = end + 1;
  }
  return name;
}

std::string decoded_path(std::string_view reference) {
  return percent_decoded(reference.substr(0, reference.find_first_of("?#")));
}

}  // namespace

Book::Book(FileBytes file) : zip_(std::move(file)) {
  require_good_names(zip_);
  require_apart(zip_);
  for (const zip::Member& member : members()) by_name_.emplace(member.name, &member);
  const auto first = std::ranges::min_element(members(), {}, &zip::Member::begin);
  const bool is_marked = first != members().end() && first->name == "mimetype" &&
                         trimmed(description_in(zip_, *first, max_description)) == media_type_of_epub;
  if (!is_marked) throw BadInput("its first member is not 'mimetype' with the text application/epub+zip");
  read_encryption();
  read_container();
}

std::string Book::text_of(const std::string& name) {
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) return {};
  const std::string which = "its member " + name;
  try {
    described_.add(*found->second);
  } catch (const BadInput& error) {
    throw BadInput(which + " " + error.what());
  }
  std::string text = description_in(zip_, *found->second, max_description);
  const bool is_wide = text.starts_with("\xFE\xFF") || text.starts_with("\xFF\xFE");
  if (is_wide) throw BadInput(which + " is in UTF-16, which is not read there");
  return text;
}

/// Notes what an XML document of structure names that is not there. What has a scheme or a host is elsewhere.
void Book::note_lacking(const std::string& name, const std::string& text) {
  for (const std::string& value : attributes_in(text, naming_members)) {
    const std::string_view reference = trimmed(value);
    const std::string path = decoded_path(reference);
    if (path.empty() || path.starts_with("//") || !scheme_of(reference).empty()) continue;
    if (!leads_to_member(name, path)) lacking_.insert(joined(folder_of(name), path));
  }
}

/// The same for a member that is read for that alone: one that can't be read lacks nothing that is known.
void Book::note_lacking_in(const std::string& name) {
  const auto found = by_name_.find(name);
  if (found == by_name_.end() || is_encrypted(*found->second)) return;
  try {
    note_lacking(name, text_of(name));
  } catch (const BadInput&) {  // its structure is never written, so its pages don't depend on it
  }
}

/// The manifest of a package document says which members are structure.
void Book::read_package(const std::string& name) {
  const std::string text = text_of(name);
  if (attributes_in(text, "package", "version", {}).empty()) throw BadInput("its " + name + " is no package document");
  note_lacking(name, text);
  for (const auto& [href, type] : attributes_in(text, "item", "href", "media-type")) {
    if (std::ranges::count(of_structure, lower_case(type)) == 0) continue;
    std::string member = joined(folder_of(name), decoded_path(trimmed(href)));
    const auto [added, is_new] = structure_.insert(std::move(member));
    if (is_new) note_lacking_in(*added);
  }
}

/// A book may have renderings of other kinds, such as a PDF, beside those that are read (section 4.2.6.3.1).
void Book::read_container() {
  const std::string container = text_of("META-INF/container.xml");
  std::vector<std::string> packages;
  for (auto& [path, type] : attributes_in(container, "rootfile", "full-path", "media-type")) {
    if (type.empty() || is_name(trimmed(type), media_type_of_package_document)) packages.push_back(std::move(path));
  }
  for (const std::string& package : packages) {
    if (!by_name_.contains(package)) throw BadInput("its META-INF/container.xml names " + package + ", which it lacks");
    if (structure_.insert(package).second) read_package(package);
  }
  if (packages.empty()) throw BadInput("its META-INF/container.xml names no package document");
  folder_ = folder_of(packages.front());
}

void Book::read_encryption() {
  constexpr auto uris = std::to_array<NamedAttribute>({{"CipherReference", "URI"}});
  for (const std::string& uri : attributes_in(text_of("META-INF/encryption.xml"), uris)) {
    encrypted_.insert(joined("", decoded_path(uri)));
  }
}

bool Book::may_change(const zip::Member& member) const {
  constexpr auto endings = std::to_array<std::string_view>({".opf", ".ncx", ".smil"});
  const std::string name = lower_case(member.name);
  const bool is_structure = structure_.contains(member.name) || name.starts_with("meta-inf/") || name == "mimetype" ||
                            std::ranges::any_of(endings, [&](std::string_view end) { return name.ends_with(end); });
  return !is_structure && !name.ends_with('/');
}

bool Book::leads_to_member(std::string_view from, std::string_view path) const {
  const std::string name = joined(folder_of(from), path);
  return !path.ends_with('/') && !name.ends_with('/') && by_name_.contains(name);
}

std::string Book::path_from_package(std::string_view member) const {
  std::string path;
  std::string_view folder = folder_;
  while (!member.starts_with(folder)) {
    path += "../";
    folder = folder_of(folder.substr(0, folder.size() - 1));
  }
  return path + percent_encoded(member.substr(folder.size()));
}

}  // namespace absolve::collect
