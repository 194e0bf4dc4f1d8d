#include <gtest/gtest.h>

#include "support/starved.h"

namespace absolve {
namespace {

TEST(SlowMemory, WantOfItIsTheFailureOfOneInput) { test::starve(100'000); }

}  // namespace
}  // namespace absolve
