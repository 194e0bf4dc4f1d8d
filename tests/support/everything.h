#pragma once

#include "absolve/options.h"

namespace absolve::test {

/// All that is left alone unless it is asked for.
inline constexpr Also everything = {.lazy = true,
                                    .social = true,
                                    .conditional = true,
                                    .attachments = true,
                                    .ld_json = true,
                                    .rdfa = true,
                                    .amp = true,
                                    .custom = true};

}  // namespace absolve::test
