#include "wacz.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "../../text/ascii.h"
#include "../outputs/archive_names.h"
#include "central_directory.h"

namespace absolve::cli {
namespace {

constexpr std::string_view folder_of_archives = "archive/";

/// As of what is compressed otherwise: it may expand to 64 MiB and 100 times its size.
constexpr std::uint64_t max_expanded(std::uint64_t compressed_size) noexcept {
  return (std::uint64_t{64} << 20) + 100 * compressed_size;
}

/// Whether whoever unpacks an archive would write to a place outside of its folder, on any system.
bool leads_out(std::string_view name) {
  const bool is_absolute = name.starts_with('/') || name.find('\\') != std::string_view::npos;
  return name.empty() || is_absolute || ("/" + std::string(name) + "/").find("/../") != std::string::npos;
}

/// The whole of the file from where it stood at first. Throws InputError where there are no places to go to.
FileRange range_of(const Input& input, int descriptor) {
  const struct stat& status = input.status();
  const auto begin = input.begin();
  if (!S_ISREG(status.st_mode) || !begin) throw InputError("is no file in which there are places to go to");
  const auto size = static_cast<std::uint64_t>(std::max<off_t>(status.st_size, 0));
  return {descriptor, *begin, size - std::min(size, *begin)};
}

}  // namespace

bool is_named_like_wacz(std::string_view path, const Settings& settings) {
  if (settings.options.type == Type::wacz) return true;
  return settings.options.type == Type::automatic && lower_case(path).ends_with(".wacz");
}

bool Wacz::is_read_from(const struct stat& status) const noexcept {
  return is_same_file(status_, status) && status_.st_size == status.st_size &&
         status_.st_mtim.tv_sec == status.st_mtim.tv_sec && status_.st_mtim.tv_nsec == status.st_mtim.tv_nsec;
}

Wacz::Wacz(const Input& input) : status_(input.status()), file_(input.same_file()), zip_(range_of(input, file_.get())) {
  check_names(input);
  find_archives();
}

void Wacz::check_names(const Input& input) const {
  std::vector<std::string_view> names;
  names.reserve(members().size());
  for (const ZipMember& member : members()) {
    if (leads_out(member.name)) throw InputError("its member '" + member.name + "' has a name that leads out of it");
    names.push_back(member.name);
  }
  const auto has_space = [](std::string_view name) { return name.find(' ') != std::string_view::npos; };
  if (std::ranges::any_of(names, has_space) && has_nul_in_names(range_of(input, file_.get()))) {
    throw InputError("the name of a member holds NUL");
  }
  std::ranges::sort(names);
  const auto twice = std::ranges::adjacent_find(names);
  if (twice != names.end()) throw InputError("it has two members '" + std::string(*twice) + "'");
}

void Wacz::find_archives() {
  const auto size = static_cast<std::uint64_t>(status_.st_size);
  std::uint64_t compressed = 0;  // in all members: more than there is, where they overlap
  for (std::size_t i = 0; i < members().size(); ++i) {
    const ZipMember& member = members()[i];
    compressed += std::min(member.compressed_size, UINT64_MAX - compressed);
    if (compressed > size) throw InputError("its members overlap, or reach beyond its end");
    if (!member.name.starts_with(folder_of_archives) || !is_named_like_archive(member.name)) continue;
    const auto fail = [&](std::string_view why) { throw InputError("its " + member.name + " " + std::string(why)); };
    if (member.is_encrypted) fail("is encrypted");
    if (member.method == ZipMember::Method::other) fail("is compressed by a method that is not read");
    if (member.size > max_expanded(member.compressed_size)) fail("expands beyond 64 MiB and 100 times its size");
    archives_.push_back(i);
  }
  if (archives_.empty()) throw InputError("it has no WARC file in archive/");
}

Job job_of_archive(const Job& wacz, const ZipMember& member, std::size_t index) {
  Job job = wacz;
  job.member = Job::Member{wacz.path, index};
  job.path = (wacz.path == "-" ? "standard input" : wacz.path) + "/" + member.name;
  if (!job.output.empty()) job.output.append("/").append(member.name);
  return job;
}

}  // namespace absolve::cli
