#pragma once

#include "../inputs/job.h"
#include "../options/settings.h"

namespace absolve::cli {

/// Throws UsageError where --wacz is asked for what is no WACZ by its name or --type, or several would be written one
/// behind the other; or where a file that is called a WACZ would be none. What is found in folders may be anything.
void check_wacz(const Jobs& jobs, const Settings& settings);

/// Makes standard input that is a WACZ (--type wacz) a file, as its members are not read in their order.
/// Throws UsageError where that can't be done.
void keep_standard_input(const Settings& settings);

/// Puts a job for each archive in a WACZ in the place of its job. What can't be read as one stays: whoever does it
/// tells why. Throws UsageError where two archives would be written to one place.
void divide_wacz(Jobs& jobs, const Settings& settings);

}  // namespace absolve::cli
