#include "promises.h"
#include "../../src/find/parts.h"
#include "../../src/url/scopes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "../../src/describe/members.h"
#include "../../src/find/container.h"
#include "../../src/mime/fields.h"
#include "../../src/text/ascii.h"
#include "../../src/text/limits.h"
#include "../../src/text/lines.h"
#include "../../src/text/percent.h"
#include "../../src/text/types.h"
#include "../../src/url/browsers.h"
#include "exact.h"
#include "packed.h"
#include "records.h"

namespace absolve::test {
namespace {

/// Whether `at` lies inside a character of a text in UTF-8.
bool cuts_a_character(std::string_view text, std::size_t at) {
  if (at == 0 || at >= text.size() || (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80) return false;
  std::size_t lead = at - 1;
  while (lead > 0 && at - lead < 3 && (static_cast<unsigned char>(text[lead]) & 0xC0U) == 0x80) --lead;
  const auto byte = static_cast<unsigned char>(text[lead]);
  const std::size_t length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
  return at - lead < length;
}

/// Puts back what each edit took away.
std::string undone(const Plan& plan, std::string_view output) {
  std::string source;
  std::size_t at = 0;         // in the output
  std::size_t source_at = 0;  // in the source
  for (const Edit& edit : plan.edits()) {
    const std::size_t kept = edit.offset - source_at;
    source.append(output.substr(at, kept)).append(plan.source().substr(edit.offset, edit.length));
    EXPECT_EQ(output.substr(at + kept, edit.text.size()), edit.text);
    at += kept + edit.text.size();
    source_at = edit.offset + edit.length;
  }
  return source.append(output.substr(at));
}

void expect_orderly_edits(const Plan& plan) {
  std::size_t end = 0;
  for (const Edit& edit : plan.edits()) {
    EXPECT_GE(edit.offset, end);
    EXPECT_LE(edit.length, plan.source().size() - edit.offset);
    EXPECT_TRUE(edit.length > 0 || !edit.text.empty());
    end = edit.offset + edit.length;
  }
}

void expect_reads_as_planned(const Plan& first, const Plan& again) {
  std::vector<Link> stayed(first.links().begin(), first.links().end());
  std::erase_if(stayed, [](const Link& link) { return link.reason == Reason::base_removed; });
  ASSERT_EQ(stayed.size(), again.links().size());
  for (std::size_t i = 0; i < stayed.size(); ++i) {
    const Link& before = stayed[i];
    const Link& after = again.links()[i];
    EXPECT_EQ(before.element, after.element);
    EXPECT_EQ(before.attribute, after.attribute);
    EXPECT_EQ(first.within(before), again.within(after));
    if (before.action == Action::rewrite) {
      EXPECT_EQ(after.action, Action::absolute);
      EXPECT_EQ(after.reference, before.url());
    } else {
      EXPECT_EQ(after.action, before.action) << before.reference;
      EXPECT_EQ(after.reason, before.reason);
      EXPECT_EQ(after.reference, before.reference);
      std::string read(before.reference);
      std::erase_if(read, [](char c) { return c == '\t' || c == '\n' || c == '\r'; });  // as browsers do
      const bool leads_nowhere = before.reason == Reason::ignored_base ||
                                 (before.reason == Reason::unparsable && read.find("://") != std::string::npos);
      const bool needs_base = before.action == Action::keep && !leads_nowhere && first.base(before) != nullptr &&
                              before.reason != Reason::empty_no_fetch && before.reason != Reason::empty_document &&
                              before.reason != Reason::fragment && before.reason != Reason::location &&
                              before.reason != Reason::local_copy && before.reason != Reason::comment &&
                              before.reason != Reason::identity && before.reason != Reason::custom_property;
      if (needs_base) {
        ASSERT_NE(again.base(after), nullptr) << before.reference;
        // What is written may have escapes for characters that its place can't hold.
        EXPECT_EQ(percent_decoded(again.base(after)->url()), percent_decoded(first.base(before)->url()))
            << before.reference;
      }
    }
    EXPECT_EQ(before.action == Action::keep, before.reason != Reason::none);
  }
}

/// How many base elements are kept that were to be removed.
std::ptrdiff_t kept_bases(const Plan& plan) {
  return std::ranges::count(plan.notes(), NoteCode::base_element_kept, &Note::code);
}

/// Whether a text, or what became of it, exceeds a limit, as small limits make likely: the other may exceed none, or
/// another. So may a page that is read without its base element, to see whether that can be removed.
bool exceeds_limits(const Plan& one, const Plan& other) {
  return limits::are_small &&
         (one.type() != other.type() || one.failed() || other.failed() || kept_bases(one) != kept_bases(other));
}

/// Whether a message of a mailbox that didn't change has another end now. A Content-Length that is wrong is not
/// followed, and stays; but what stands after the message has changed, and it may, by chance, be right for that.
bool has_length_by_chance(const Plan& plan, std::string_view output) {
  if (plan.type() != Type::mbox || plan.content_coding() != ContentCoding::identity) return false;
  const std::string_view source = plan.source();
  std::size_t at = 0;
  for (std::size_t source_at = 0; source_at < source.size() && at < output.size();) {
    const Piece before = *next_piece(Container::mailbox, source, source_at, true);
    const Piece after = *next_piece(Container::mailbox, output, at, true);
    const std::string_view message = source.substr(before.offset, before.length);
    const bool is_wrong =
        before.length_field && before.length_field->length != before.end() - before.length_field->counted_from;
    if (is_wrong && after.length != before.length && output.substr(after.offset).starts_with(message)) return true;
    source_at = before.next;
    at = after.next;
  }
  return false;
}

/// The content coding that a text is tried in; identity: none, as it would take too long for all.
ContentCoding coding_for(std::string_view text) {
  constexpr std::size_t max_size = std::size_t{64} << 10;
  constexpr std::array codings = {ContentCoding::gzip, ContentCoding::brotli, ContentCoding::zstd};
  const std::size_t choice = text.size() % 16;
  return choice < codings.size() && text.size() <= max_size ? codings[choice] : ContentCoding::identity;
}

/// Packed, a text becomes what it becomes otherwise, and nothing of it stands anywhere in the source.
void expect_alike_when_packed(const Plan& unpacked, const std::string& output, Given given) {
  const ContentCoding coding = coding_for(unpacked.source());
  if (coding == ContentCoding::identity || given.input.content_coding != ContentCoding::automatic ||
      given.input.continues)
    return;
  if (unpacked.content_coding() != ContentCoding::identity || unpacked.type() == Type::unknown) return;
  given.input.content_coding = coding;
  if (given.input.detected) given.input.detected->content_coding = coding;
  const codec::Coding row = coding == ContentCoding::gzip     ? codec::Coding::gzip
                            : coding == ContentCoding::brotli ? codec::Coding::brotli
                                                              : codec::Coding::zstd;
  const Exact source(packed(row, unpacked.source()));
  const Plan plan = absolve::plan(source.view(), given);
  const std::string written = plan.output();
  if (limits::are_small) return;  // the limit on growth is that of the packed size
  EXPECT_EQ(plan.content_coding(), coding);
  EXPECT_EQ(plan.type(), unpacked.type());
  EXPECT_EQ(plan.edits().empty(), unpacked.edits().empty());
  const auto again = codec::open(row, written);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->text(), output);
  EXPECT_TRUE(!plan.edits().empty() || written == source.view());
  ASSERT_EQ(plan.links().size(), unpacked.links().size());
  for (std::size_t i = 0; i < plan.links().size(); ++i) {
    EXPECT_EQ(plan.links()[i].url(), unpacked.links()[i].url());
    EXPECT_EQ(plan.source_offset(plan.links()[i]), std::nullopt);
  }
  ASSERT_EQ(plan.notes().size(), unpacked.notes().size());
  for (std::size_t i = 0; i < plan.notes().size(); ++i) {
    EXPECT_EQ(plan.notes()[i].text, unpacked.notes()[i].text);
    EXPECT_EQ(plan.notes()[i].offset, std::nullopt);
  }
  for (std::uint32_t i = 0; i < scopes_of(plan).size(); ++i) {
    EXPECT_EQ(scopes_of(plan)[i].candidate.offset, std::nullopt);
  }
  if (has_length_by_chance(unpacked, output)) return;
  EXPECT_EQ(absolve::plan(written, given).output(), written) << "twice is not once";
}

/// The numbers by which IMAP servers know a message of a mailbox (X-UID).
std::vector<std::string> uids_of(std::string_view message) {
  std::size_t end = 0;
  while (end < message.size() && !line_at(message, end).empty()) end = line_end(message, end) + 1;
  std::vector<std::string> uids;
  for (const mime::Field& field : mime::find_named(message, 0, std::min(end, message.size()), "X-UID")) {
    const std::string body = mime::body_of(message, field);
    if (body.find_first_not_of(" \t\r\n") != std::string::npos) uids.push_back(body);
  }
  return uids;
}

/// A message of a mailbox that changes loses its number, and no other does.
void expect_no_stale_uids(std::string_view source, std::string_view output) {
  std::size_t at = 0;
  for (std::size_t source_at = 0; source_at < source.size() && at < output.size();) {
    const Piece before = *next_piece(Container::mailbox, source, source_at, true);
    const Piece after = *next_piece(Container::mailbox, output, at, true);
    const std::string_view old_message = source.substr(before.offset, before.length);
    const std::string_view message = output.substr(after.offset, after.length);
    EXPECT_TRUE(message == old_message || uids_of(message).empty()) << message;
    source_at = before.next;
    at = after.next;
  }
}

bool is_javascript(std::string_view url) { return lower_case(as_browsers_read(url)).starts_with("javascript:"); }

bool is_of_base(std::string_view element, std::string_view attribute) {
  return element == "base" || attribute == "xml:base";
}

/// A function that says what the plan says changes nothing, and is asked about each link but those of bases.
void expect_function_asked(const Plan& first, const std::string& output, Given given) {
  std::vector<std::string> asked;
  given.options.on_link = [&](const LinkQuestion& question) {
    if (!is_of_base(element_name(question.link), question.link.attribute))  // there are elements of that name in SVG
      asked.emplace_back(question.link.reference);
    return question.url ? LinkAnswer::replace(std::string(*question.url)) : LinkAnswer::as_planned();
  };
  const Plan plan = absolve::plan(first.source(), given);
  std::vector<std::string> links;
  for (const Link& link : first.links()) {
    if (!is_of_base(element_name(link), link.attribute)) links.emplace_back(link.reference);
  }
  EXPECT_EQ(asked, links);
  EXPECT_EQ(plan.output(), output);
}

/// Whatever a function answers, it is written such that it is read again, or the link stays.
void expect_odd_answers_held(const Plan& first, Given given) {
  constexpr std::array<std::string_view, 16> odd = {"a&b\"c'd",
                                                    "<i>x</i>",
                                                    "\xC3\xA9?\xE2\x82\xAC",
                                                    "",
                                                    "a b",
                                                    "javascript:x()",
                                                    "//h/(p),q;r",
                                                    "-->",
                                                    "]]>&amp;",
                                                    "x,y 2x",
                                                    "\\0041\\",
                                                    "</style></script>",
                                                    "y\nTo: z",
                                                    "=?utf-8?q?=3F?=",
                                                    "{{x}}",
                                                    "%zz#\"\xF0\x9F\x98\x80"};
  std::size_t asked = first.source().size();  // so that each of them comes to many places
  given.options.on_link = [&](const LinkQuestion&) {
    return LinkAnswer::replace(std::string(odd[asked++ % odd.size()]));
  };
  const Plan plan = absolve::plan(first.source(), given);
  const std::string output = plan.output();
  expect_orderly_edits(plan);
  EXPECT_EQ(undone(plan, output), first.source());
  given.options.on_link = nullptr;
  given.input.type = plan.type();
  given.input.detected.reset();
  const Exact written(output);
  const Plan again = absolve::plan(written.view(), given);
  // It is larger, and passes a limit; or its own edits would make a line a boundary, and a part is left.
  if (failures(again) != failures(plan) || exceeds_limits(plan, again)) return;
  if (has_length_by_chance(plan, output)) return;
  std::vector<Link> stayed(plan.links().begin(), plan.links().end());
  std::erase_if(stayed, [](const Link& link) { return link.reason == Reason::base_removed; });
  ASSERT_EQ(stayed.size(), again.links().size());
  for (std::size_t i = 0; i < stayed.size(); ++i) {
    const std::string_view reference = again.links()[i].reference;
    EXPECT_EQ(reference, stayed[i].url().value_or(std::string(stayed[i].reference)));
    EXPECT_EQ(again.within(again.links()[i]), plan.within(stayed[i]));
    EXPECT_TRUE(!is_javascript(reference) || is_javascript(stayed[i].reference));
  }
}

}  // namespace

std::ptrdiff_t failures(const Plan& plan) {
  return std::ranges::count(plan.notes(), Note::Severity::failure, &Note::severity);
}

std::string expect_promises(std::string_view text, const Given& given) {
  const Exact source(text);
  const Plan first = plan(source.view(), given);
  const std::string output = first.output();
  std::string refilled = "what was there before";
  first.output(refilled);
  EXPECT_EQ(refilled, output);
  expect_alike_when_packed(first, output, given);
  if (first.failed() && parts_of(first).empty() && first.links().empty()) {
    EXPECT_EQ(output, text);
    EXPECT_TRUE(first.edits().empty());
    return output;
  }
  expect_orderly_edits(first);
  EXPECT_EQ(undone(first, output), text);
  constexpr std::size_t max_for_functions = std::size_t{64} << 10;  // larger ones: OnLink.HasNoEndlessAnswers
  if (text.size() <= max_for_functions) {
    expect_function_asked(first, output, given);
    if (first.type() != Type::warc && !is_list(first.type())) expect_odd_answers_held(first, given);
  }
  for (const Edit& edit : first.edits()) {
    EXPECT_FALSE(cuts_a_character(text, edit.offset)) << edit.offset;
    EXPECT_FALSE(cuts_a_character(text, edit.offset + edit.length)) << edit.offset;
  }
  // The lengths of a record are no part of its plan: a new one is made of it, and read.
  const auto next = first.type() == Type::warc ? expect_new_records(first) : std::optional(output);
  if (!next) return output;
  const Exact written(*next);
  const Plan again = plan(written.view(), given);
  if (exceeds_limits(first, again) || has_length_by_chance(first, output)) return output;
  expect_reads_as_planned(first, again);
  EXPECT_TRUE(again.edits().empty());
  if (first.type() == Type::mbox && first.content_coding() == ContentCoding::identity)
    expect_no_stale_uids(text, output);
  return output;
}

std::string expect_promises(std::string_view text, const Input& input, const Options& options) {
  return expect_promises(text, Given{input, options});
}

}  // namespace absolve::test
