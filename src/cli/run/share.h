#pragma once

#include "jobs.h"
#include "../options/settings.h"

namespace absolve::cli {

/// Of all that there is to do keeps what is the share of settings.shard. All inputs lie end to end, in their order,
/// each as long as it is in bytes, and one more; with -i each is as long as any other, as sizes change while other
/// shards rewrite. See Stretch. An archive in gzip members that isn't rewritten where it is may be done in parts: such
/// a job has a range, and its output the name of the part. Throws UsageError where a part can't have its name to
/// itself.
void keep_share(Jobs& jobs, const Settings& settings);

}  // namespace absolve::cli
