#include "signals.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <ctime>

namespace absolve::cli {
namespace {

struct Watched {
  int number;
  const char* name;
};
constexpr std::array<Watched, 3> watched = {{{SIGHUP, "HUP"}, {SIGINT, "INT"}, {SIGTERM, "TERM"}}};

/// One request may cause several signals: timeout(1) sends one to a process and one to its group, and a terminal that
/// is closed may do similar things.
constexpr std::int64_t one_request = 100'000'000;  // nanoseconds

std::atomic<int> asked = 0;
std::atomic<std::int64_t> asked_at = 0;  // nanoseconds; 0 if no signal has come yet
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<std::int64_t>::is_always_lock_free,
              "a handler uses them");

std::int64_t nanoseconds_now() noexcept {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

// Readable after a signal has come, so that none is missed between checking `asked` and waiting.
int asked_event = -1;

void end_by(int signal) noexcept {
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

/// Only calls functions that are safe in a signal handler: signal-safety(7).
void record_signal(int signal) {
  const int error = errno;
  int none = 0;
  if (asked.compare_exchange_strong(none, signal)) {
    asked_at = nanoseconds_now();
    constexpr std::uint64_t one = 1;
    static_cast<void>(::write(asked_event, &one, sizeof one) < 0);
  } else if (asked_at != 0 && nanoseconds_now() - asked_at > one_request) {
    end_by(signal);  // takes effect when the handler has returned
  }
  errno = error;
}

/// Waits for an event of a descriptor, or a signal. An error of the descriptor is an event, too: the next operation on
/// it will report it.
void wait_for(int fd, short events) {
  std::array<pollfd, 2> files = {{{fd, events, 0}, {asked_event, POLLIN, 0}}};
  do {
    stop_if_asked();
  } while (::poll(files.data(), files.size(), -1) < 0 && errno == EINTR);
  stop_if_asked();
}

}  // namespace

void watch_signals() noexcept {
  std::signal(SIGXFSZ, SIG_IGN);
  asked_event = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  struct sigaction action {};
  action.sa_handler = record_signal;
  action.sa_flags = SA_RESTART;  // only code that waits in poll(2) must notice
  for (const Watched& one : watched) sigaddset(&action.sa_mask, one.number);
  for (const Watched& one : watched) {
    struct sigaction before {};
    const bool is_ignored = ::sigaction(one.number, nullptr, &before) == 0 && before.sa_handler == SIG_IGN;
    if (!is_ignored) ::sigaction(one.number, &action, nullptr);
  }
}

std::string signal_that_came() {
  for (const Watched& one : watched) {
    if (one.number == asked) return one.name;
  }
  return "";
}

void stop_if_asked() {
  if (asked.load(std::memory_order_relaxed) != 0) throw Interrupted{};
}

void wait_to_read(int fd) { wait_for(fd, POLLIN); }

void wait_a_moment() {
  constexpr int milliseconds = 20;
  pollfd event{asked_event, POLLIN, 0};
  static_cast<void>(::poll(&event, 1, milliseconds) < 0);
  stop_if_asked();
}

std::size_t wait_to_write(int pipe) {
  wait_for(pipe, POLLOUT);
  int waiting = 0;  // bytes not yet read
  const bool is_empty = ::ioctl(pipe, FIONREAD, &waiting) == 0 && waiting == 0;
  const int size = is_empty ? ::fcntl(pipe, F_GETPIPE_SZ) : -1;
  return static_cast<std::size_t>(size > PIPE_BUF ? size : PIPE_BUF);
}

void end_as_asked() noexcept {
  if (asked != 0) end_by(asked);
}

}  // namespace absolve::cli
