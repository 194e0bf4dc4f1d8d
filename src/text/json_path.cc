// A path as steps, and where a value is along it. Going inwards, a step that descends stays possible at any depth:
//
//     $..a.b      steps: ..a, .b
//     {"a": {"a": {"b": 1}}}
//      {0}  {0,1}  {0,1}  {0,2}     the set of steps that are after a value: 2 selects it
//
// Linear in the text, times the number of steps.

#include "json_path.h"

#include <algorithm>
#include <array>

#include "ascii.h"
#include "numbers.h"

namespace absolve::json {
namespace {

using Step = Path::Step;

/// RFC 9535, section 2.5.1.1: what a name without quotes may hold; more leniently, hyphens, too.
constexpr bool is_of_name(char c) noexcept {
  return is_letter(c) || is_digit(c) || c == '_' || c == '-' || c == '@' || !is_ascii(c);
}

constexpr bool is_index(std::string_view text) noexcept {
  return !text.empty() && std::ranges::all_of(text, is_digit) && (text.size() == 1 || text.front() != '0');
}

/// What brackets may hold in a path of RFC 9535, and not here.
struct Refused {
  std::string_view sign;
  std::string_view words;
};

constexpr auto refused = std::to_array<Refused>({
    {"?", "a filter"},
    {":", "a slice"},
    {"-", "a negative index"},
    {",", "a list of selectors"},
});

std::string why_refused(std::string_view brackets) {
  const auto found = std::ranges::find_if(
      refused, [&](const Refused& each) { return brackets.find(each.sign) != std::string_view::npos; });
  if (found == refused.end()) return "'" + std::string(brackets) + "' in it is not understood";
  return std::string(found->words) + " (" + std::string(brackets) + ") is not read";
}

/// Reads the name in the quotes that a text begins with. Returns its size with both quotes, also where the second one
/// is missing.
std::size_t read_quoted(std::string_view text, std::string& name) {
  std::size_t at = 1;
  std::string raw;
  for (; at < text.size() && text[at] != text[0]; ++at) {
    if (text[at] == '\\' && at + 1 < text.size() && text[++at] != '\'') raw += '\\';
    raw += text[at];
  }
  std::string scratch;
  name = decode_string(raw, scratch);
  return at + 1;
}

/// A step to a member or an element, as a path has it.
std::string written_step(std::string_view name) {
  if (name == "*" || is_index(name)) return "[" + std::string(name) + "]";
  if (!name.empty() && std::ranges::all_of(name, is_of_name)) return "." + std::string(name);
  std::string quoted = "['";
  for (const char c : name) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "']";
}

/// RFC 6901: `~1` stands for a slash, `~0` for a tilde.
std::string path_of_pointer(std::string_view pointer) {
  std::string path = "$";
  while (!pointer.empty()) {
    const std::size_t end = std::min(pointer.find('/', 1), pointer.size());
    std::string name;
    for (std::size_t i = 1; i < end; ++i) {
      const std::string_view rest = pointer.substr(i);
      const bool is_escape = rest.starts_with("~0") || rest.starts_with("~1");
      name += !is_escape ? rest[0] : rest[1] == '1' ? '/' : '~';
      if (is_escape) ++i;
    }
    path += written_step(name);
    pointer.remove_prefix(end);
  }
  return path;
}

}  // namespace

Path::Path(std::string_view text) {
  is_name_ = !is_path(text);
  if (is_name_) steps_.push_back({Step::Kind::name, std::string(text), 0, true});
  else read(text);
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    descends_ = descends_ || steps_[i].descends;
    if (steps_[i].kind == Step::Kind::any) after_wildcards_ = i + 1;
  }
  if (error_.empty() && steps_.size() > max_steps) error_ = "it has more than 63 steps";
}

void Path::read(std::string_view text) {
  const std::string_view all = text;
  text.remove_prefix(1);
  while (!text.empty() && error_.empty()) {
    Step one{Step::Kind::name, {}};
    one.descends = text.starts_with("..");
    const bool is_dotted = text.starts_with('.');
    if (is_dotted) text.remove_prefix(one.descends ? 2 : 1);
    std::size_t size = 1;
    if (text.starts_with('[') && (!is_dotted || one.descends)) {
      size = read_brackets(text, one);
    } else if (is_dotted && text.starts_with('*')) {
      one.kind = Step::Kind::any;
    } else {
      one.name.assign(text.begin(), std::ranges::find_if_not(text, is_of_name));
      if (!is_dotted || one.name.empty()) {
        error_ = "it is not understood from '" + std::string(all.substr(all.size() - text.size())) + "' on";
      }
      size = one.name.size();
    }
    text.remove_prefix(size);
    steps_.push_back(std::move(one));
  }
}

/// Reads the selector in the brackets that a text begins with. Returns their size.
std::size_t Path::read_brackets(std::string_view text, Step& one) {
  const bool is_quoted = text.size() > 1 && is_quote(text[1]);
  const std::size_t quote = is_quoted ? read_quoted(text.substr(1), one.name) : 0;  // offset of the second one
  const std::size_t end = std::min(text.find(']', quote), text.size());
  const std::string_view inside = text.substr(1, end - 1);
  if (is_quoted) {
    if (quote + 1 < end) error_ = "a list of selectors is not read";
  } else if (inside == "*") {
    one.kind = Step::Kind::any;
  } else if (is_index(inside)) {
    one.kind = Step::Kind::index;
    one.index = read_number<std::size_t>(inside, 10).value_or(SIZE_MAX);
  } else {
    error_ = why_refused(text.substr(0, end + 1));
  }
  if (end == text.size() && error_.empty()) error_ = "a bracket is not closed";
  return std::min(end + 1, text.size());
}

template <class Fits>
Path::Progress Path::step(Progress from, Fits&& fits) const noexcept {
  Progress to = 0;
  for (std::size_t i = 0; i < std::min(steps_.size(), max_steps); ++i) {
    if ((from >> i & 1U) == 0) continue;
    if (steps_[i].descends) to |= Progress{1} << i;
    if (steps_[i].kind == Step::Kind::any || fits(steps_[i])) to |= Progress{1} << (i + 1);
  }
  return to;
}

Path::Progress Path::to_member(Progress from, std::string_view name) const noexcept {
  return step(from, [&](const Step& one) { return one.kind == Step::Kind::name && one.name == name; });
}

Path::Progress Path::to_element(Progress from, std::size_t index) const noexcept {
  return step(from, [&](const Step& one) { return one.kind == Step::Kind::index && one.index == index; });
}

bool Path::may_share_wildcards_with(const Path& inner) const noexcept {
  if (descends_ || inner.descends_) return true;
  if (inner.steps_.size() <= after_wildcards_) return after_wildcards_ == 0;
  return std::equal(steps_.begin(), steps_.begin() + static_cast<std::ptrdiff_t>(after_wildcards_),
                    inner.steps_.begin(), [](const Step& one, const Step& other) {
                      const bool is_any = one.kind == Step::Kind::any || other.kind == Step::Kind::any;
                      return is_any || (one.kind == other.kind && one.name == other.name && one.index == other.index);
                    });
}

std::string Path::meant_by(std::string_view name) {
  if (name.starts_with('/') || name.starts_with("#/")) return path_of_pointer(name.substr(name.find('/')));
  if (name.find_first_of(".[") == std::string_view::npos) return {};
  if (name.starts_with("@.") || name.starts_with("@[")) name.remove_prefix(1);  // the root, as in filters
  std::string path = "$";
  while (!name.empty()) {
    const bool descends = name.starts_with("..");
    name.remove_prefix(descends ? 2 : name.starts_with('.') ? 1 : 0);
    const bool is_bracket = name.starts_with('[');
    const std::size_t quote = is_bracket && name.size() > 1 && is_quote(name[1]) ? name.find(name[1], 2) : 0;
    const std::size_t end = is_bracket ? name.find(']', quote) + 1 : std::min(name.find_first_of(".["), name.size());
    if (end == 0) return {};
    std::string_view one = name.substr(0, end);
    name.remove_prefix(end);
    if (is_bracket && name.starts_with('?')) name.remove_prefix(1);  // of jq: no error where there is none
    if (!is_bracket && one.ends_with('?')) one.remove_suffix(1);
    const std::string step = one == "[]" ? "[*]" : is_bracket ? std::string(one) : written_step(one);
    if (descends) path += step.front() == '.' ? "." : "..";
    path += step;
  }
  return Path(path).error().empty() ? path : "";
}

}  // namespace absolve::json
