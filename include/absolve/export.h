#pragma once

#if __cplusplus < 202002L
#error "absolve needs C++20: compile with -std=c++20 or later"
#endif

/// Marks what the shared library exports. Everything else in it is hidden.
#define ABSOLVE_API __attribute__((visibility("default")))
