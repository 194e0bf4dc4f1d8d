// Prints --diff: the edits of a plan as a unified diff, with three lines of context.

#include <algorithm>
#include <vector>

#include "../system/layout.h"
#include "../system/messages.h"
#include "views.h"

namespace absolve::cli {
namespace {

constexpr std::size_t context = 3;

/// Whether lines are counted from the beginning of the file: a record, or a document in a line, has a patch of its own.
bool is_of_the_file(const SourcePlace& place) noexcept { return place.record == 0 && place.line == 0; }

/// A name as git writes it into a patch: between quotation marks, with the escapes of C, if a reader or a terminal
/// could take it for something else.
std::string quoted_for_patch(std::string_view name) {
  const bool has_blank_at_end = name.starts_with(' ') || name.ends_with(' ');
  const bool is_plain = printable(name) == name && name.find_first_of("\"\\") == std::string_view::npos;
  if (is_plain && !has_blank_at_end) return std::string(name);
  const auto octal = [](int number) { return static_cast<char>('0' + (number & 7)); };
  std::string result = "\"";
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') result.append(1, '\\').append(1, c);
    else if (byte >= 0x20 && byte < 0x7F) result += c;
    else result.append({'\\', octal(byte >> 6), octal(byte >> 3), octal(byte)});
  }
  return result + "\"";
}

/// Whole lines of the source, by number from 0; `end` is exclusive.
struct Lines {
  std::size_t begin;
  std::size_t end;
};

/// A line for a terminal, which would obey control characters; tabs and the CR at its end are harmless.
std::string shown(std::string_view line) {
  std::string result;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t tab = std::min(line.find('\t', at), line.size());
    const bool ends_in_cr = tab == line.size() && line.ends_with('\r');
    result += printable(line.substr(at, tab - at - (ends_in_cr ? 1 : 0)));
    if (tab < line.size()) result += '\t';
    at = tab + 1;
  }
  return result;
}

/// Lines that change, and the edits that change them.
struct Change {
  Lines lines;
  std::span<const Edit> edits;
};

class Differ {
 public:
  Differ(const Page& page, const Plan& plan)
      : page_(page),
        source_(plan.source()),
        edits_(plan.edits()),
        is_compressed_(plan.content_coding() != ContentCoding::identity) {
    for (std::size_t at = 0; at < source_.size(); at = end_of_line(at)) starts_.push_back(at);
    starts_.push_back(source_.size());
  }

  void print() {
    if (edits_.empty()) return;
    std::string name = page_.input == "-" ? "-" : quoted_for_patch(page_.input);
    // Compressed bytes have no lines, and there is no patch from one compressed form to the other.
    if (is_compressed_) return page_.out.write("Binary files " + name + " and " + name + " differ\n");
    if (name.find(' ') != std::string::npos) name += '\t';  // without the tab, patch would end the name at the space
    page_.out.write(coloured(page_, Colour::bold, "--- " + name) + "\n" + coloured(page_, Colour::bold, "+++ " + name) +
                    "\n");
    const std::vector<Change> changes = gather();
    for (std::size_t first = 0; first < changes.size();) {
      std::size_t last = first + 1;
      while (last < changes.size() && changes[last].lines.begin <= changes[last - 1].lines.end + 2 * context) ++last;
      print_hunk(std::span(changes).subspan(first, last - first));
      first = last;
    }
  }

 private:
  [[nodiscard]] std::size_t end_of_line(std::size_t at) const {
    const std::size_t newline = source_.find('\n', at);
    return newline == std::string_view::npos ? source_.size() : newline + 1;
  }

  [[nodiscard]] std::size_t line_count() const { return starts_.size() - 1; }

  [[nodiscard]] std::size_t line_of(std::size_t offset) const {
    const auto after = std::ranges::upper_bound(starts_, offset);
    return std::min(static_cast<std::size_t>(after - starts_.begin()) - 1, line_count() - 1);
  }

  [[nodiscard]] std::string_view slice(Lines lines) const {
    return source_.substr(starts_[lines.begin], starts_[lines.end] - starts_[lines.begin]);
  }

  [[nodiscard]] std::vector<Change> gather() const {
    std::vector<Change> changes;
    for (std::size_t i = 0; i < edits_.size(); ++i) {
      const Lines lines{line_of(edits_[i].offset), line_of(edits_[i].offset + edits_[i].length) + 1};
      if (!changes.empty() && lines.begin <= changes.back().lines.end) {
        Change& last = changes.back();
        last.lines.end = std::max(last.lines.end, lines.end);
        last.edits = edits_.subspan(i - last.edits.size(), last.edits.size() + 1);
      } else {
        changes.push_back({lines, edits_.subspan(i, 1)});
      }
    }
    return changes;
  }

  [[nodiscard]] std::string rewritten(const Change& change) const {
    std::string text;
    std::size_t at = starts_[change.lines.begin];
    for (const Edit& edit : change.edits) {
      text.append(source_.substr(at, edit.offset - at)).append(edit.text);
      at = edit.offset + edit.length;
    }
    return text.append(source_.substr(at, starts_[change.lines.end] - at));
  }

  /// Appends each line of `text` with a sign before it; returns the number of lines.
  std::size_t append_lines(std::string& out, char sign, std::string_view text) const {
    std::size_t count = 0;
    while (!text.empty()) {
      const std::size_t newline = text.find('\n');
      const std::string_view line = text.substr(0, newline);
      const std::string signed_line = sign + (page_.columns == unlimited ? std::string(line) : shown(line));
      out += sign == ' ' ? signed_line : coloured(page_, sign == '+' ? Colour::good : Colour::bad, signed_line);
      out += '\n';
      if (newline == std::string_view::npos) out += "\\ No newline at end of file\n";
      text.remove_prefix(newline == std::string_view::npos ? text.size() : newline + 1);
      ++count;
    }
    return count;
  }

  void print_hunk(std::span<const Change> changes) {
    const std::size_t first = changes.front().lines.begin - std::min(changes.front().lines.begin, context);
    const std::size_t last = std::min(changes.back().lines.end + context, line_count());
    std::string body;
    std::size_t new_count = 0;
    std::size_t at = first;
    for (const Change& change : changes) {
      new_count += append_lines(body, ' ', slice({at, change.lines.begin}));
      append_lines(body, '-', slice(change.lines));
      new_count += append_lines(body, '+', rewritten(change));
      at = change.lines.end;
    }
    new_count += append_lines(body, ' ', slice({at, last}));
    const std::size_t old_first = first + 1 + lines_before_;
    const std::size_t new_first = old_first + moved_;
    const std::string range = "@@ -" + std::to_string(old_first) + "," + std::to_string(last - first) + " +" +
                              std::to_string(new_count == 0 ? new_first - 1 : new_first) + "," +
                              std::to_string(new_count) + " @@";
    page_.out.write(coloured(page_, Colour::frame, range) + "\n" + body);
    moved_ += new_count - (last - first);  // wraps around if lines are removed, and back in the sum above
  }

  const Page& page_;
  const std::size_t lines_before_ = is_of_the_file(page_.source) ? page_.source.lines : 0;
  std::string_view source_;
  std::span<const Edit> edits_;
  bool is_compressed_;
  std::vector<std::size_t> starts_;  // of each line, and the end
  std::size_t moved_ = 0;            // lines that earlier hunks added
};

}  // namespace

void print_diff(const Page& page, const Plan& plan) { Differ(page, plan).print(); }

}  // namespace absolve::cli
