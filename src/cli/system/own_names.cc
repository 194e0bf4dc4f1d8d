#include "own_names.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <random>

#include "../../text/numbers.h"
#include "files.h"

namespace absolve::cli {
namespace {

constexpr std::string_view new_prefix = ".absolve-new-";
constexpr std::string_view placeholder = "XXXXXX";
constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
constexpr std::string_view old_prefix = ".absolve-old-";

}  // namespace

std::string temporary_name() {
  static thread_local std::mt19937 random{std::random_device{}()};  // seeding takes longer than everything else here
  std::uniform_int_distribution<std::size_t> letter(0, letters.size() - 1);
  std::string name(new_prefix);
  for (std::size_t i = 0; i < placeholder.size(); ++i) name += letters[letter(random)];
  return name;
}

std::string temporary_template() { return std::string(new_prefix) + std::string(placeholder); }

bool is_temporary(std::string_view name) noexcept {
  return name.size() == new_prefix.size() + placeholder.size() && name.starts_with(new_prefix) &&
         name.find_first_not_of(letters, new_prefix.size()) == std::string_view::npos;
}

std::optional<OldName> read_old_name(std::string_view name) {
  if (!name.starts_with(old_prefix)) return std::nullopt;
  name.remove_prefix(old_prefix.size());
  const std::string_view digits = name.substr(0, name.find('-'));
  const auto taken = read_number<off_t>(digits);
  const bool is_one = taken && digits == std::to_string(*taken) && name.size() > digits.size() + 1;
  return is_one ? std::optional(OldName{*taken, name.substr(digits.size() + 1)}) : std::nullopt;
}

std::string old_name_of(const std::string& mailbox, off_t taken) {
  const std::size_t name = mailbox.rfind('/') + 1;  // npos + 1 is 0
  return mailbox.substr(0, name).append(old_prefix).append(std::to_string(taken)).append("-") + mailbox.substr(name);
}

std::string mailbox_of(const std::string& directory, std::string_view old_name) {
  const std::string name(read_old_name(old_name)->mailbox);
  return directory == "./" ? name : directory + name;
}

bool is_old_name(std::string_view name) { return read_old_name(name).has_value(); }

bool bears_dot_lock_mark(int file) noexcept {
  std::array<char, 64> text{};
  const ssize_t size = ::read(file, text.data(), text.size());
  return size > 0 && std::string_view(text.data(), static_cast<std::size_t>(size)).ends_with(dot_lock_mark);
}

bool is_own_dot_lock(const std::string& path) {
  if (!path.ends_with(".lock")) return false;
  const Descriptor file = open_itself(path, O_RDONLY);
  if (file) return bears_dot_lock_mark(file.get());
  if (errno == ENOENT) return true;  // it was removed meanwhile, as locks are
  if (errno == ELOOP) return false;  // a link
  fail("cannot open");
}

}  // namespace absolve::cli
