// Jupyter notebooks (nbformat, version 4: https://nbformat.readthedocs.io/en/latest/format_description.html). A text in
// one is a string, or an array of strings, which are joined:
//
//     {"nbformat": 4, "cells": [
//       {"cell_type": "code", "outputs": [{"data": {"text/html": ["<a href=", ...]}}]},
//       {"cell_type": "raw", "metadata": {"raw_mimetype": "text/html"}, "source": "<a href=x>"}]}
//
// What a cell holds is only known at its end, as its members may be in any order. Code, plain text, scripts and errors
// hold no references.

#include "notebook.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "../find/file_names.h"
#include "path_walk.h"

namespace absolve::json {
namespace {

/// A place in a notebook, and what a text there is; nullopt if the cell around it says what.
struct NotebookPlace {
  std::string_view path;
  std::optional<Format> format;
};

constexpr auto places = std::to_array<NotebookPlace>({
    {"$.cells[*].outputs[*].data['text/html']", Format::html_fragment},
    {"$.cells[*].outputs[*].data['image/svg+xml']", Format::xml},
    {"$.cells[*].outputs[*].data['text/markdown']", Format::markdown},
    {"$.cells[*].source", std::nullopt},
    {"$.cells[*].cell_type", std::nullopt},
    {"$.cells[*].metadata.raw_mimetype", std::nullopt},
    {"$.cells[*].metadata.format", std::nullopt},
    {"$.cells[*]", std::nullopt},
});
constexpr std::size_t outputs = 3;  // how many of these hold a text of a format
constexpr std::size_t source = 3;
constexpr std::size_t cell_type = 4;
constexpr std::size_t raw_mimetype = 5;
constexpr std::size_t raw_format = 6;
constexpr std::size_t cell = 7;

/// What a cell of a type holds. An empty mimetype stands for any.
struct CellRow {
  std::string_view cell_type;
  std::string_view mimetype;
  Format format;
};

constexpr auto cell_rows = std::to_array<CellRow>({
    {"markdown", "", Format::markdown},
    {"raw", "text/html", Format::html_fragment},
    {"raw", "text/markdown", Format::markdown},
});

class NotebookFinder {
 public:
  NotebookFinder(std::string_view text, std::string_view json, Finding& finding)
      : paths_(paths_of_places()), walk_(text, json, paths_), finding_(finding) {}

  void consume(const Token& token) {
    using Kind = Token::Kind;
    if (token.kind == Kind::end_array || token.kind == Kind::end_object) end_level(token);
    walk_.consume(token);
    if (token.kind == Kind::string && !walk_.is_outermost()) read_string(token);
  }

 private:
  using At = std::vector<Path::Progress>;

  static std::vector<Path> paths_of_places() {
    std::vector<Path> paths;
    for (const NotebookPlace& one : places) paths.emplace_back(one.path);
    return paths;
  }

  void end_level(const Token& token) {
    const PathWalk::Level& level = walk_.innermost();
    if (level.is_array) {
      read_text(level.at, walk_.value_at(level.begin, token.end, level.key, codec::Coding::json_strings));
    } else if (paths_[cell].selects(level.at[cell])) {
      end_cell();
    }
  }

  void read_string(const Token& token) {
    const PathWalk::Level& around = walk_.innermost();
    const At& at = around.at_next;
    if (paths_[cell_type].selects(at[cell_type])) type_ = walk_.text_of(token);
    if (paths_[raw_mimetype].selects(at[raw_mimetype]) || paths_[raw_format].selects(at[raw_format])) {
      mimetype_ = walk_.text_of(token);
    }
    read_text(at, walk_.value_at(token.begin, token.end, around.key, codec::Coding::json_string));
  }

  void read_text(const At& at, Value value) {
    if (paths_[source].selects(at[source])) source_ = value;
    for (std::size_t i = 0; i < outputs; ++i) {
      if (!paths_[i].selects(at[i])) continue;
      value.format = *places[i].format;
      finding_.values.push_back(value);
      if (finding_.dependent_statements.empty()) {
        finding_.dependent_statements.push_back({"Jupyter's trust in its outputs", "is lost", {}, value.begin});
      }
      finding_.dependent_statements.back().ranges.emplace_back(value.begin, value.end);
    }
  }

  void end_cell() {
    const auto row = std::ranges::find_if(cell_rows, [&](const CellRow& one) {
      return one.cell_type == type_ && (one.mimetype.empty() || one.mimetype == mimetype_);
    });
    if (row != cell_rows.end() && source_) {
      source_->format = row->format;
      finding_.values.push_back(*source_);
    }
    source_.reset();
    type_.clear();
    mimetype_.clear();
  }

  std::vector<Path> paths_;
  PathWalk walk_;
  Finding& finding_;
  std::optional<Value> source_;
  std::string type_;
  std::string mimetype_;
};

}  // namespace

Notebook kind_of_notebook(std::string_view json, const Request& request) {
  const bool is_named = type_by_name(request.input.name) == "application/x-ipynb+json" && request.outermost;
  if (json.empty() || (!is_named && json.find("nbformat") == std::string_view::npos)) return Notebook::no;
  Reader reader(json);
  std::string scratch;
  int level = 0;
  std::string key;
  bool has_version = false;
  bool is_version_4 = false;
  bool has_cells = false;
  while (const auto token = reader.next()) {
    if (level == 1 && token->kind == Token::Kind::key) {
      key = decode_string(json.substr(token->begin, token->end - token->begin), scratch);
    } else if (level == 1) {
      if (key == "nbformat") {
        has_version = token->kind == Token::Kind::other;
        is_version_4 = json.substr(token->begin, token->end - token->begin) == "4";
      }
      if (key == "cells") has_cells = token->kind == Token::Kind::begin_array;
      key.clear();
    }
    level += step(token->kind);
  }
  if (is_version_4 && has_cells && reader.is_valid()) return Notebook::version_4;
  const bool looks_so = has_version && reader.is_valid() && json.find("\"nbformat_minor\"") != std::string_view::npos;
  return is_named || looks_so ? Notebook::unread : Notebook::no;
}

void find_in_notebook(std::string_view text, std::string_view json, const Request& request, Finding& finding) {
  NotebookFinder finder(text, json, finding);
  Reader reader(json);
  while (const auto token = reader.next()) {
    absolve::step(request.options);
    finder.consume(*token);
  }
  std::ranges::sort(finding.values, {}, &Value::begin);
  finding.media_type = "application/x-ipynb+json";
}

}  // namespace absolve::json
