// With Begin::at_first_edit, bytes are only counted until a new file is needed. Then it is created, and the counted
// bytes are read from the input a second time and copied.

#include "rewriting.h"

#include <algorithm>
#include <span>
#include <utility>

#include "../inputs/open_input.h"

namespace absolve::cli {
Rewriting::Rewriting(int source, Directory directory, Begin when, bool is_message)
    : source_(source), directory_(std::move(directory)), is_message_(is_message) {
  if (when == Begin::at_once) begin();
}

void Rewriting::begin(const Unit& unit) {
  has_edits_ = has_edits_ || unit.changes;
  if (unit.plan != nullptr) is_compressed_ = unit.plan->content_coding() != ContentCoding::identity;
  if (!new_ && (unit.changes || !unit.is_copied)) begin();
  if (writer_) writer_->expect_lasting(unit.is_copied);
}

/// Nothing is written before the first change.
void Rewriting::write(std::string_view bytes) {
  if (!new_) {
    unchanged_ += bytes.size();
    return;
  }
  add(bytes);
}

void Rewriting::add(std::string_view bytes) {
  if (is_message_) size_.add(bytes);
  writer_->write(bytes);
}

void Rewriting::end_units() {
  if (writer_) writer_->let_go();
}

/// Copies the part that was left unchanged.
void Rewriting::begin() {
  new_ = std::make_unique<NewFile>(directory_());
  writer_.emplace(*new_);
  constexpr std::size_t at_once = std::size_t{1} << 20;
  const FileBytes source = bytes_of(source_, 0, unchanged_);
  std::string buffer(std::min(at_once, unchanged_), '\0');
  for (std::size_t at = 0; at < unchanged_;) {
    const std::span<char> space = std::span(buffer).first(std::min(buffer.size(), unchanged_ - at));
    const std::string_view bytes(buffer.data(), source.read_at(at, space));
    add(bytes);
    at += bytes.size();
  }
}

std::unique_ptr<NewFile> Rewriting::finish() {
  if (writer_) writer_->flush();
  return std::move(new_);
}

}  // namespace absolve::cli
