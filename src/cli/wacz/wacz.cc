#include "wacz.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "../../text/ascii.h"
#include "../../text/growth.h"
#include "../outputs/archive_names.h"

namespace absolve::cli {
namespace {

constexpr std::string_view folder_of_archives = "archive/";

/// Why a name can't be that of a member; "": it can. On some systems it may lead out of the folder where the archive is
/// unpacked, or be another name of an existing file.
std::string_view problem_of_name(std::string_view name) {
  constexpr std::string_view leads_out = "has a name that leads out of the archive";
  if (name.empty() || name.starts_with('/') || name.find('\\') != std::string_view::npos) return leads_out;
  if (name.ends_with('/')) name.remove_suffix(1);
  std::string_view other;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('/', begin), name.size());
    const std::string_view part = name.substr(begin, end - begin);
    if (part == "..") return leads_out;
    if (part.empty() || part == ".") other = "has a name with an empty or '.' part";
    begin = end + 1;
  }
  return other;
}

/// The whole file, from its initial position. Throws InputError if it is not a file.
FileRange range_of(const OpenInput& input, int descriptor) {
  const struct stat& status = input.status();
  const auto begin = input.begin();
  if (!S_ISREG(status.st_mode) || !begin) throw InputError("is not a regular file");
  const auto size = static_cast<std::uint64_t>(std::max<off_t>(status.st_size, 0));
  return {descriptor, *begin, size - std::min(size, *begin)};
}

}  // namespace

bool is_named_like_wacz(std::string_view path, const Settings& settings) {
  if (settings.every_input.type == Type::wacz) return true;
  return settings.every_input.type == Type::automatic && lower_case(path).ends_with(".wacz");
}

bool Wacz::is_read_from(const struct stat& status) const noexcept {
  return is_same_file(status_, status) && status_.st_size == status.st_size &&
         status_.st_mtim.tv_sec == status.st_mtim.tv_sec && status_.st_mtim.tv_nsec == status.st_mtim.tv_nsec;
}

Wacz::Wacz(const OpenInput& input)
    : status_(input.status()), file_(input.same_file()), range_(range_of(input, file_.get())), zip_(range_) {
  check_names();
  find_archives();
}

std::optional<std::size_t> Wacz::find(std::string_view name) const {
  const auto found = std::ranges::find(members(), name, &ZipMember::name);
  if (found == members().end()) return std::nullopt;
  return static_cast<std::size_t>(found - members().begin());
}

void Wacz::check_names() const {
  std::vector<std::string_view> names;
  names.reserve(members().size());
  for (const ZipMember& member : members()) {
    const std::string_view problem = problem_of_name(member.name);
    if (!problem.empty()) throw InputError("its member '" + member.name + "' " + std::string(problem));
    names.push_back(member.name);
  }
  std::ranges::sort(names);
  const auto twice = std::ranges::adjacent_find(names);
  if (twice != names.end()) throw InputError("it has two members '" + std::string(*twice) + "'");
}

void Wacz::find_archives() {
  const auto size = static_cast<std::uint64_t>(status_.st_size);
  std::uint64_t compressed = 0;  // total of all members: more than the size of the file if they overlap
  std::uint64_t of_archives = 0;
  std::uint64_t expanded = 0;  // total of the archives
  for (std::size_t i = 0; i < members().size(); ++i) {
    const ZipMember& member = members()[i];
    compressed += std::min(member.compressed_size, UINT64_MAX - compressed);
    if (compressed > size) throw InputError("its members overlap, or reach beyond its end");
    if (!member.name.starts_with(folder_of_archives) || !is_named_like_archive(member.name)) continue;
    const auto fail = [&](std::string_view why) { throw InputError("its " + member.name + " " + std::string(why)); };
    if (member.is_encrypted) fail("is encrypted");
    if (member.method == ZipMember::Method::other) fail("is compressed by a method that is not read");
    of_archives += member.compressed_size;
    expanded += std::min(member.size, UINT64_MAX - expanded);
    if (expanded > max_growth(of_archives)) fail("expands beyond 64 MiB plus 100 times its size");
    archives_.push_back(i);
  }
  if (archives_.empty()) throw InputError("it has no WARC file in archive/");
}

std::string_view name_in_index(const ZipMember& archive) noexcept {
  return std::string_view(archive.name).substr(folder_of_archives.size());
}

Job job_of_archive(const Job& wacz, const ZipMember& member, std::size_t index) {
  Job job = wacz;
  job.member = Job::Member{wacz.path, index};
  job.path = (wacz.path == "-" ? "standard input" : wacz.path) + "/" + member.name;
  if (!job.output.empty()) job.output.append("/").append(member.name);
  return job;
}

}  // namespace absolve::cli
