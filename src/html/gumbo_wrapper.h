#pragma once

// The only place that includes Gumbo: usually a copy whose names are prefixed for this library (cmake/OwnGumbo.cmake).
#if defined(ABSOLVE_OWN_GUMBO)
#define gumbo_parse_with_options absolve_gumbo_parse_with_options
#define kGumboDefaultOptions absolve_kGumboDefaultOptions
#pragma GCC visibility push(hidden)
#include <gumbo.h>
#pragma GCC visibility pop
#else
#include <gumbo.h>
#endif
