#include "rewriting.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace absolve::cli {
namespace {

constexpr std::size_t copied_at_once = std::size_t{1} << 20;

}  // namespace

Rewriting::Rewriting(int source, Directory directory, Begin when) : source_(source), directory_(std::move(directory)) {
  if (when == Begin::at_once) begin();
}

void Rewriting::add(const Plan& plan) {
  has_edits_ = has_edits_ || !plan.edits().empty();
  is_compressed_ = plan.content_coding() != ContentCoding::identity;
  if (!new_ && !has_edits_) {
    unchanged_ += plan.source().size();
    return;
  }
  if (!new_) begin();
  plan.for_each_piece([&](std::string_view piece) {
    size_.add(piece);
    writer_->write_lasting(piece);
  });
  writer_->let_go();  // before the plan and its source are destroyed
}

void Rewriting::add(std::string_view bytes) {
  has_edits_ = true;
  if (!new_) begin();
  writer_->write(bytes);
}

int Rewriting::file() {
  has_edits_ = true;
  if (!new_) begin();
  return new_->descriptor();
}

/// Copies the part that was left unchanged.
void Rewriting::begin() {
  new_ = std::make_unique<NewFile>(directory_());
  writer_.emplace(new_->descriptor(), Writer::OnSignal::stop);
  std::string buffer(std::min(copied_at_once, unchanged_), '\0');
  for (std::size_t at = 0; at < unchanged_;) {
    const ssize_t got =
        ::pread(source_, buffer.data(), std::min(buffer.size(), unchanged_ - at), static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("cannot read");
    if (got == 0) throw FileError("changed while it was read; not rewritten");
    const std::string_view bytes = std::string_view(buffer).substr(0, static_cast<std::size_t>(got));
    size_.add(bytes);
    writer_->write(bytes);
    at += bytes.size();
  }
}

std::unique_ptr<NewFile> Rewriting::finish() {
  if (writer_) writer_->flush();
  return std::move(new_);
}

}  // namespace absolve::cli
