#include "wacz_file.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>

#include "../../text/ascii.h"
#include "../system/signals.h"

namespace absolve::cli {
namespace {

/// Calls a function of the library whose errors are those of an input.
template <class Function>
auto read_as_input(const Function& function) {
  try {
    return function();
  } catch (const BadInput& error) {
    throw InputError(error.what());
  }
}

class MemberSource final : public ByteSource {
 public:
  MemberSource(const zip::Archive& archive, const zip::Member& member) : content_(archive, member) {}

  std::size_t read(std::span<char> room) override {
    return read_as_input([&] { return content_.read(room); });
  }

 private:
  zip::Content content_;
};

}  // namespace

FileBytes bytes_of(int descriptor, std::uint64_t begin, std::uint64_t size) {
  const auto read_at = [descriptor, begin](std::uint64_t at, std::span<char> space) {
    for (;;) {
      stop_if_asked();
      const ssize_t got = ::pread(descriptor, space.data(), space.size(), static_cast<off_t>(begin + at));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) fail_to_read("cannot read");
      if (got == 0) throw InputError("changed while it was read; not rewritten", EIO);
      return static_cast<std::size_t>(got);
    }
  };
  return {read_at, size};
}

FileBytes bytes_of(const OpenInput& input) {
  const auto begin = input.begin();
  if (!S_ISREG(input.status().st_mode) || !begin) throw InputError("is not a regular file");
  const auto size = static_cast<std::uint64_t>(std::max<off_t>(input.status().st_size, 0));
  return bytes_of(input.descriptor(), *begin, size - std::min(size, *begin));
}

bool is_named_like_wacz(std::string_view path, const Settings& settings) {
  if (settings.every_input.type == Type::wacz) return true;
  return settings.every_input.type == Type::automatic && lower_case(path).ends_with(".wacz");
}

WaczFile::WaczFile(const OpenInput& input)
    : status_(input.status()), file_(input.same_file()), wacz_(read_as_input([&] {
        const FileBytes bytes = bytes_of(input);
        return collect::Wacz(bytes_of(file_.get(), *input.begin(), bytes.size));
      })) {}

bool WaczFile::is_read_from(const struct stat& status) const noexcept {
  return is_same_file(status_, status) && status_.st_size == status.st_size &&
         status_.st_mtim.tv_sec == status.st_mtim.tv_sec && status_.st_mtim.tv_nsec == status.st_mtim.tv_nsec;
}

std::unique_ptr<ByteSource> WaczFile::open(std::size_t member) const {
  return read_as_input([&] { return std::make_unique<MemberSource>(wacz_.zip(), wacz_.members()[member]); });
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
