#include "../src/text/nearest.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

namespace absolve {
namespace {

constexpr std::array<std::string_view, 8> words = {"output-dir", "dry-run", "url", "url-map",
                                                   "only",       "html",    "i",   "jobs"};

TEST(Nearest, IsTheWordThatMayHaveBeenMeant) {
  struct Row {
    std::string_view mistyped;
    std::string_view meant;
  };
  constexpr Row rows[] = {
      {"output-dir", "output-dir"},
      {"outputdir", "output-dir"},
      {"output-dri", "output-dir"},
      {"Dry-Run", "dry-run"},
      {"urll", "url"},
      {"ulr", "url"},
      {"ur", ""},
      {"urlmap", "url-map"},
      {"olny", "only"},
      {"HTML", "html"},
      {"htlm", "html"},
      {"I", "i"},
      {"x", ""},
      {"", ""},
      {"zzzz", ""},
      {"job", "jobs"},
      {"jbso", ""},
      {"htttml", "html"},
      {"hhhhtml", ""},
  };
  for (const Row& row : rows) EXPECT_EQ(nearest(row.mistyped, words), row.meant) << row.mistyped;
  EXPECT_EQ(nearest(std::string(65, 'x'), std::array<std::string_view, 1>{"x"}), "");
}

}  // namespace
}  // namespace absolve
