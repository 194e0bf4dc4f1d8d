#include <absolve/absolve.h>

#include <iostream>
#include <string>

/// A link as a function of this program decides on it, which the library calls.
std::string through_proxy() {
  absolve::LinkFunction function = [](const absolve::LinkQuestion& question) {
    if (!question.url) return absolve::LinkAnswer::as_planned();
    return absolve::LinkAnswer::replace("http://proxy/" + std::string(*question.url));
  };
  return std::string(absolve::plan("<a href=../g>", {.url = "http://a/b/c"}, {.on_link = function}).output());
}

// The lines from `page` on are those that README.md shows.
// clang-format off
int main() {
std::cout << through_proxy() << '\n';
std::string page = "<a href=../g>";
absolve::Plan plan = absolve::plan(page, {.url = "http://a/b/c"});
for (const absolve::Link& link : plan.links()) {
  std::cout << link.reference << " -> " << link.url().value_or("(kept)") << '\n';  // ../g -> http://a/g
}
std::cout << plan.output() << '\n';                                          // <a href=http://a/g>
std::cout << (*absolve::Base::from("http://a/b/c")).absolute("../g") << '\n';  // http://a/g
}
