#pragma once

#include <gtest/gtest.h>

#include <string>

#include "shell.h"

namespace absolve::test {

/// Tests in which support/injector.cc lets system calls go wrong.
class InjectedTest : public testing::Test {
 protected:
  void SetUp() override {
    if (ABSOLVE_SANITIZED != 0) GTEST_SKIP() << "skipped: a sanitizer wants to be loaded first";
  }

  /// Runs a script in an empty folder, in which `inject RULES COMMAND...` runs a command so.
  [[nodiscard]] static ShellResult run_injected(const std::string& script) {
    const TemporaryDirectory place;
    return run_shell(
        "inject() { rules=$1; shift; INJECT=\"$rules\" LD_PRELOAD='" ABSOLVE_INJECTOR "' \"$@\"; }\n" + script,
        place.path());
  }
};

}  // namespace absolve::test
