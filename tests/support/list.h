#pragma once

#include <string>

#include "absolve/plan.h"

namespace absolve::test {

/// What --list shows, in one line and without offsets.
inline std::string list_of(const Plan& plan) {
  std::string list;
  for (const Link& link : plan.links()) {
    if (!list.empty()) list += "; ";
    for (const std::string& one : plan.within(plan.document(link))) list.append(one).append(" > ");
    if (!link.element.empty()) list.append(link.element).append(" ");
    if (!link.attribute.empty()) list.append(link.attribute).append(" ");
    list.append(link.reference).append(" ");
    switch (link.action) {
      case Action::rewrite: list.append("-> ").append(*link.url()); break;
      case Action::absolute: list.append("absolute"); break;
      case Action::keep: list.append("keep ").append(name_of(link.reason)); break;
    }
  }
  return list;
}

}  // namespace absolve::test
