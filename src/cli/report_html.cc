#include "report_html.h"

namespace absolve::cli {

HtmlReport::HtmlReport(const std::string& path) : destination_(path), out_(destination_.descriptor()) {}

void HtmlReport::add(const Job&, const Outcome&) {}

void HtmlReport::commit(const Totals&, double) {
  out_.flush();
  destination_.commit();
}

}  // namespace absolve::cli
