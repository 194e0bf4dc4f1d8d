// Lists the links of a page, each with its line and where it leads.
#include <absolve/absolve.h>

#include <iostream>
#include <iterator>
#include <string>

int main() {
  const std::string page(std::istreambuf_iterator<char>(std::cin), {});
  const absolve::Plan plan = absolve::plan(page, {.url = "http://a.example/garden/index.html"});
  absolve::LineCounter lines(plan);
  for (const absolve::Link& link : plan.links()) {
    if (const auto offset = plan.source_offset(link)) std::cout << "line " << lines.at(*offset).line << ": ";
    std::cout << link.reference << " -> " << link.url().value_or(std::string(describe(link.reason))) << '\n';
  }
  for (const absolve::Note& note : plan.notes()) std::cerr << note.text << '\n';
  return plan.failed() ? 3 : 0;
}
