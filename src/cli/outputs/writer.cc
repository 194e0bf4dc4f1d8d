#include "writer.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <new>
#include <utility>

#include "../system/files.h"
#include "../system/signals.h"
#include "new_file.h"

namespace absolve::cli {
namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 18;
constexpr std::size_t max_parts = 1024;  // of one write: IOV_MAX
constexpr std::size_t max_kept = std::size_t{1} << 20;
constexpr std::size_t worth_referring = 256;  // fewer bytes are faster to copy than to refer to

bool is_pipe(int fd) noexcept {
  const auto status = status_of(fd);
  return status && S_ISFIFO(status->st_mode);
}

}  // namespace

Writer::Writer(int fd, OnSignal on_signal) : Writer(fd, on_signal, is_pipe(fd), {}) {}

Writer::Writer(const NewFile& file, std::string folder)
    : Writer(file.descriptor(), OnSignal::stop, false, std::move(folder)) {}

Writer::Writer(int fd, OnSignal on_signal, bool is_pipe, std::string folder)
    : fd_(fd), on_signal_(on_signal), is_pipe_(is_pipe), folder_(std::move(folder)) {
  buffer_.reserve(buffer_size);
  parts_.reserve(max_parts + 1);  // and one for what was kept
}

void Writer::write(std::string_view bytes) {
  if (are_lasting_ && bytes.size() >= worth_referring) {
    refers_ = true;
    return add(bytes);
  }
  while (!bytes.empty()) {
    if (buffer_.size() == buffer_size) flush();
    const std::string_view fitting = bytes.substr(0, buffer_size - buffer_.size());
    const std::size_t at = buffer_.size();
    buffer_ += fitting;
    add(std::string_view(buffer_).substr(at));
    bytes.remove_prefix(fitting.size());
  }
}

void Writer::let_go() {
  are_lasting_ = false;
  if (refers_) flush();
}

void Writer::add(std::string_view bytes) {
  char* const begin = const_cast<char*>(bytes.data());
  if (!parts_.empty() && static_cast<char*>(parts_.back().iov_base) + parts_.back().iov_len == begin) {
    parts_.back().iov_len += bytes.size();
    return;
  }
  parts_.push_back({begin, bytes.size()});
  if (parts_.size() == max_parts) flush();
}

void Writer::flush() {
  if (turn_ != nullptr && !turn_->has_come()) keep_parts();
  if (turn_ == nullptr || turn_->has_come()) write_parts();
}

/// Keeps the parts until the turn has come; if they are too many, waits for it.
void Writer::keep_parts() {
  try {
    for (const iovec& part : parts_) kept_.append(static_cast<const char*>(part.iov_base), part.iov_len);
  } catch (const std::bad_alloc&) {
    forget_parts();  // the bytes that they point to may be destroyed now
    throw;
  }
  forget_parts();
  if (kept_.size() > max_kept) turn_->wait();
}

void Writer::forget_parts() noexcept {
  parts_.clear();
  buffer_.clear();
  refers_ = false;
}

std::string Writer::release_kept() { return std::exchange(kept_, {}); }

void Writer::write_parts() {
  if (!kept_.empty()) parts_.insert(parts_.begin(), {kept_.data(), kept_.size()});
  for (std::size_t first = 0; first < parts_.size();) {
    const ssize_t wrote = write_some(first);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) {
      forget_parts();
      fail("cannot write" + (folder_.empty() ? "" : " a temporary file in " + folder_));
    }
    auto left = static_cast<std::size_t>(wrote);
    for (; first < parts_.size() && left >= parts_[first].iov_len; ++first) left -= parts_[first].iov_len;
    if (left == 0) continue;
    parts_[first].iov_base = static_cast<char*>(parts_[first].iov_base) + left;
    parts_[first].iov_len -= left;
  }
  forget_parts();
  kept_ = {};
}

/// Writes parts from `first` on, like writev(2). Throws Interrupted.
ssize_t Writer::write_some(std::size_t first) {
  const iovec* const parts = parts_.data() + first;
  const std::size_t count = std::min(parts_.size() - first, max_parts);
  if (on_signal_ == OnSignal::finish) return ::writev(fd_, parts, static_cast<int>(count));
  try {
    stop_if_asked();
    if (!is_pipe_) return ::writev(fd_, parts, static_cast<int>(count));
    std::size_t room = wait_to_write(fd_);
    std::size_t fitting = 0;
    for (; fitting < count && parts[fitting].iov_len <= room; ++fitting) room -= parts[fitting].iov_len;
    if (fitting > 0) return ::writev(fd_, parts, static_cast<int>(fitting));
    return ::write(fd_, parts->iov_base, room);
  } catch (const Interrupted&) {
    forget_parts();  // the bytes may be gone before the next call
    throw;
  }
}

}  // namespace absolve::cli
