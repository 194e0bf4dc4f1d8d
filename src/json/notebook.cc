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
#include "../text/json_path.h"

namespace absolve::json {
namespace {

constexpr Rule output_rule{.element = "*", .attribute = "", .empty = Empty::no_fetch};

/// A place in a notebook, and what a text there is; nullopt: what the cell around it says.
struct Place4 {
  std::string_view path;
  std::optional<Format> format;
};

constexpr auto places = std::to_array<Place4>({
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

/// What a cell of a type holds. mimetype: "": any.
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
      : json_(json), offset_(static_cast<std::size_t>(json.data() - text.data())), finding_(finding) {
    for (const Place4& one : places) paths_.emplace_back(one.path);
  }

  void read(const Request& request) {
    Reader reader(json_);
    while (const auto token = reader.next()) {
      absolve::step(request.options);
      take(*token);
    }
    std::ranges::sort(finding_.values, {}, &Value::begin);
  }

 private:
  using At = std::array<Path::Progress, places.size()>;

  struct Container {
    bool is_array;
    At at;
    At at_next = {};
    std::size_t next = 0;
    Token key = {};
    std::size_t begin = 0;
  };

  void take(const Token& token) {
    using Kind = Token::Kind;
    switch (token.kind) {
      case Kind::key: {
        Container& around = open_.back();
        around.key = token;
        for (std::size_t i = 0; i < paths_.size(); ++i)
          around.at_next[i] = paths_[i].to_member(around.at[i], text_of(token));
        return;
      }
      case Kind::begin_object:
      case Kind::begin_array: {
        advance();
        Container one{.is_array = token.kind == Kind::begin_array, .at = {}, .begin = token.begin};
        one.at.fill(Path::at_start());
        if (!open_.empty()) {
          one.at = open_.back().at_next;
          one.key = open_.back().key;
        }
        open_.push_back(one);
        return;
      }
      case Kind::end_object:
      case Kind::end_array: {
        const Container one = open_.back();
        open_.pop_back();
        if (one.is_array) take_text(one.at, one.begin, token.end, codec::Coding::json_strings, one.key);
        else if (paths_[cell].selects(one.at[cell])) end_cell();
        return;
      }
      case Kind::string:
        advance();
        if (open_.empty()) return;
        take_word(token);
        return take_text(open_.back().at_next, token.begin, token.end, codec::Coding::json_string, open_.back().key);
      case Kind::other: return advance();
    }
  }

  void advance() {
    if (open_.empty() || !open_.back().is_array) return;
    Container& around = open_.back();
    for (std::size_t i = 0; i < paths_.size(); ++i) around.at_next[i] = paths_[i].to_element(around.at[i], around.next);
    ++around.next;
  }

  [[nodiscard]] std::string_view text_of(const Token& token) {
    return decode_string(json_.substr(token.begin, token.end - token.begin), scratch_);
  }

  void take_word(const Token& token) {
    const At& at = open_.back().at_next;
    if (paths_[cell_type].selects(at[cell_type])) type_ = text_of(token);
    if (paths_[raw_mimetype].selects(at[raw_mimetype]) || paths_[raw_format].selects(at[raw_format])) {
      mimetype_ = text_of(token);
    }
  }

  void take_text(const At& at, std::size_t begin, std::size_t end, codec::Coding coding, const Token& key) {
    Value value{.begin = offset_ + begin,
                .end = offset_ + end,
                .element = offset_ + key.begin,
                .rule = &output_rule,
                .element_length = static_cast<std::uint16_t>(key.end - key.begin),
                .coding = coding};
    if (paths_[source].selects(at[source])) source_ = value;
    for (std::size_t i = 0; i < outputs; ++i) {
      if (!paths_[i].selects(at[i])) continue;
      value.format = *places[i].format;
      finding_.values.push_back(value);
    }
  }

  void end_cell() {
    const auto* const row = std::ranges::find_if(cell_rows, [&](const CellRow& one) {
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

  std::string_view json_;
  std::size_t offset_;
  Finding& finding_;
  std::vector<Path> paths_;
  std::vector<Container> open_;
  std::optional<Value> source_;
  std::string type_;
  std::string mimetype_;
  std::string scratch_;
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
  NotebookFinder(text, json, finding).read(request);
  finding.media_type = "application/x-ipynb+json";
}

}  // namespace absolve::json
