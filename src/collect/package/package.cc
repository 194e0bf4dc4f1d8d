#include "package.h"

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "../../text/types.h"
#include "../left_out.h"
#include "begun.h"
#include "book_run.h"
#include "wacz_run.h"

namespace absolve::collect {

Rewritten run_file(const RunSettings& settings, const FileBytes& file, const Scratch& scratch,
                   const WriteFunction& write, const Input& input, const Observer& observer) {
  BegunFile begun(file, settings.more.archive.range.begin, input, settings.options);
  for (const Type type : {Type::wacz, Type::epub}) {
    const std::string_view why = begun.is_package(type) ? why_left_out(type, true) : std::string_view();
    if (!why.empty()) throw BadInput(std::string(why));
  }
  if (begun.is_package(Type::wacz)) return run_wacz(settings, file, scratch, write, begun.what, observer);
  if (begun.is_package(Type::epub)) return run_book(settings, file, write, begun.what, observer);
  const auto read = [&](std::span<char> space) { return begun.read(space); };
  return run(settings, std::move(begun.begun), read, write, begun.what, observer);
}

}  // namespace absolve::collect
