#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "../inputs/source_place.h"
#include "absolve/plan.h"

namespace absolve::cli {

/// Where the results of one input go. Archives and streams are written as bytes, all else as plans. Without `write`,
/// as in the views, their plans are taken, too; where neither is set, they are made for their messages alone.
struct Outlet {
  using Write = std::function<void(std::string_view bytes)>;
  using Take = std::function<void(const Plan& plan, const SourcePlace& place)>;

  Write write = nullptr;
  Take take = nullptr;
  std::function<void()> flush = nullptr;  // called before more of the input is waited for
  std::string name = {};                  // of the file that is written; "": it has none
  bool writes_unchanged = true;           // also an archive of which no record is written
  std::function<int()> file = nullptr;  // the new file, open, for what is not written in order; nullptr: there is none
  std::function<std::string()> directory = nullptr;  // where temporary files grow, with a slash; nullptr: anywhere
  bool lists_captures = false;                       // of an archive, for an index that goes with it
  std::string_view index_name = {};                  // what that calls the archive; "": the last part of its name
  bool continues = false;  // it is an archive in an input whose own beginning was taken already
};

}  // namespace absolve::cli
