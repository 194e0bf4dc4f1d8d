#include "report.h"

namespace absolve::cli {

Report::Report(const std::string& path) : destination_(path), out_(destination_.descriptor()) {}

void Report::add(const Job&, const Outcome&) {}

void Report::commit() {
  out_.flush();
  destination_.commit();
}

}  // namespace absolve::cli
