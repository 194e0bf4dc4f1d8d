#ifndef ABSOLVE_C_H
#define ABSOLVE_C_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// absolve gives every link its absolute form: the library for C99, and for all that calls C.
///
///     absolve_plan *plan;
///     absolve_options *options = absolve_options_new();
///     if (absolve_options_set(options, "url", "http://a/b/c") != ABSOLVE_OK) puts(absolve_options_error(options));
///     if (absolve_plan_new(&plan, source, size, options) == ABSOLVE_OK) {
///       for (size_t i = 0; i < absolve_plan_link_count(plan); ++i) ...
///       absolve_plan_write(plan, to_file, file);
///     }
///     absolve_plan_free(plan);
///     absolve_options_free(options);
///
/// What it does not have yet: web archives, which are planned record by record (archive.h), documents in the lines of a
/// stream (stream.h), and how a base was established (base.h). An archive is refused: ABSOLVE_ARCHIVE; a stream in
/// which documents stand is left as it is, with a note.
///
/// Sizes and offsets: in bytes; offsets and indexes count from 0. A text may hold any bytes, NUL too. What is a
/// `const char *` without a size ends with a NUL, in and out.
///
/// Ownership: what a function ..._new makes is freed by ..._free. A string returned through `char **` belongs to the
/// caller, who frees it with absolve_free; a NUL follows it. All else belongs to the library, and is valid as long as
/// the object that it came from. Each ..._free accepts NULL, and does nothing then.
///
/// Errors: every input has an answer, and nothing is thrown. A function that fails leaves what it works on as it was,
/// and NULL and 0 in what it would have filled. A NULL where there must be none is ABSOLVE_WRONG_ARGUMENT, or the
/// answer NULL or 0.
///
/// Threads: there is no state that calls share. Any number of threads may ask one plan or base at the same time, and
/// make plans with one absolve_options, as long as nobody changes or frees it meanwhile.

#if defined(__GNUC__)
#define ABSOLVE_C_API __attribute__((visibility("default")))
#else
#define ABSOLVE_C_API
#endif

/// The version of the library that runs: "0.1.0".
ABSOLVE_C_API const char* absolve_version(void);

typedef enum absolve_status {
  ABSOLVE_OK = 0,
  ABSOLVE_NO_MEMORY,       // and nothing else is wrong
  ABSOLVE_NO_CONVERSION,   // the C library can't load the conversion of a charset
  ABSOLVE_WRONG_ARGUMENT,  // NULL where there must be none, an index or a size that can't be
  ABSOLVE_WRONG_OPTION,    // absolve_options_error says what is wrong
  ABSOLVE_WRONG_BASE,      // absolve_base_error says what is wrong
  ABSOLVE_NO_URL,          // there is no absolute form
  ABSOLVE_ARCHIVE,         // it is a web archive, or asks for one to be read
  ABSOLVE_STOPPED          // a function that was asked about links wants no more
} absolve_status;

/// In words; never NULL.
ABSOLVE_C_API const char* absolve_describe(absolve_status status);

/// Bytes that the library owns. There is not always a NUL after them. `bytes` is NULL where there is no text, which is
/// something else than an empty one.
typedef struct absolve_text {
  const char* bytes;
  size_t size;
} absolve_text;

/// Frees a string that was returned through `char **`.
ABSOLVE_C_API void absolve_free(char* text);

// Options of inputs.

typedef struct absolve_options absolve_options;

/// The default options. NULL: out of memory.
ABSOLVE_C_API absolve_options* absolve_options_new(void);
ABSOLVE_C_API void absolve_options_free(absolve_options* options);

/// Sets an option by the name that it has on the command line, without its dashes; the manual says what each means.
///
///     "url", "http://a/b"    "resolver", "whatwg"    "skip", "^/static/"    "keep-fragments", NULL
///
/// They are: also, answer-field, attribute, base-element, base-field, body-field, charset, except, feed-base, headers,
/// html-reader, keep-fragments, no-marks, null, only, reference-field, resolver, signed, skip, type, url, url-field,
/// url-from-header. NULL is the same as "", which those take that have
/// no value. also, attribute, except, only, skip and url-from-header add to what was set; others take its place. All
/// that is set must go together at any time: a URL that can be a base for browsers alone is set after
/// "resolver", "whatwg".
///
/// ABSOLVE_WRONG_OPTION: nothing has changed. ABSOLVE_ARCHIVE: the same, for "type", "warc" or "wacz". Linear in all
/// that is set.
ABSOLVE_C_API absolve_status absolve_options_set(absolve_options* options, const char* name, const char* value);

/// The name of the file that the input comes from, or NULL. Where no type is set, it is detected from the name and
/// the first bytes, as in the program. Brotli is detected from the name alone (page.html.br). Without a name, or where
/// it has no dot, the URL is used in its place.
ABSOLVE_C_API absolve_status absolve_options_set_name(absolve_options* options, const char* name);

/// Why the last call to set something failed, in words that start with the name of the option; "": it did not, or there
/// was no memory for words. Valid until the next call to set something.
ABSOLVE_C_API const char* absolve_options_error(const absolve_options* options);

/// The detected type of an input, as a value of the option "type": "html", "mime", ...; "warc" and "wacz" for archives;
/// NULL: it is no text that absolve reads (or there is no memory to look). `beginning`: 196,608 bytes of it, or all.
/// `name`: of its file, or its URL; or NULL.
ABSOLVE_C_API const char* absolve_type_of(const char* beginning, size_t size, const char* name);

// Plans: what was found in an input, and what is to be done with it.

typedef struct absolve_plan absolve_plan;

/// Reads an input, establishes its base, and plans the rewriting. `source` may be NULL where `size` is 0, and must stay
/// as it is as long as the plan is there. `options` may be NULL, and may be ended before the plan. Linear in time and
/// memory.
ABSOLVE_C_API absolve_status absolve_plan_new(absolve_plan** plan, const char* source, size_t size,
                                              const absolve_options* options);
ABSOLVE_C_API void absolve_plan_free(absolve_plan* plan);

/// Whether the input, or something in it that may hold links, could not be read and was left: there is a note that says
/// so, and the program's exit status is 3.
ABSOLVE_C_API int absolve_plan_failed(const absolve_plan* plan);

/// What the input was read as: "html", "mime", ...; NULL: nothing, as it is no text that absolve reads.
ABSOLVE_C_API const char* absolve_plan_type(const absolve_plan* plan);

/// The size of what the source becomes. Linear in what changes.
ABSOLVE_C_API size_t absolve_plan_output_size(const absolve_plan* plan);

/// Takes some bytes of the output; other than 0: it wants no more.
typedef int (*absolve_sink)(void* context, const char* bytes, size_t size);

/// Passes the output to `sink` in slices; none is empty. Allocates nothing. Returns 0, or what the sink returned to
/// stop it. What a sink in C++ throws passes through.
ABSOLVE_C_API int absolve_plan_write(const absolve_plan* plan, absolve_sink sink, void* context);

/// Copies as much of it as there is room for, without a NUL after it, and returns the size of all of it.
ABSOLVE_C_API size_t absolve_plan_copy(const absolve_plan* plan, char* buffer, size_t room);

typedef enum absolve_action {
  ABSOLVE_REWRITE,
  ABSOLVE_IS_ABSOLUTE,  // it is so already
  ABSOLVE_KEEP          // `reason` says why
} absolve_action;

/// A reference that was found, as in --list.
typedef struct absolve_link {
  absolve_text reference;  // as it reads: decoded, in UTF-8 where the charset was transcoded
  absolve_text url_head;   // the absolute form is the one followed by the other, and absolve_plan_url makes one text of
  absolve_text url_tail;   // them; none where it is kept
  absolve_text element;    // in lower case; none where there is none, as in a style sheet
  absolve_text attribute;  // or the header field that it stands in
  absolve_text base;       // that it was resolved against; none: it is undefined
  const char* base_from;   // where that comes from: "base-element", "retrieval", ..., "none"
  absolve_action action;
  const char* reason;  // why it is kept: "no-base", "fragment", ...; else NULL
  absolve_text part;   // number of the MIME part that it stands in; empty outside a message
  size_t message;      // number in the mailbox, from 1; 0 outside one
  int has_place;       // 0: it stands behind a transfer encoding or in what is compressed, and what follows is 0
  size_t offset;       // in the source
  size_t length;       // as it is written there
  size_t line;         // from 1
  size_t column;       // from 1, in bytes (in code units in UTF-16)
} absolve_link;

/// How many there are. They stand in document order.
ABSOLVE_C_API size_t absolve_plan_link_count(const absolve_plan* plan);

/// Fills `link`. Its pointers are valid as long as the plan and the source. The first call after absolve_plan_new
/// counts the lines of the source; each other takes constant time.
ABSOLVE_C_API absolve_status absolve_plan_link(const absolve_plan* plan, size_t index, absolve_link* link);

/// The absolute form of a link, and its size, unless `size` is NULL. ABSOLVE_NO_URL: it is kept.
ABSOLVE_C_API absolve_status absolve_plan_url(const absolve_plan* plan, size_t index, char** url, size_t* size);

/// What a link is nested in, from outside in, with " > " between: "iframe srcdoc > p style"; empty: nothing. `size` may
/// be NULL.
ABSOLVE_C_API absolve_status absolve_plan_within(const absolve_plan* plan, size_t index, char** within, size_t* size);

typedef enum absolve_severity {
  ABSOLVE_DETAIL,  // expected, by a rule: shown on request
  ABSOLVE_NOTICE,  // references were left, or something was odd
  ABSOLVE_FAILURE  // something was not read; it comes out unchanged
} absolve_severity;

/// A message for people.
typedef struct absolve_note {
  const char* code;  // for programs: "unsuitable-base", ...
  absolve_severity severity;
  absolve_text text;  // in words
  absolve_text part;  // number of a MIME part; empty outside a message
  size_t message;     // number in the mailbox, from 1; 0 outside one
  int has_place;      // 0: it concerns all, and what follows is 0
  size_t offset;      // in the source
  size_t line;        // from 1
} absolve_note;

ABSOLVE_C_API size_t absolve_plan_note_count(const absolve_plan* plan);

/// Fills `note`, as absolve_plan_link does.
ABSOLVE_C_API absolve_status absolve_plan_note(const absolve_plan* plan, size_t index, absolve_note* note);

// A function for each link.

/// What is to be done with a link.
typedef enum absolve_answer {
  ABSOLVE_ANSWER_AS_PLANNED = 0,
  ABSOLVE_ANSWER_KEEP = 1,    ///< it is kept, with the reason "function", if it would be rewritten
  ABSOLVE_ANSWER_REPLACE = 2  ///< it is replaced by another reference: in UTF-8, not encoded
} absolve_answer;

/// Decides on a link: an absolve_answer; ABSOLVE_ANSWER_REPLACE by what was put into `answer`. Below 0:
/// absolve_plan_new ends with ABSOLVE_STOPPED. Any other number, and ABSOLVE_ANSWER_REPLACE without a text, end it with
/// ABSOLVE_WRONG_ARGUMENT.
///
///     int no_images(void *context, const absolve_link *link, const char *url, size_t size, absolve_text *answer) {
///       return link->element.size == 3 && memcmp(link->element.bytes, "img", 3) == 0 ? ABSOLVE_ANSWER_KEEP
///                                                                                    : ABSOLVE_ANSWER_AS_PLANNED;
///     }
///
/// `url`: its absolute form, in the charset of the document (link_function.h); a NUL need not follow it; NULL: it is
/// kept, and link->reason says why. `link` and `url`
/// are valid until it returns. The bytes of the answer are the caller's, and are copied before the function is called
/// again. An answer that the place of the link can't hold is not written: the link is kept, with the reason "answer"
/// (link_function.h).
typedef int (*absolve_link_function)(void* context, const absolve_link* link, const char* url, size_t url_size,
                                     absolve_text* answer);

/// Has a function asked once for each link of each plan, in document order, in the thread that makes the plan; but not
/// for the URLs of base elements and xml:base. NULL: none. What a function in C++ throws must not leave it.
ABSOLVE_C_API absolve_status absolve_options_on_link(absolve_options* options, absolve_link_function function,
                                                     void* context);

// A base alone, and any number of references.

/// A URL, split once, that any number of references are resolved against.
///
///     absolve_base *base;
///     char *url;
///     if (absolve_base_new(&base, "http://a/b/c", 12, NULL) != ABSOLVE_OK) return;
///     if (absolve_base_absolute(base, "../g", 4, &url, NULL) == ABSOLVE_OK) puts(url);  // http://a/g
///     absolve_free(url);
///     absolve_base_free(base);
typedef struct absolve_base absolve_base;

/// `resolver`: "rfc1808", "rfc3986" or "whatwg"; NULL: the first. ABSOLVE_WRONG_OPTION: there is no such resolver.
ABSOLVE_C_API absolve_status absolve_base_new(absolve_base** base, const char* url, size_t size, const char* resolver);
ABSOLVE_C_API void absolve_base_free(absolve_base* base);

/// Why a URL can be no base, in words; NULL: it can. It is never freed.
ABSOLVE_C_API const char* absolve_base_error(const char* url, size_t size, const char* resolver);

/// The absolute form of a reference, and its size, unless `url_size` is NULL. ABSOLVE_NO_URL: resolved, it would mean
/// something else, or the URL standard can't parse it.
ABSOLVE_C_API absolve_status absolve_base_absolute(const absolve_base* base, const char* reference, size_t size,
                                                   char** url, size_t* url_size);

#ifdef __cplusplus
}
#endif

#endif
