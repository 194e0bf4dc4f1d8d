#include "wacz_file.h"

#include <memory>
#include <span>
#include <string>

#include "../../text/ascii.h"

namespace absolve::cli {

bool is_named_like_wacz(std::string_view path, const Settings& settings) {
  if (settings.every_input.type == Type::wacz) return true;
  return settings.every_input.type == Type::automatic && lower_case(path).ends_with(".wacz");
}

WaczFile::WaczFile(const OpenInput& input)
    : status_(input.status()),
      file_(input.same_file()),
      wacz_(bytes_of(file_.get(), input.begin().value_or(0), bytes_of(input).size)) {}

bool WaczFile::is_read_from(const struct stat& status) const noexcept {
  return is_same_file(status_, status) && status_.st_size == status.st_size &&
         is_same_time(status_.st_mtim, status.st_mtim);
}

ReadFunction WaczFile::open(std::size_t member) const {
  const auto content = std::make_shared<zip::Content>(wacz_.zip(), wacz_.members()[member]);
  return [content](std::span<char> room) { return content->read(room); };
}

std::string path_of_member(const Job& package, std::string_view name) {
  return (package.path == "-" ? "standard input" : package.path) + "/" + std::string(name);
}

Job job_of_member(const Job& package, std::string_view name, std::size_t index) {
  Job job = package;
  job.member = Job::Member{package.path, index};
  job.path = path_of_member(package, name);
  if (!job.output.empty()) job.output.append("/").append(name);
  return job;
}

}  // namespace absolve::cli
