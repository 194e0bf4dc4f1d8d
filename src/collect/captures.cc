#include "captures.h"

#include <algorithm>
#include <utility>

#include "../archive/index_line.h"

namespace absolve::collect {

/// From the index that is replaced, which leads only to the first record of a member.
OldIndex::Carried Captures::carry_over(const Record& record, Capture& capture) const {
  if (old_index_ == nullptr || !is_first_in_member_) return {};
  return old_index_->carry_over(old_name_, record.offset, capture);
}

void Captures::add_old(const Record& record) {
  is_first_in_member_ = std::exchange(offset_before_, record.offset) != record.offset;
  Old& kept = old_.emplace_back(Old{capture_of(record.text), record.offset, {}});
  if (kept.capture) kept.carried = carry_over(record, *kept.capture);
}

void Captures::add_new(const Record& record, Capture capture, std::uint64_t begin, std::uint64_t end) {
  const OldIndex::Carried carried = carry_over(record, capture);
  new_.push_back(
      {record.number, carried.has_request, index_line(capture, end - begin, begin, new_name_, carried.members)});
}

void Captures::find_request(const Record& record) {
  if (const auto answered = exchanges_.add(record.text, record.number)) set_request(*answered);
}

void Captures::set_request(const Exchanges::Answered& answered) {
  const auto& [number, request] = answered;
  auto& [capture, offset, carried] = old_[number - 1];
  if (capture && !carried.has_request) {
    capture->key = request.key;
    carried.members += members_of(request);
  }
  const auto line = std::ranges::lower_bound(new_, number, {}, &New::number);
  if (line == new_.end() || line->number != number || line->has_request) return;
  add_request(line->line, request);
}

/// A record extends up to the beginning of the next one. If a member contains several, readers that use an index only
/// find the first.
void Captures::list(Rewritten& result, std::uint64_t size) {
  for (const Exchanges::Answered& answered : exchanges_.rest()) set_request(answered);
  std::uint64_t end = size;
  std::vector<std::string> lines;  // the last first
  for (std::size_t i = old_.size(); i-- > 0;) {
    const auto& [capture, offset, carried] = old_[i];
    const bool is_behind_another = i > 0 && old_[i - 1].offset == offset;
    if (capture && is_behind_another) ++result.hidden_captures;
    if (is_behind_another) continue;
    if (capture) lines.push_back(index_line(*capture, end - offset, offset, old_name_, carried.members));
    end = offset;
  }
  result.old_captures.assign(lines.rbegin(), lines.rend());
  for (New& one : new_) result.captures.push_back(std::move(one.line));
}

}  // namespace absolve::collect
