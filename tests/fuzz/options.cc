// Inputs of all types, with options of all kinds, which the first eight bytes choose. Besides the promises: a selection
// changes nothing but the links that it names; a list gets the same answers however it is cut; a document in a line of
// JSON Lines, and in another charset, becomes what it becomes by itself.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory_resource>
#include <span>
#include <string>
#include <string_view>

#include "../../src/codec/charset/charset.h"
#include "../../src/codec/codec.h"
#include "../../src/detect/binary.h"
#include "../../src/detect/divide.h"
#include "../../src/stream/stream.h"
#include "../../src/table/columns.h"
#include "../../src/text/ascii.h"
#include "../../src/text/edits.h"
#include "../../src/text/json.h"
#include "../../src/text/limits.h"
#include "../../src/text/strings.h"
#include "../../src/text/types.h"
#include "../../src/text/utf8.h"
#include "../support/everything.h"
#include "../support/exact.h"
#include "../support/in_pieces.h"
#include "../support/promises.h"
#include "absolve/absolve.h"

namespace {

using namespace absolve;

constexpr std::size_t chosen_by = 8;  // bytes

constexpr auto types = std::to_array<Type>({Type::html, Type::css, Type::xml, Type::json, Type::mime, Type::mbox,
                                            Type::http, Type::har, Type::uris, Type::pairs, Type::jsonl, Type::csv,
                                            Type::tsv, Type::markdown, Type::playlist, Type::automatic});

constexpr auto charsets = std::to_array<std::string_view>(
    {"", "utf-8", "shift_jis", "gbk", "windows-1252", "utf-16le", "utf-16be", "iso-2022-jp", "utf-7", "no-such"});

constexpr auto urls =
    std::to_array<std::string_view>({"http://example.com/a/", "http://example.com/a b)'\"\\/-->&lt;/]]>/", "",
                                     "https:", "http://h/\xC3\xA9/?q#f", "http://example.com?q"});

constexpr auto resolvers = std::to_array<Resolver>({Resolver::rfc1808, Resolver::rfc3986, Resolver::whatwg});

constexpr auto signatures = std::to_array<Signed>({Signed::usual, Signed::skip, Signed::rewrite});

const auto patterns = std::to_array<AttributePattern>(
    {{"a", "href"}, {"*", "src"}, {"img", "*"}, {"style", "*"}, {"*", "x*"}, {"link", "*"}, {"*", "reference"}});

constexpr auto skipped = std::to_array<std::string_view>({"^x", "[.]png$", "^#", "^$", "."});

const auto attributes = std::to_array<AttributeSyntax>({{"*", "data-x", ValueSyntax::url},
                                                        {"p", "style", ValueSyntax::url},
                                                        {"x-*", "data-x", ValueSyntax::html},
                                                        {"img", "srcset", ValueSyntax::tokens},
                                                        {"*", "title", ValueSyntax::css},
                                                        {"a", "ping", ValueSyntax::commas}});

template <class Values>
auto one_of(const Values& values, std::uint8_t byte) {
  return values[byte % values.size()];
}

/// What is neither a selection nor a charset.
Given given_by(std::span<const std::uint8_t, chosen_by> chosen) {
  const auto is_set = [&](unsigned bit) { return (chosen[5U + bit / 8] >> bit % 8 & 1U) != 0; };
  Given given;
  given.input.type = one_of(types, chosen[0]);
  given.input.url = one_of(urls, chosen[1] >> 4U);
  given.options.resolver = one_of(resolvers, chosen[2]);
  given.options.signatures = one_of(signatures, chosen[2] >> 2U);
  if (is_set(0)) given.options.also = test::everything;
  if (is_set(1)) given.options.feed_base = FeedBase::entry;
  if (is_set(2)) given.options.attributes.push_back(one_of(attributes, chosen[3] >> 4U));
  if (is_set(3)) given.options.url_headers = {"X-URL"};
  given.options.remove_base_elements = is_set(4);
  given.options.fragments = is_set(5) ? Fragments::keep : Fragments::resolve;
  given.options.headers = is_set(6);
  given.options.marks = is_set(7);
  given.input.null_separated = is_set(8);
  given.options.json_answers = is_set(9);
  if (is_set(10)) given.options.fragments = Fragments::page;
  if (is_set(11)) {
    given.options.local_links = LocalLinks::keep;
    given.input.is_local_copy = [](std::string_view path) { return path.ends_with("copy"); };
  }
  return given;
}

void select(Given& given, std::span<const std::uint8_t, chosen_by> chosen) {
  const std::uint8_t how = chosen[4];
  if ((how & 1U) != 0) given.options.only.push_back(one_of(patterns, how >> 4U));
  if ((how & 2U) != 0) given.options.except.push_back(one_of(patterns, chosen[3]));
  const std::array<std::string, 1> skips = {std::string(one_of(skipped, chosen[3]))};
  if ((how & 4U) != 0) given.options.skip = *Patterns::from(skips);
}

bool has_selection(const Given& given) {
  return !given.options.only.empty() || !given.options.except.empty() || !given.options.skip.empty();
}

/// Whether a link was kept for what only an overview shows: a selection may change that elsewhere.
bool is_kept_for_others(Reason reason) {
  return reason == Reason::base_removed || reason == Reason::location || reason == Reason::charset_declaration ||
         reason == Reason::local_copy;
}

/// Which links are named shows in their reasons.
void expect_selection_of_links(std::string_view text, const Given& given) {
  Given for_all = given;
  for_all.options.only.clear();
  for_all.options.except.clear();
  for_all.options.skip = {};
  const Plan selected = plan(text, given);
  const Plan all = plan(text, for_all);
  // What grows less exceeds no limit, and stays of its type.
  if (test::failures(selected) != test::failures(all)) return;
  ASSERT_EQ(selected.links().size(), all.links().size());
  for (std::size_t i = 0; i < all.links().size(); ++i) {
    const Link& one = selected.links()[i];
    const Link& other = all.links()[i];
    EXPECT_EQ(one.offset, other.offset);
    EXPECT_EQ(one.reference, other.reference);
    const bool is_named = one.reason == Reason::only || one.reason == Reason::except || one.reason == Reason::skip;
    if (is_named || is_kept_for_others(one.reason) || is_kept_for_others(other.reason)) continue;
    EXPECT_EQ(one.action, other.action) << other.reference;
    EXPECT_EQ(one.reason, other.reason) << other.reference;
    EXPECT_EQ(one.url(), other.url());
  }
}

/// A list that comes so many bytes at a time.
std::string answered_in_parts(std::string_view list, const Given& given, std::size_t at_once) {
  try {
    return test::rewritten(list, given, at_once);
  } catch (const BadInput&) {
    return std::string(list);  // a table whose columns are not those that are asked for
  }
}

/// However it is cut, and however often it is answered.
void expect_answers_of_list(std::string_view list, Given given) {
  if (is_table(given.input.type)) {
    const auto columns = table_columns(list, given.input.type, given.options);
    if (!columns) return;
    if (container_of(list, given.input, given.options) != Container::none)
      given.input.columns = std::make_shared<const TableColumns>(*columns);
  }
  const auto answered = [&](std::string_view text, std::size_t seen) { return answered_in_parts(text, given, seen); };
  const std::string whole = answered(list, list.size() + 1);
  const std::string in_large = answered(list, 40);
  const std::string in_small = answered(list, 1);
  if (limits::are_small) return;  // a whole exceeds some that a piece does not
  EXPECT_EQ(in_large, whole);
  EXPECT_EQ(in_small, whole);
  const bool stays_a_list = given.input.type == Type::jsonl || (is_table(given.input.type) && given.input.columns);
  if (!stays_a_list) return;
  if (is_table(given.input.type))
    given.input.columns = std::make_shared<const TableColumns>(*table_columns(whole, given.input.type, given.options));
  EXPECT_EQ(answered(whole, whole.size() + 1), whole) << "twice is not once";
}

bool is_document(Type type) { return type == Type::html || type == Type::css || type == Type::xml; }

/// What becomes of a text in another charset, in UTF-8.
std::string output_in(codec::Encoding encoding, std::string_view label, std::string_view utf8, Given given,
                      bool& failed) {
  std::pmr::monotonic_buffer_resource memory;
  Strings strings(memory);
  const Edit all{0, 0, utf8};
  const std::string bytes = edited("", codec::open(codec::coding_of(encoding), "")->encode({&all, 1}, strings));
  given.input.charset = label;
  const test::Exact source(bytes);
  const Plan planned = plan(source.view(), given);
  failed = failed || planned.failed();
  const std::string written = planned.output();
  return std::string(codec::open(codec::coding_of(encoding), written)->text());
}

void expect_document_anywhere(std::string_view text, Given given) {
  constexpr auto media_types = std::to_array<std::string_view>({"text/html", "text/css", "application/xml"});
  given.input.charset = "utf-8";
  if (given.options.local_links == LocalLinks::keep) given.input.is_local_copy = {};  // a line is no file
  const Plan alone = plan(text, given);
  const std::string output = alone.output();

  std::string line = "{";
  json::append_member(line, "content_type", media_types[static_cast<std::size_t>(given.input.type) - 1]);
  json::append_member(line, "body", text);
  line.append("}").erase(1, 1);
  Given of_stream = given;
  of_stream.input.type = Type::jsonl;
  of_stream.input.charset.clear();
  const auto one = DocumentLine::from(line, of_stream.input, of_stream.options);
  ASSERT_TRUE(one && one->has_document());
  const Plan inside = plan(one->document(), one->input(), given.options);
  if (inside.type() != alone.type()) return;  // its content type was wrong: it is in another language
  EXPECT_EQ(inside.output(), output);
  const std::string answer = one->answer(inside);
  const auto again = DocumentLine::from(answer, of_stream.input, of_stream.options);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->document(), output);

  // Where it shows binary data depends on the bytes that its characters have.
  if (std::ranges::any_of(text, is_binary_data_byte)) return;
  bool failed = alone.failed();
  const std::string wide = output_in(codec::Encoding::utf16le, "utf-16le", text, given, failed);
  EXPECT_TRUE(wide == output || (limits::are_small && failed)) << wide << "\n---\n" << output;
  const std::string big = output_in(codec::Encoding::utf16be, "utf-16be", text, given, failed);
  EXPECT_TRUE(big == output || (limits::are_small && failed)) << big << "\n---\n" << output;
  // What stands for a character that a charset may lack is written in another way there.
  const bool is_plain = is_ascii(text) && text.find_first_of(std::string_view("&\\\0", 3)) == std::string_view::npos;
  if (!is_plain || !is_ascii(given.input.url)) return;
  for (const std::string_view label : {"shift_jis", "gbk", "windows-1252", "iso-2022-jp"}) {
    if (label == "iso-2022-jp" && text.find_first_of("\x1B\x0E\x0F") != std::string_view::npos) continue;
    given.input.charset = label;
    EXPECT_EQ(plan(text, given).output(), output) << label;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < chosen_by) return 0;
  const std::span<const std::uint8_t, chosen_by> chosen(data, chosen_by);
  const std::string_view text(reinterpret_cast<const char*>(data) + chosen_by, size - chosen_by);
  Given given = given_by(chosen);
  if (is_document(given.input.type) && is_utf8(text) && !text.starts_with(byte_order_mark)) {
    expect_document_anywhere(text, given);
  }
  given.input.charset = one_of(charsets, chosen[1]);
  if (is_list(given.input.type)) expect_answers_of_list(text, given);
  select(given, chosen);
  if (has_selection(given)) expect_selection_of_links(text, given);
  // In other lists, a reference that is answered, or the base that it names, is no longer what it was.
  const bool is_answered_in_place = given.input.type == Type::uris && !given.options.json_answers;
  if (!is_list(given.input.type) || is_answered_in_place) test::expect_promises(text, given);
  if (testing::UnitTest::GetInstance()->ad_hoc_test_result().Failed()) std::abort();
  return 0;
}
