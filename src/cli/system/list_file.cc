#include "list_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "../../text/utf8.h"
#include "signals.h"

namespace absolve::cli {
namespace {

constexpr std::size_t block = std::size_t{64} << 10;

}  // namespace

ListFile::ListFile(const std::string& name, bool null_separated)
    : file_(name == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) : open_to_read(name)),
      end_(null_separated ? '\0' : '\n') {
  if (!file_) fail_to_read("cannot open");
}

/// Makes space first, if there is none. Returns whether anything was read.
bool ListFile::read_more() {
  if (ended_) return false;
  if (at_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + at_, size_ - at_);
    size_ -= at_;
    at_ = 0;
  }
  if (buffer_.size() - size_ < block) buffer_.resize(std::max(2 * buffer_.size(), size_ + block));
  ssize_t got = 0;
  do {
    wait_to_read(file_.get());
    got = ::read(file_.get(), buffer_.data() + size_, buffer_.size() - size_);
  } while (got < 0 && errno == EINTR);
  if (got < 0) fail_to_read("cannot read");
  size_ += static_cast<std::size_t>(got);
  ended_ = got == 0;
  return !ended_;
}

std::optional<std::string_view> ListFile::next() {
  was_too_long_ = false;
  std::size_t length = 0;  // of the part of the entry that was examined
  const auto ahead = [&] { return std::string_view(buffer_).substr(at_, size_ - at_); };
  for (;;) {
    const std::size_t found = ahead().find(end_, length);
    if (found != std::string_view::npos) {
      length = found;
      break;
    }
    length = size_ - at_;
    if (length > max_size) {  // its beginning is kept, the rest is skipped
      was_too_long_ = true;
      length = max_size;
      size_ = at_ + max_size;
    }
    if (!read_more()) break;
  }
  if (ahead().empty()) return std::nullopt;
  std::string_view entry = ahead().substr(0, was_too_long_ ? max_size : length);
  at_ = std::min(at_ + length + 1, size_);
  ++number_;
  if (end_ != '\n') return entry;
  if (number_ == 1) entry.remove_prefix(after_mark(entry));
  if (entry.ends_with('\r')) entry.remove_suffix(1);
  return entry;
}

}  // namespace absolve::cli
