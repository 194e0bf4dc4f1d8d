#include <gtest/gtest.h>

#include "support/starved.h"

namespace absolve {
namespace {

TEST(Memory, WantOfItIsTheFailureOfOneInput) { test::starve(200); }

}  // namespace
}  // namespace absolve
