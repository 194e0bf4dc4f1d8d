#pragma once

/// absolve gives every link its absolute form.
///
///     std::string page = ...;
///     absolve::Plan plan = absolve::plan(page, {.retrieval_url = "http://a/b/c.html"});
///     for (const absolve::Link& link : plan.links()) ...
///     std::string rewritten = plan.output();

#include "absolve/base.h"      // section 3: the layers
#include "absolve/mailbox.h"   // mailboxes, message by message
#include "absolve/plan.h"      // documents: references, edits, notes
#include "absolve/position.h"  // lines and columns
#include "absolve/url.h"       // sections 2.4 and 4: split, resolve
