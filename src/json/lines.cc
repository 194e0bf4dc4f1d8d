#include "lines.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>

#include "../codec/json.h"
#include "../find/entries.h"
#include "members.h"

namespace absolve::json {
namespace {

constexpr Rule reference_rule{.element = "", .attribute = "reference", .is_exact = true};

enum Name : std::size_t { reference, base, line, body, body_b64, url, reason, error, name_count };

constexpr std::array<std::string_view, name_count> words = {"reference", "base", "line",   "body",
                                                            "body_b64",  "url",  "reason", "error"};
constexpr MemberNames names{words, url};
static_assert(name_count <= max_member_names);

/// Why a line has no reference, in words; "": it has one.
std::string_view trouble_with(const Line& line, std::string_view text) noexcept {
  static_assert(max_levels == 1000);
  if (!line.is_valid) return "it is no valid JSON, or one of more than 1000 levels";
  if (!line.is_object) return "it is no object of JSON";
  const bool is_document = line.values[body] || line.values[body_b64];
  if (!line.values[reference] && is_document) return "it holds a document, and those are read from streams alone";
  if (!line.values[reference]) return "it has no member reference";
  if (!line.is_string(reference)) return "its member reference is no string";
  const bool is_null = !line.values[base] || text.substr(line.values[base]->begin).starts_with("null");
  return is_null || line.is_string(base) ? "" : "its member base is no string";
}

/// Whether it is what was answered to an entry that is no object. Then that stays.
bool is_answer(const Line& line) noexcept {
  return line.is_object && line.is_string(error) && line.is_string(Name::line) && !line.values[reference];
}

class LineFinder {
 public:
  LineFinder(std::string_view text, const Options& options) : text_(text), options_(options), bases_(finding_.scopes) {}

  Finding all() {
    finding_.list = std::make_unique<ListFinding>();
    for_each_entry(text_, options_, [&](std::size_t begin, std::size_t end) { take({.begin = begin, .end = end}); });
    return std::move(finding_);
  }

 private:
  void take(Entry entry) {
    const std::string_view text = text_.substr(entry.begin, entry.end - entry.begin);
    if (std::ranges::all_of(text, is_white_space)) return;
    auto& cuts = finding_.list->cuts;
    const std::size_t cuts_before = cuts.size();
    const Line line = read_line(text, names, [&](std::size_t begin, std::size_t end) {
      add_cut(cuts, entry.begin + begin, entry.begin + end);
    });
    if (!line.is_object || is_answer(line)) cuts.resize(cuts_before);
    if (is_answer(line)) return;
    entry.error = trouble_with(line, text);
    if (line.is_object) {
      entry.room = entry.begin + line.room;
      entry.is_bare = line.is_bare;
      entry.cuts = static_cast<std::uint32_t>(cuts.size() - cuts_before);
    }
    if (entry.error.empty()) add_reference(entry, line);
    finding_.list->entries.push_back(entry);
  }

  void add_reference(Entry& entry, const Line& line) {
    entry.value = static_cast<std::uint32_t>(finding_.values.size());
    finding_.values.push_back(Value{
        .begin = entry.begin + line.values[reference]->begin,
        .end = entry.begin + line.values[reference]->end,
        .element = entry.begin,
        .rule = &reference_rule,
        .scope = line.is_string(base) ? scope_of(*line.values[base], entry.begin) : Value::none,
        .coding = codec::Coding::json_string,
    });
  }

  [[nodiscard]] std::uint32_t scope_of(const Token& base, std::size_t offset) {
    const std::string_view written = text_.substr(offset + base.begin, base.end - base.begin);
    if (written.empty()) return Value::none;
    return bases_.scope(written, offset + base.begin, [&] { return codec::decode_json_string(written, scratch_); });
  }

  std::string_view text_;
  const Options& options_;
  std::string scratch_;
  Finding finding_;
  NamedBases bases_;
};

}  // namespace

Finding find_in_lines(std::string_view text, const Request& request) { return LineFinder(text, request.options).all(); }

}  // namespace absolve::json
