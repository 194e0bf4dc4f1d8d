#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../find/finding.h"
#include "../text/function_ref.h"
#include "../text/json.h"
#include "../text/json_path.h"

namespace absolve::json {

/// The purposes of the members of a line. The user may give them other names, or say by a path where they are
/// (FieldNames).
enum class Field : std::uint8_t { reference, base, url, body, body_b64, content_type, answer };

inline constexpr std::size_t field_count = 7;

/// A line of a stream. Offsets are bytes of it, from 0.
///
///     {"absolve": {"url": "old"}, "reference": "x", "n": 3 }
///      |-----------cut-----------|                        |
///                                                         answer_at
struct StreamLine {
  enum class Kind : std::uint8_t {
    reference,
    document,
    // The other kinds are left unchanged.
    no_json,
    no_object,
    no_string,       // its reference is no string and holds none that is one, and there is no document
    without,         // it has neither a reference nor a document
    foreign_answer,  // something else is in the place of its answer
  };

  std::string_view text;
  Kind kind = Kind::no_json;
  std::size_t answer_at = 0;  // where the answer goes: after the last member that is left
  std::vector<std::pair<std::size_t, std::size_t>> cuts = {};  // earlier answers, each with a comma, in order
  std::array<std::optional<Token>, field_count> values = {};

  [[nodiscard]] const std::optional<Token>& value(Field field) const noexcept {
    return values[static_cast<std::size_t>(field)];
  }
  [[nodiscard]] bool is_string(Field field) const noexcept {
    return value(field) && value(field)->kind == Token::Kind::string;
  }
  /// Whether there is such a member. null counts as absent, as some programs write it. (A string may also begin with
  /// these letters.)
  [[nodiscard]] bool has(Field field) const noexcept {
    return is_string(field) || (value(field) && !text.substr(value(field)->begin).starts_with("null"));
  }
  /// Whether its reference is an array or an object, which may hold several (for_each_token()).
  [[nodiscard]] bool has_references() const noexcept {
    return value(Field::reference) && step(value(Field::reference)->kind) > 0;
  }
  /// A string as it is written, without its quotes; "" if it is not a string.
  [[nodiscard]] std::string_view written(Field field) const noexcept {
    if (!is_string(field)) return {};
    return text.substr(value(field)->begin, value(field)->end - value(field)->begin);
  }
};

/// Calls `visit(token, is_reference)` for each token of the array or object that a text begins with. References are the
/// strings in arrays, and the members of objects that crawlers name so. Linear.
///
///     ["a", {"href": "b", "text": "c"}]      a, b
void for_each_token(std::string_view text, FunctionRef<void(const Token& token, bool is_reference)> visit);

/// Reads the lines of a stream. Of several members with one name the last is used, as in JSON.parse. Names are those of
/// members of the line's outermost object; a path leads inwards.
class StreamReader {
 public:
  /// The names must outlive it.
  explicit StreamReader(const FieldNames& fields);
  StreamReader(const StreamReader&) = delete;
  StreamReader& operator=(const StreamReader&) = delete;

  /// Linear.
  [[nodiscard]] StreamLine read(std::string_view text) const;

  /// Whether a line may hold a document: a quick check that never wrongly says no.
  [[nodiscard]] bool may_hold_document(std::string_view text) const noexcept;

  /// Whether a line, or the beginning of one, starts an object with a reference or a document. Linear.
  [[nodiscard]] bool starts_like_a_line(std::string_view text) const;

  /// Why a line is left unchanged, in words.
  [[nodiscard]] std::string why(const StreamLine& line) const;

  [[nodiscard]] std::string_view name(Field field) const noexcept { return names_[static_cast<std::size_t>(field)]; }

 private:
  void read_paths(StreamLine& line) const;
  [[nodiscard]] std::string meant() const;

  std::string body_b64_;
  std::array<std::string_view, field_count> names_;
  std::array<std::string_view, field_count> keys_;  // the same; of a path, the name of its first step
  std::vector<Path> paths_ = {};                    // those of the names that are paths
  std::vector<Field> fields_of_paths_ = {};         // what each is the path of
};

/// The member that is the answer, with a comma before it. `members` are the members inside the answer, each with a
/// comma before it.
[[nodiscard]] std::string answer_member(std::string_view name, std::string_view members);

}  // namespace absolve::json
