#include "book_run.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "../../find/file_names.h"
#include "../../text/ascii.h"
#include "../../text/counted.h"
#include "../../url/suitable.h"
#include "../../zip/new_archive.h"
#include "absolve/plan.h"
#include "absolve/url.h"
#include "begun.h"
#include "book.h"
#include "names.h"
#include "package_run.h"

namespace absolve::collect {
namespace {

constexpr std::uint64_t max_member = std::uint64_t{1} << 30;  // bytes

/// Whether the name of a member tells that it holds no links: images, sound, fonts.
bool is_media(std::string_view name) { return other_kind_by_name(name).content == NamedKind::Content::media; }

/// The kinds of documents that a book is made of. Others may lie in it; readers don't show them.
constexpr bool is_of_book(Type type) noexcept { return type == Type::html || type == Type::xml || type == Type::css; }

/// Why a URL can't be that of the folder of a book's package document, in words; "" if it can.
std::string_view problem_of_url(std::string_view url) {
  if (url.find_first_of("?#") != std::string_view::npos)
    return "has a query or a fragment, so it is not that of a folder";
  if (lower_case(url).ends_with(".epub"))
    return "is that of the book itself, which gives its members no base: that of a folder does";
  return {};
}

/// One book.
class BookRun : private PackageRun {
 public:
  BookRun(const RunSettings& settings, const FileBytes& file, const WriteFunction& write, const Input& input,
          const Observer& observer)
      : PackageRun(settings, write, input, observer), book_(file), made_(book_.zip()) {}

  [[nodiscard]] Rewritten run() {
    url_ = folder_url(input_.url, "the URL given");
    image_url_ = folder_url(input_.image_url, "the URL given for images");
    tell_lacking();
    const bool is_left = book_.is_signed() && settings_.options.signatures == Signed::skip;
    if (is_left) add_note(Note::Severity::failure, "its members are signed; left unchanged (--signed=skip)");
    for (std::size_t i = 0; !is_left && i < book_.members().size(); ++i) {
      const zip::Member& member = book_.members()[i];
      if (book_.may_change(member) && !is_media(member.name)) run_member(member, [&] { return run(i); });
    }
    if (is_made_ && result().changes && book_.is_signed()) {
      add_note(Note::Severity::notice, "its META-INF/signatures.xml no longer holds: what it signs was rewritten");
    }
    end(book_.zip(), &made_);
    return std::move(result());
  }

 private:
  void add_note(Note::Severity severity, std::string text) {
    output_.add_note(NoteCode::statement_outdated, severity, std::move(text));
  }

  /// Links in structure are never rewritten, so that readers look for what they name in the book.
  void tell_lacking() {
    const auto& names = book_.lacking();
    if (names.empty()) return;
    add_note(Note::Severity::notice,
             "its structure (package document, table of contents, SMIL) names " +
                 counted(names.size(), "member that it lacks: ", "members that it lacks, such as ") + *names.begin());
  }

  /// A URL that was given for the folder of the package document, with a slash at its end; "" if it can't be one.
  [[nodiscard]] std::string folder_url(const std::string& url, std::string_view whose) {
    if (url.empty()) return {};
    const std::string_view problem = problem_of_url(url);
    if (problem.empty()) return url + (url.ends_with('/') || is_scheme_alone(url) ? "" : "/");
    output_.add_note(NoteCode::unsuitable_base, Note::Severity::notice,
                     std::string(whose) + " '" + url + "' can't be a base: it " + std::string(problem));
    return {};
  }

  /// The URL of a member by that of the folder.
  [[nodiscard]] std::string url_of(std::string_view member, const std::string& folder) const {
    const std::string path = book_.path_from_package(member);
    if (folder.empty() || is_scheme_alone(folder)) return folder;
    if (!path.starts_with("../")) return folder + path;
    const auto base = Base::from(folder, Resolver::rfc3986);  // without `..` above the root of the server
    if (!base) return folder + path;
    std::string scratch;
    const Resolution resolution = base->resolve(path, scratch);
    return std::string(resolution.head) + path.substr(std::min(resolution.offset, path.size()));
  }

  [[nodiscard]] Input input_of(const zip::Member& member) const {
    Input what = input_of_member(member, input_);
    what.url = url_of(member.name, url_);
    what.image_url = url_of(member.name, image_url_);
    what.is_found = true;
    what.is_in_book = true;
    what.is_local_copy = [this, from = member.name](std::string_view path) {
      return book_.leads_to_member(from, path);
    };
    what.retrieved_from.clear();
    if (input_.members_retrieved_from) what.retrieved_from = input_.members_retrieved_from(member.name);
    if (!what.retrieved_from.empty()) what.url.clear();
    for (const Candidate& one : input_.retrieved_from) {
      what.retrieved_from.push_back(one);
      what.retrieved_from.back().disqualified = "that is where the book came from, which gives its members no base";
    }
    return what;
  }

  [[nodiscard]] Rewritten run(std::size_t at) {
    const zip::Member& member = book_.members()[at];
    if (book_.is_encrypted(member)) return unread(member, "is encrypted");
    if (!member.is_readable()) return unread(member, "is compressed by a method that is not read");
    std::string text;
    try {
      expansion_.add(member);
      text = book_.zip().text_of(member, max_member);
    } catch (const BadInput& error) {
      return unread(member, error.what());
    }
    const Plan plan = absolve::plan(std::move(text), input_of(member), settings_.options);
    if (!is_of_book(plan.type())) return {};
    const bool changes = !plan.edits().empty();
    output_.show({.text = plan.source(), .plan = &plan, .member = member.name, .changes = changes});
    if (changes && writes_) made_.replace(at, zip::content_of(plan.output(), member.method), std::nullopt);
    return {.changes = changes};
  }

  /// Only what is of a kind that is read may hold links.
  [[nodiscard]] static Rewritten unread(const zip::Member& member, const std::string& why) {
    if (type_by_name(member.name).empty()) return {};
    return {.notes = {{NoteCode::part_unread, Note::Severity::failure, why + "; left unchanged", {}}}};
  }

  const Book book_;
  zip::NewArchive made_;
  Expansion expansion_;
  std::string url_;  // of the folder of the package document; "" if it is unknown
  std::string image_url_;
};

}  // namespace

Rewritten run_book(const RunSettings& settings, const FileBytes& file, const WriteFunction& write, const Input& input,
                   const Observer& observer) {
  return BookRun(settings, file, write, input, observer).run();
}

}  // namespace absolve::collect
