#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "../inputs/source_place.h"
#include "../wacz/old_index.h"
#include "absolve/plan.h"

namespace absolve::cli {

/// Where the results of one input go. Archives and streams are written as bytes, everything else as plans. Without
/// `write`, as for views, their plans are taken, too; if neither is set, they are only processed for the messages.
struct Outlet {
  using Write = std::function<void(std::string_view bytes)>;
  using Take = std::function<void(const Plan& plan, const SourcePlace& place)>;

  Write write = nullptr;
  Take take = nullptr;
  std::function<void()> flush = nullptr;  // called before it waits for more input
  std::string name = {};                  // of the file that is written; "": it has none
  bool writes_unchanged = true;           // also write a new archive that gets no record
  std::function<int()> file = nullptr;    // the new file, for output that is not written in order; nullptr: there is
                                          // none
  std::function<std::string()> directory = nullptr;  // the folder for temporary files, with a slash; nullptr: any
  bool lists_captures = false;                       // for an archive: collect entries for an index of the output
  std::string_view index_name = {};                  // the name of the archive in it; "": the last part of its own name
  const OldIndex* old_index = nullptr;               // the index that the new one replaces
  bool continues = false;  // it is an archive in an input whose beginning was already processed
};

}  // namespace absolve::cli
