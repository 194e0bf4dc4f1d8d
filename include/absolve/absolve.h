#pragma once

#include "absolve/export.h"  // first: below C++20 it says what is missing

/// absolve gives every link its absolute form.
///
///     std::string page = ...;
///     absolve::Plan plan = absolve::plan(page, {.url = "http://a/b/c.html"});
///     for (const absolve::Link& link : plan.links()) ...
///     std::string rewritten = plan.output();
///
/// Threads: calls share no state. Any functions may run at the same time, even on the same Plan or Base, as long as no
/// thread assigns to it, moves from it or destroys it meanwhile. A LineCounter may be used by one thread at a time
/// only.
///
/// Exceptions: plan() has an answer for every input, so it throws only std::bad_alloc, as the other functions do; those
/// that are noexcept not even that. Rewriter and rewrite() also throw BadInput, if an input can't be read or be written
/// anew, and RunStopped, after stop(). Expected::value() throws BadValue. What the user's own functions throw
/// (Options::on_link, Options::on_step, readers) passes through.
///
/// Copies: views (std::string_view, std::span, const Base*) own nothing. Each says what it points into; code that would
/// make one point into a temporary doesn't compile.

#include "absolve/archive.h"        // how web archives are written, and what the header of a record says
#include "absolve/base.h"           // section 3: the layers
#include "absolve/detect.h"         // what an input is, by its beginning and its name
#include "absolve/input.h"          // what is known of an input
#include "absolve/named_options.h"  // options by their names
#include "absolve/options.h"        // what is wanted of all inputs, and a function for each link
#include "absolve/plan.h"           // documents: references, edits, notes
#include "absolve/position.h"       // lines and columns
#include "absolve/reason.h"         // what is done with a reference, and why
#include "absolve/rewriter.h"       // inputs of any size, unit by unit
#include "absolve/selection.h"      // which references are rewritten, and which are left unchanged
#include "absolve/url.h"            // sections 2.4 and 4: split, resolve
