#include "open_input.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <utility>

#include "../system/signals.h"
#include "absolve/input.h"
#include "absolve/rewriter.h"

namespace absolve::cli {
namespace {

constexpr std::size_t min_capacity = std::size_t{1} << 18;
constexpr std::size_t kept_capacity = std::size_t{16} << 20;  // from one input to the next

/// Standard input is duplicated, so that it stays open at the end.
int open_input(const std::string& name, OpenInput::Open how) {
  if (name == "-") return ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
  if (how == OpenInput::Open::any) return open_to_read(name);
  int flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;  // a pipe may have been put there meanwhile
  if (how == OpenInput::Open::found_unlinked) flags |= O_NOFOLLOW;
  const auto [folder, rest] = at(name);
  return ::openat(folder, rest, flags);
}

bool is_standard_output(const struct stat& file) {
  static const auto output = status_of(STDOUT_FILENO);
  return output && is_same_file(*output, file);
}

}  // namespace

Buffer::~Buffer() { std::free(data_); }

void Buffer::grow(std::size_t capacity) {
  if (capacity <= capacity_) return;
  char* larger = static_cast<char*>(std::realloc(data_, capacity));  // moves pages of large blocks without copying them
  if (larger == nullptr) throw InputError("too large for the available memory");
  data_ = larger;
  capacity_ = capacity;
}

void Buffer::settle() noexcept {
  if (capacity_ <= kept_capacity) return;
  std::free(std::exchange(data_, nullptr));
  capacity_ = 0;
}

OpenInput::OpenInput(Buffer& buffer, std::string name, Open how)
    : buffer_(buffer), name_(std::move(name)), how_(how), file_(open_input(name_, how_)) {
  start();
}

OpenInput::OpenInput(Buffer& buffer, ReadFunction source, Descriptor file, std::uint64_t size)
    : buffer_(buffer), how_(Open::found), file_(std::move(file)), source_(std::move(source)), source_size_(size) {
  examine();
  left_ = SIZE_MAX;
}

std::uint64_t OpenInput::file_size() const noexcept {
  return static_cast<std::uint64_t>(std::max<off_t>(status_.st_size, 0));
}

Descriptor OpenInput::same_file() const {
  Descriptor file(::fcntl(file_.get(), F_DUPFD_CLOEXEC, 3));
  if (!file) fail_to_read("cannot open again");
  return file;
}

std::optional<std::uint64_t> OpenInput::begin() const noexcept {
  const bool has_places = begin_ >= 0 && S_ISREG(status_.st_mode) && !source_;
  return has_places ? std::optional(static_cast<std::uint64_t>(begin_)) : std::nullopt;
}

void OpenInput::reopen() {
  if (source_) throw InputError("cannot be read again");
  if (name_ != "-") {
    file_ = Descriptor(open_input(name_, how_));
  } else if (begin_ < 0 || ::lseek(file_.get(), begin_, SEEK_SET) < 0) {
    fail_to_read("cannot read again");
  }
  start();
}

void OpenInput::examine() {
  if (!file_) fail_to_read("cannot open");
  if (::fstat(file_.get(), &status_) != 0) fail_to_read("cannot examine");
}

void OpenInput::start() {
  examine();
  if (S_ISDIR(status_.st_mode)) throw InputError("is a directory");
  if (how_ != Open::any && !S_ISREG(status_.st_mode)) throw InputError("is no longer a regular file; left unchanged");
  size_ = at_ = 0;
  begin_ = name_ != "-" && S_ISREG(status_.st_mode) ? 0 : ::lseek(file_.get(), 0, SEEK_CUR);
  const bool is_output = is_standard_output(status_);
  // Files that the system generates while they are read, as in /proc, have no size.
  const bool has_size = S_ISREG(status_.st_mode) && begin_ >= 0 && (status_.st_size > 0 || is_output);
  left_ = has_size ? static_cast<std::size_t>(std::max<off_t>(status_.st_size - begin_, 0)) : SIZE_MAX;
  if (has_size && is_output) static_cast<void>(rest());  // before it is overwritten
}

void OpenInput::go_to(std::uint64_t offset) {
  if (!begin()) throw InputError("is not a seekable file");
  const auto size = static_cast<std::uint64_t>(std::max<off_t>(status_.st_size - begin_, 0));
  offset = std::min(offset, size);
  if (::lseek(file_.get(), begin_ + static_cast<off_t>(offset), SEEK_SET) < 0) fail_to_read("cannot read");
  size_ = at_ = 0;
  left_ = static_cast<std::size_t>(size - offset);
}

std::string_view OpenInput::ahead(std::size_t size) { return arrived(size, size); }

std::string_view OpenInput::arrived(std::size_t min, std::size_t max) {
  if (max > size_ - at_) read(min, max);
  return {buffer_.data() + at_, size_ - at_};
}

std::string_view OpenInput::lend() noexcept {
  const std::string_view bytes(buffer_.data() + at_, size_ - at_);
  at_ = size_;
  return bytes;
}

std::size_t OpenInput::read(std::span<char> room) {
  if (left_ == 0) return 0;
  if (would_wait()) {
    if (!std::exchange(waits_, true)) return absolve::would_wait;
    wait_to_read(file_.get());
  }
  waits_ = false;
  return read_some(room);
}

/// Reads without waiting, unless nothing else is possible; returns how many bytes, 0 at the end.
std::size_t OpenInput::read_some(std::span<char> room) {
  room = room.first(std::min(room.size(), left_));
  ssize_t got = -1;
  do {
    stop_if_asked();
    got = source_ ? static_cast<ssize_t>(source_(room)) : ::read(file_.get(), room.data(), room.size());
  } while (got < 0 && errno == EINTR);
  if (got < 0) fail_to_read("cannot read");
  if (got == 0) left_ = 0;
  if (left_ != SIZE_MAX) left_ -= static_cast<std::size_t>(got);
  return static_cast<std::size_t>(got);
}

/// Reading a file never waits.
bool OpenInput::would_wait() const noexcept {
  pollfd file{file_.get(), POLLIN, 0};
  return begin_ < 0 && ::poll(&file, 1, 0) == 0;
}

/// Drops the bytes that were passed, if they are more than those left; otherwise the buffer grows: to twice its size,
/// so that all together is linear, or directly to the size that a file is known to need.
void OpenInput::make_room(std::size_t wanted) {
  if (at_ > size_ - at_) {
    std::memmove(buffer_.data(), buffer_.data() + at_, size_ - at_);
    size_ -= std::exchange(at_, 0);
    return;
  }
  const bool is_known = left_ != SIZE_MAX && wanted - (size_ - at_) >= left_;
  buffer_.grow(std::max(is_known ? size_ + left_ : buffer_.capacity() * 2, min_capacity));
}

void OpenInput::read(std::size_t min, std::size_t max) {
  while (size_ - at_ < max && left_ > 0) {
    if (size_ == buffer_.capacity()) make_room(max);
    if (would_wait()) {
      if (size_ - at_ >= min) return;
      wait_to_read(file_.get());
    }
    size_ += read_some({buffer_.data() + size_, buffer_.capacity() - size_});
  }
}

std::string_view first_bytes(OpenInput& input) {
  constexpr std::size_t enough = 6;
  std::string_view seen;
  for (std::size_t size = 1; size <= enough; ++size) {
    seen = input.arrived(size, enough_to_detect);
    const bool ends_entry = !seen.empty() && (seen.back() == '\n' || seen.back() == '\0');
    if (seen.size() < size || ends_entry) break;
    size = seen.size();
  }
  return seen;
}

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

}  // namespace absolve::cli
