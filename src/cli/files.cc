#include "files.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>
#include <vector>

namespace absolve::cli {
namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 18;
constexpr std::size_t most_parts = 1024;      // of one write: IOV_MAX
constexpr std::size_t worth_referring = 256;  // less is copied sooner than pointed to
constexpr std::size_t first_read_size = std::size_t{1} << 16;
constexpr std::size_t worth_returning = std::size_t{8} << 20;  // pages are given back in runs of this size

/// Standard input is left open at the end, as it is not ours.
int open_input(const std::string& name) {
  if (name == "-") return ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
  return ::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
}

bool is_standard_output(const struct stat& file) {
  struct stat output {};
  return ::fstat(STDOUT_FILENO, &output) == 0 && output.st_dev == file.st_dev && output.st_ino == file.st_ino;
}

/// The mapping that is being read, for the handler of SIGBUS.
char* mapping_begin = nullptr;
char* mapping_end = nullptr;
volatile std::sig_atomic_t cut_short = 0;

/// Another process has cut off what was mapped: puts zeros there, and lets the reading go on to its end.
extern "C" void on_bus_error(int, siginfo_t* info, void*) {
  char* const address = static_cast<char*>(info->si_addr);
  if (address < mapping_begin || address >= mapping_end) {
    ::signal(SIGBUS, SIG_DFL);
    return;
  }
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  char* const from = address - static_cast<std::size_t>(address - mapping_begin) % page;
  const auto size = static_cast<std::size_t>(mapping_end - from);
  if (::mmap(from, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED) ::_exit(2);
  cut_short = 1;
}

void handle_bus_errors() {
  struct sigaction action {};
  action.sa_sigaction = on_bus_error;
  action.sa_flags = SA_SIGINFO;
  ::sigaction(SIGBUS, &action, nullptr);
}

/// With a slash at its end.
std::string directory_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "./" : path.substr(0, slash + 1);
}

/// The names in the list of extended attributes of a file.
std::vector<std::string> attribute_names(int fd) {
  const ssize_t size = ::flistxattr(fd, nullptr, 0);
  if (size <= 0) return {};
  std::string list(static_cast<std::size_t>(size), '\0');
  const ssize_t got = ::flistxattr(fd, list.data(), list.size());
  if (got < 0) fail("cannot list the extended attributes");
  list.resize(static_cast<std::size_t>(got));
  std::vector<std::string> names;
  for (std::size_t at = 0; at < list.size(); at += names.back().size() + 1) names.emplace_back(list.c_str() + at);
  return names;
}

std::string attribute_value(int fd, const std::string& name) {
  const ssize_t size = ::fgetxattr(fd, name.c_str(), nullptr, 0);
  std::string value(static_cast<std::size_t>(std::max<ssize_t>(size, 0)), '\0');
  const ssize_t got = size < 0 ? size : ::fgetxattr(fd, name.c_str(), value.data(), value.size());
  if (got < 0) fail("cannot read the extended attribute " + name);
  value.resize(static_cast<std::size_t>(got));
  return value;
}

template <class Error>
[[noreturn]] void fail(std::string_view action, int code) {
  throw Error(std::string(action) + ": " + std::strerror(code), code);
}

[[noreturn]] void fail_to_read(std::string_view action) { fail<InputError>(action, errno); }

}  // namespace

void fail(std::string_view action) { fail<FileError>(action, errno); }

Descriptor::~Descriptor() {
  if (fd_ >= 0) ::close(fd_);
}

int Descriptor::release() noexcept { return std::exchange(fd_, -1); }

Input::Input(const std::string& name) : file_(open_input(name)) {
  if (!file_) fail_to_read("cannot open");
  if (::fstat(file_.get(), &status_) != 0) fail_to_read("cannot examine");
  if (S_ISDIR(status_.st_mode)) throw InputError("is a directory");
  const bool from_start = ::lseek(file_.get(), 0, SEEK_CUR) == 0;
  const bool mappable = S_ISREG(status_.st_mode) && from_start && status_.st_size > 0 && !is_standard_output(status_);
  const bool grows = S_ISREG(status_.st_mode) && is_standard_output(status_);
  most_ = grows ? static_cast<std::size_t>(status_.st_size) : SIZE_MAX;
  ended_ = mappable && map();
}

Input::~Input() {
  if (capacity_ > 0) {
    std::free(data_);
  } else if (data_ != nullptr) {
    mapping_begin = mapping_end = nullptr;
    ::munmap(data_, size_);
  }
}

bool Input::map() {
  const auto size = static_cast<std::size_t>(status_.st_size);
  void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file_.get(), 0);
  if (address == MAP_FAILED) return false;
  data_ = static_cast<char*>(address);
  size_ = size;
  ::lseek(file_.get(), 0, SEEK_END);
  mapping_begin = data_;
  mapping_end = data_ + size_;
  cut_short = 0;
  handle_bus_errors();
  return true;
}

bool Input::was_cut_short() const noexcept {
  if (data_ == nullptr || data_ != mapping_begin) return false;
  struct stat now {};
  return cut_short != 0 || (::fstat(file_.get(), &now) == 0 && static_cast<std::size_t>(now.st_size) < size_);
}

std::string_view Input::ahead(std::size_t size) {
  if (!ended_ && size > size_ - at_) read(size);
  return {data_ + at_, size_ - at_};
}

std::string_view Input::rest() {
  const bool untouched = capacity_ == 0 && at_ == 0 && data_ != nullptr;
  if (untouched) ::madvise(data_, size_, MADV_POPULATE_READ);  // one call for all pages
  return ahead(SIZE_MAX);
}

void Input::pass(std::size_t size) {
  at_ += size;
  if (capacity_ > 0 || at_ - returned_ < worth_returning) return;
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t whole_pages = at_ / page * page;
  ::madvise(data_ + returned_, whole_pages - returned_, MADV_DONTNEED);
  returned_ = whole_pages;
}

/// Makes room for more behind what was read: where more has been passed over than is left, that is dropped.
void Input::make_room() {
  if (at_ > size_ - at_) {
    std::memmove(data_, data_ + at_, size_ - at_);
    size_ -= std::exchange(at_, 0);
    return;
  }
  const std::size_t capacity = std::max(capacity_ * 2, first_read_size);
  char* larger = static_cast<char*>(std::realloc(data_, capacity));  // moves pages, copies none of many
  if (larger == nullptr) throw InputError("too large for the memory there is");
  data_ = larger;
  capacity_ = capacity;
}

void Input::read(std::size_t wanted) {
  while (size_ - at_ < wanted) {
    if (size_ == capacity_) make_room();
    const ssize_t got = ::read(file_.get(), data_ + size_, std::min(capacity_ - size_, most_));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_to_read("cannot read");
    if (got == 0) {
      ended_ = true;
      return;
    }
    size_ += static_cast<std::size_t>(got);
    most_ -= most_ == SIZE_MAX ? 0 : static_cast<std::size_t>(got);
  }
}

Writer::Writer(int fd) : fd_(fd) {
  buffer_.reserve(buffer_size);
  parts_.reserve(most_parts);
}

void Writer::write(std::string_view bytes) {
  while (!bytes.empty()) {
    if (buffer_.size() == buffer_size) flush();
    const std::string_view fitting = bytes.substr(0, buffer_size - buffer_.size());
    const std::size_t at = buffer_.size();
    buffer_ += fitting;
    add(std::string_view(buffer_).substr(at));
    bytes.remove_prefix(fitting.size());
  }
}

void Writer::write_lasting(std::string_view bytes) {
  if (bytes.size() < worth_referring) return write(bytes);
  refers_ = true;
  add(bytes);
}

void Writer::let_go() {
  if (refers_) flush();
}

void Writer::add(std::string_view bytes) {
  char* const begin = const_cast<char*>(bytes.data());
  if (!parts_.empty() && static_cast<char*>(parts_.back().iov_base) + parts_.back().iov_len == begin) {
    parts_.back().iov_len += bytes.size();
    return;
  }
  parts_.push_back({begin, bytes.size()});
  if (parts_.size() == most_parts) flush();
}

void Writer::flush() {
  for (std::size_t first = 0; first < parts_.size();) {
    const ssize_t wrote = ::writev(fd_, parts_.data() + first, static_cast<int>(parts_.size() - first));
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) {
      parts_.clear();
      buffer_.clear();
      fail("cannot write");
    }
    auto left = static_cast<std::size_t>(wrote);
    for (; first < parts_.size() && left >= parts_[first].iov_len; ++first) left -= parts_[first].iov_len;
    if (left == 0) continue;
    parts_[first].iov_base = static_cast<char*>(parts_[first].iov_base) + left;
    parts_[first].iov_len -= left;
  }
  parts_.clear();
  buffer_.clear();
  refers_ = false;
}

NewFile::NewFile(std::string path, std::string directory)
    : path_(std::move(path)), directory_(directory.empty() ? directory_of(path_) : std::move(directory)), file_([&] {
        // Where it can be, without a name until all is written: a process that is killed meanwhile leaves nothing.
        const int unnamed = ::open(directory_.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
        if (unnamed >= 0) return unnamed;
        temporary_ = directory_ + ".absolve-XXXXXX";
        return ::mkostemp(temporary_.data(), O_CLOEXEC);
      }()) {
  if (!file_) {
    temporary_.clear();
    fail("cannot make a file in " + directory_);
  }
}

NewFile::~NewFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void NewFile::take_after(int original, const struct stat& status) {
  if (::fchown(file_.get(), status.st_uid, status.st_gid) != 0) fail("cannot keep the owner");
  const std::vector<std::string> wanted = attribute_names(original);
  for (const std::string& inherited : attribute_names(file_.get())) {  // a directory may hand down access
    if (std::ranges::find(wanted, inherited) == wanted.end()) ::fremovexattr(file_.get(), inherited.c_str());
  }
  for (const std::string& name : wanted) {
    const std::string value = attribute_value(original, name);
    if (::fsetxattr(file_.get(), name.c_str(), value.data(), value.size(), 0) != 0) {
      fail("cannot keep the extended attribute " + name);
    }
  }
  set_mode(status.st_mode & 07777);  // last: it may forbid what came before
}

void NewFile::set_mode(mode_t mode) {
  if (::fchmod(file_.get(), mode) != 0) fail("cannot set the mode");
}

void NewFile::set_default_mode() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  set_mode(0666 & ~mask);
}

void NewFile::take_times(const struct stat& status) {
  const std::array<timespec, 2> times = {status.st_atim, status.st_mtim};
  if (::futimens(file_.get(), times.data()) != 0) fail("cannot keep the times");
}

void NewFile::finish() {
  if (::fsync(file_.get()) != 0) fail("cannot write");
  if (temporary_.empty()) {
    // A name can't be given to an unnamed file where one stands already, so it gets another first.
    const std::string self = "/proc/self/fd/" + std::to_string(file_.get());
    for (int attempt = 0;; ++attempt) {
      std::string name = directory_ + ".absolve-" + std::to_string(::getpid()) + "-" + std::to_string(attempt);
      if (::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) {
        temporary_ = std::move(name);
        break;
      }
      if (errno != EEXIST) fail("cannot name the new file");
    }
  }
}

void NewFile::commit() {
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) fail("cannot put the new file in place");
  temporary_.clear();
  const Descriptor directory(::open(directory_of(path_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory) ::fsync(directory.get());
}

}  // namespace absolve::cli
