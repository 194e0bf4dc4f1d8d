#include <absolve/absolve.h>

#include <iostream>

// The lines that README.md shows.
// clang-format off
int main() {
std::string page = "<a href=../g>";
absolve::Plan plan = absolve::plan(page, {.url = "http://a/b/c"});
for (const absolve::Link& link : plan.links()) {
  std::cout << link.reference << " -> " << link.url().value_or("(kept)") << '\n';  // ../g -> http://a/g
}
std::cout << plan.output() << '\n';                                          // <a href=http://a/g>
std::cout << (*absolve::Base::from("http://a/b/c")).absolute("../g") << '\n';  // http://a/g

// A function decides on each link: it stays as planned, is kept, or gets another reference.
absolve::LinkFunction through_proxy = [](const absolve::LinkQuestion& question) {
  if (!question.url) return absolve::LinkAnswer::as_planned();
  return absolve::LinkAnswer::replace("http://proxy/" + std::string(*question.url));
};
std::cout << absolve::plan(page, {.url = "http://a/b/c"}, {.on_link = through_proxy}).output()
          << '\n';                                                            // <a href=http://proxy/http://a/g>
}
