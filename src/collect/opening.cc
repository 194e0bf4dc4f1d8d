#include "opening.h"

#include <optional>
#include <string>
#include <utility>

#include "../codec/compression/compressed.h"
#include "../detect/content_coding.h"
#include "../detect/divide.h"
#include "../text/types.h"
#include "absolve/input.h"
#include "archive.h"
#include "left_out.h"
#include "lines.h"
#include "packed.h"
#include "pieces.h"

namespace absolve::collect {
namespace {

/// Whether there is enough of the beginning to detect what the input is; of one whose type somebody has declared, a
/// program that waits for answers may have written no more than the first line.
bool is_enough(std::string_view beginning, const Input& input) {
  if (input.detected || input.type != Type::automatic) {
    const char end = input.null_separated && !is_table(input.known_type()) ? '\0' : '\n';
    return beginning.size() >= enough_to_divide || beginning.find(end) != std::string_view::npos;
  }
  return beginning.size() >= enough_to_detect;
}

/// How a list that is compressed is divided; nullopt if more of it is needed to tell.
std::optional<Container> container_inside(std::string_view beginning, bool is_all, const Input& input,
                                          codec::Coding coding, const Options& options) {
  constexpr std::size_t most = std::size_t{1} << 20;
  const std::string text = codec::decompress_beginning(coding, beginning.substr(0, most), enough_to_divide).text;
  if (text.size() < enough_to_divide && !is_all && beginning.size() < most) return std::nullopt;
  return container_of(text, input, options);
}

bool is_of_lines(Container container) noexcept {
  return container == Container::lines || container == Container::records || is_of_rows(container);
}

}  // namespace

void Opening::end() {
  has_ended_ = true;
  if (opened_) opened_->end();
}

std::size_t Opening::wants() const noexcept {
  return opened_ ? opened_->wants() : queue_.view().size();  // twice as much each time
}

std::unique_ptr<Work> Opening::next(std::size_t size) {
  if (!opened_) {
    opened_ = open();
    if (!opened_) return nullptr;
    opened_->bytes() = std::move(queue_);
    if (has_ended_) opened_->end();
  }
  return opened_->next(size);
}

/// nullptr if more bytes are needed to tell. Throws BadInput.
std::unique_ptr<Collection> Opening::open() {
  const std::string_view beginning = queue_.view();
  if (!has_ended_ && !is_enough(beginning, input_)) return nullptr;
  const Options& options = settings_.options;
  if (!input_.detected) input_.detected = detect(beginning.substr(0, enough_to_detect), input_, options.fields);
  const Type type = input_.known_type();
  const ContentCoding coding = input_.detected->content_coding;
  if (const std::string_view why = why_left_out(type, false); !why.empty()) throw BadInput(std::string(why));
  if (type == Type::warc) {
    input_.detected->content_coding = ContentCoding::identity;
    return std::make_unique<Archive>(std::move(input_), settings_, is_made_);
  }
  if (is_package(type) && coding == ContentCoding::identity) {
    throw BadInput(type == Type::wacz ? "is a web archive collection (WACZ), which can't be read as a stream"
                                      : "is a book (EPUB), which can't be read as a stream");
  }
  const bool is_whole = settings_.more.is_whole;
  if (is_list(type) && (coding == ContentCoding::gzip || coding == ContentCoding::zstd)) {
    Input inner = input_;
    inner.detected->content_coding = ContentCoding::identity;
    // Messages about a line give its number, as for a list that is not compressed.
    inner.is_inside = !is_made_;
    const auto container = container_inside(beginning, has_ended_, inner, coding_of(coding), options);
    if (!container) return nullptr;
    if (*container != Container::none) {
      auto lines = std::make_unique<Lines>(*container, std::move(inner), options, is_whole);
      return std::make_unique<Packed>(coding_of(coding), std::move(lines), is_whole);
    }
  }
  const Container container = container_of(beginning, input_, options);
  if (is_of_lines(container)) return std::make_unique<Lines>(container, std::move(input_), options, is_whole);
  return std::make_unique<Pieces>(is_whole ? Container::none : container, std::move(input_), options);
}

}  // namespace absolve::collect
