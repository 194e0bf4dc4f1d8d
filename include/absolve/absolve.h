#pragma once

#include "absolve/export.h"  // first: below C++20 it says what is missing

/// absolve gives every link its absolute form.
///
///     std::string page = ...;
///     absolve::Plan plan = absolve::plan(page, {.retrieval_url = "http://a/b/c.html"});
///     for (const absolve::Link& link : plan.links()) ...
///     std::string rewritten = plan.output();
///
/// Threads: there is no state that calls share. Any functions may run at the same time, on one Plan or Base too, as
/// long as nobody assigns to it, moves from it or ends it meanwhile; a LineCounter belongs to one thread at a time.
///
/// Exceptions: every input has an answer, so nothing throws but for want of resources: std::bad_alloc, and from plan()
/// std::system_error where the C library can't load the conversion of a charset. What is noexcept needs neither. What
/// functions of the user's throw (Options::on_link, readers) passes through.
///
/// Copies: views (std::string_view, std::span, const Base*) own nothing. Each says what it points into; what would
/// point into a temporary doesn't compile.

#include "absolve/archive.h"            // records of web archives, in and out
#include "absolve/base.h"               // section 3: the layers
#include "absolve/base_source.h"        // what is known of each source of base URLs
#include "absolve/compressed_stream.h"  // what is compressed, as it comes
#include "absolve/container.h"          // mailboxes and lists, piece by piece
#include "absolve/link_function.h"      // a function for each link
#include "absolve/members.h"            // what --list and --explain tell, member by member
#include "absolve/named_options.h"      // options by their names
#include "absolve/originals.h"          // what revisits in web archives stand for
#include "absolve/plan.h"               // documents: references, edits, notes
#include "absolve/position.h"           // lines and columns
#include "absolve/readers.h"            // inputs that come bit by bit, cut into messages or lines
#include "absolve/record_name.h"        // what the header of a record says
#include "absolve/selection.h"          // which references are read, and which are left
#include "absolve/stream.h"             // documents in JSON Lines and in tables
#include "absolve/url.h"                // sections 2.4 and 4: split, resolve
