#pragma once

/// absolve gives every link its absolute form: plan() decides about an input in memory, a Rewriter about one of any
/// size.
///
/// Threads: calls share no state. Any functions may run at the same time, even on the same object, as long as no thread
/// assigns to it, moves from it or destroys it meanwhile; a LineCounter and a Rewriter are for one thread at a time.
///
/// Exceptions: all functions that are not noexcept may throw std::bad_alloc. Rewriter and Expected::value() say what
/// else they throw. What the user's own functions throw passes through.
///
/// Copies: views (std::string_view, std::span, const Base*) own nothing. Each says what it points into; code that would
/// make one point into a temporary doesn't compile.

#include "absolve/basics.h"    // first: below C++20 it says what is missing
#include "absolve/input.h"     // what an input is: its type, where it was retrieved from, what is detected
#include "absolve/link.h"      // what is found in it: links, documents, notes
#include "absolve/options.h"   // what is wanted of all inputs, and a function for each link
#include "absolve/plan.h"      // all of it for one input, and what is to be done
#include "absolve/rewriter.h"  // inputs of any size, unit by unit
#include "absolve/url.h"       // bases, and how references are resolved (RFC 1808 section 4)
