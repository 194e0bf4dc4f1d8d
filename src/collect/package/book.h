// run_book() opens a Book first. It says which members may change, what path each has in URLs, and which references
// lead to other members.

#pragma once

#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "../../zip/archive.h"
#include "absolve/rewriter.h"
#include "names.h"

namespace absolve::collect {

// A book (EPUB 3.3, section 4: https://www.w3.org/TR/epub-33/#sec-ocf) is a ZIP archive:
//
//     mimetype                    application/epub+zip, stored
//     META-INF/container.xml      names the package document
//     META-INF/encryption.xml     names members that are encrypted
//     META-INF/signatures.xml     signs members
//     OEBPS/package.opf           the package document: lists all others
//     OEBPS/text/ch1.xhtml        pages, style sheets, images

/// A book that is read.
class Book {
 public:
  /// Throws BadInput if it can't be read: its first member is not its media type, it names no package document, names
  /// of members lead out of it or occur twice, or they overlap. Time and memory: linear in its central directory,
  /// except for sorting.
  explicit Book(FileBytes file);
  Book(const Book&) = delete;
  Book& operator=(const Book&) = delete;

  [[nodiscard]] const zip::Archive& zip() const noexcept { return zip_; }
  [[nodiscard]] const std::vector<zip::Member>& members() const noexcept { return zip_.members(); }
  /// Whether links in a member may be rewritten, as far as its name tells: those in structure may not.
  [[nodiscard]] bool may_change(const zip::Member& member) const;
  [[nodiscard]] bool is_encrypted(const zip::Member& member) const {
    return member.is_encrypted || encrypted_.contains(member.name);
  }
  /// Whether META-INF/signatures.xml signs members.
  [[nodiscard]] bool is_signed() const { return by_name_.contains("META-INF/signatures.xml"); }

  /// What a package document, a table of contents (NCX) or SMIL names, and the book lacks: no reader finds it. Sorted.
  [[nodiscard]] const std::set<std::string>& lacking() const noexcept { return lacking_; }

  /// Whether a path leads from a member to a member. It may begin with a slash, at the root of the book, where `..`
  /// stays. A folder is no member.
  [[nodiscard]] bool leads_to_member(std::string_view from, std::string_view path) const;
  /// The path of a member as seen from the folder of the package document, percent-encoded: `text/ch1.xhtml`,
  /// `../cover.xhtml`.
  [[nodiscard]] std::string path_from_package(std::string_view member) const;

 private:
  void read_container();
  void read_package(const std::string& name);
  void note_lacking(const std::string& name, const std::string& text);
  void note_lacking_in(const std::string& name);
  void read_encryption();
  [[nodiscard]] std::string text_of(const std::string& name);

  zip::Archive zip_;
  std::unordered_map<std::string, const zip::Member*> by_name_;
  std::unordered_set<std::string> structure_;  // members whose links make up the book
  std::unordered_set<std::string> encrypted_;
  std::set<std::string> lacking_;
  Expansion described_;
  std::string folder_;  // of the package document, with a slash at its end; "" for the root
};

}  // namespace absolve::collect
