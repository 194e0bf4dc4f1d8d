#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <string_view>

#include "shell.h"
#include "table.h"

namespace absolve::test {

/// A folder where the program works on archives, and dates what it makes 1970.
class ArchiveTest : public testing::Test {
 protected:
  [[nodiscard]] ShellResult run(const std::string& script) const {
    return run_shell("export SOURCE_DATE_EPOCH=0\n" + script, place_.path());
  }
  void write(const std::string& name, std::string_view bytes) const {
    std::ofstream(place_.path() + "/" + name, std::ios::binary) << bytes;
  }
  [[nodiscard]] std::string read(const std::string& name) const { return read_file(place_.path() + "/" + name); }

  TemporaryDirectory place_;
};

}  // namespace absolve::test
