#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "absolve/callable.h"
#include "absolve/container.h"
#include "absolve/export.h"

namespace absolve {

/// Cuts an input into pieces as it comes, with memory for the largest of them, once or twice. Each is planned by
/// itself, with Options::continues from the second on. Linear. One thread at a time may use it. (For archives:
/// ArchiveReader in archive.h.)
///
///     absolve::MailboxReader messages([&](std::span<char> space) { return read_some(space); });
///     absolve::Options options{.type = absolve::Type::mbox};
///     while (const auto message = messages.next()) {
///       absolve::plan(*message, options).for_each_piece(write);
///       options.continues = true;
///     }
///
/// Once it has been moved from, it may only be assigned to or destroyed.
class ABSOLVE_API PieceReader {
 public:
  /// Reads up to space.size() bytes of the input; returns how many: 0 at its end. What it throws passes through.
  using Read = Callable<std::size_t(std::span<char> space)>;

  /// `container`: mailbox, lines or records; any other: all of the input is one piece.
  PieceReader(Container container, Read read);
  ~PieceReader();
  PieceReader(PieceReader&& other) noexcept;
  PieceReader& operator=(PieceReader&& other) noexcept;

  /// The next piece with its frame (container.h), until the next call; nullopt: the input has ended. All of them make
  /// up the input.
  [[nodiscard]] std::optional<std::string_view> next();

 private:
  class State;
  std::unique_ptr<State> state_;
};

/// Cuts a mailbox into messages (Type::mbox).
class MailboxReader : public PieceReader {
 public:
  explicit MailboxReader(Read read) : PieceReader(Container::mailbox, std::move(read)) {}
};

/// Cuts a list into lines (Type::uris, pairs, jsonl): each piece holds as many whole ones as one read brings, so that
/// whoever waits for the answer to a line gets it.
class LineReader : public PieceReader {
 public:
  explicit LineReader(Read read) : PieceReader(Container::lines, std::move(read)) {}
};

}  // namespace absolve
