// Reads two attributes that no standard knows: a URL in any element, and image candidates in one.
#include <absolve/absolve.h>

#include <iostream>
#include <iterator>
#include <string>

int main() {
  const std::string page(std::istreambuf_iterator<char>(std::cin), {});
  const absolve::Options options{
      .attributes = {{.attribute = "data-background"},
                     {.element = "x-gallery", .attribute = "images", .syntax = absolve::ValueSyntax::srcset}},
      .only = {{.attribute = "data-background"}, {.element = "x-gallery"}}};  // all others stay as they are
  std::cout << absolve::plan(page, {.url = "http://a.example/garden/"}, options).output();
}
