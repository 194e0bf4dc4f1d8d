#include <algorithm>

#include "../detect/types.h"
#include "../rules/known_options.h"
#include "absolve/input.h"
#include "absolve/options.h"
#include "handles.h"

namespace absolve::c {
namespace {

bool takes_the_place(std::string_view name) {
  const auto known = known_options();
  const auto option = std::ranges::find(known, name, &KnownOption::name);
  return option != known.end() && !option->repeats;
}

}  // namespace

const char* name_of(Type type) noexcept {
  for (const std::string_view name : type_names()) {
    if (type_named(name) == type) return name.data();
  }
  return nullptr;
}

}  // namespace absolve::c

using absolve::c::guarded;
using absolve::c::view_of;

const char* absolve_version(void) { return ABSOLVE_VERSION; }

const char* absolve_describe(absolve_status status) {
  switch (status) {
    case ABSOLVE_OK: return "success";
    case ABSOLVE_NO_MEMORY: return "there is not enough memory";
    case ABSOLVE_WRONG_ARGUMENT: return "an argument is NULL or out of range";
    case ABSOLVE_WRONG_OPTION: return "there is no such option, or it can't have this value";
    case ABSOLVE_WRONG_BASE: return "the URL can't be a base";
    case ABSOLVE_NO_URL: return "the reference has no absolute form";
    case ABSOLVE_ARCHIVE: return "a web archive is not read as a whole";
    case ABSOLVE_STOPPED: return "a callback function has stopped it";
    case ABSOLVE_BAD_INPUT: return "the input can't be read, or not be written anew";
  }
  return "unknown status";
}

void absolve_free(char* text) { std::free(text); }

absolve_options* absolve_options_new(void) {
  absolve_options* options = nullptr;
  static_cast<void>(guarded([&] { return options = new absolve_options, ABSOLVE_OK; }));
  return options;
}

void absolve_options_free(absolve_options* options) { delete options; }

absolve_status absolve_options_set(absolve_options* options, const char* name, const char* value) {
  if (options == nullptr) return ABSOLVE_WRONG_ARGUMENT;
  options->error.clear();
  if (name == nullptr) return ABSOLVE_WRONG_ARGUMENT;
  const absolve_status status = guarded([&] {
    const absolve::NamedOption option{name, std::string(view_of(value))};
    std::vector<absolve_options::Setting> settings = options->settings;
    if (absolve::c::takes_the_place(option.name)) {
      std::erase_if(settings, [&](const absolve_options::Setting& one) { return one.name == option.name; });
    }
    settings.push_back({option.name, option.value});
    std::vector<absolve::NamedOption> named;
    for (const absolve_options::Setting& one : settings) named.push_back({one.name, one.value});
    auto meant = absolve::options_from(named);
    if (!meant) return options->error = meant.error().text, ABSOLVE_WRONG_OPTION;
    meant->input.name = std::move(options->input.name);
    options->input = std::move(meant->input);
    options->options = std::move(meant->options);
    options->settings.swap(settings);
    return ABSOLVE_OK;
  });
  if (status == ABSOLVE_NO_MEMORY) options->error.clear();
  return status;
}

absolve_status absolve_options_set_name(absolve_options* options, const char* name) {
  if (options == nullptr) return ABSOLVE_WRONG_ARGUMENT;
  options->error.clear();
  return guarded([&] { return options->input.name = view_of(name), ABSOLVE_OK; });
}

absolve_status absolve_options_on_link(absolve_options* options, absolve_link_function function, void* context) {
  if (options == nullptr) return ABSOLVE_WRONG_ARGUMENT;
  options->on_link = function;
  options->context = context;
  return ABSOLVE_OK;
}

const char* absolve_options_error(const absolve_options* options) {
  return options == nullptr ? "" : options->error.c_str();
}

const char* absolve_type_of(const char* beginning, size_t size, const char* name) {
  if (!absolve::c::is_text(beginning, size)) return nullptr;
  absolve::Type type = absolve::Type::unknown;
  static_cast<void>(guarded([&] {
    type = absolve::type_of(view_of(beginning, size), view_of(name));
    return ABSOLVE_OK;
  }));
  return absolve::c::name_of(type);
}
