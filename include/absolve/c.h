#ifndef ABSOLVE_C_H
#define ABSOLVE_C_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// absolve makes every link absolute: this is the library for C99, and for all languages that can call C.
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
/// absolve_plan_new reads an input as a whole. absolve_rewrite also reads what is read part by part: web archives, and
/// documents in the lines of a stream or a table. Not available here yet: all layers of a base (Plan::layers).
///
/// Sizes are in bytes; offsets are in bytes from 0; indexes count from 0. A text may hold any bytes, also NUL. A `const
/// char *` without a size ends with a NUL, as an argument and as a result.
///
/// Ownership: an object that a function ..._new makes must be freed by ..._free. A string returned through `char **`
/// belongs to the caller, who frees it with absolve_free; it ends with a NUL. Everything else belongs to the library,
/// and is valid as long as the object that it came from. Each ..._free accepts NULL, and does nothing then.
///
/// Errors: nothing is thrown. Functions of the caller must not throw, either: only what a sink of absolve_plan_write
/// throws passes through. Problems in a document are notes; an input that can't be read or rewritten at all is
/// ABSOLVE_BAD_INPUT. A function that fails leaves the objects that it works on unchanged, and sets to NULL or 0 what
/// it would have filled. If an argument is NULL and must not be, it returns ABSOLVE_WRONG_ARGUMENT, or NULL or 0 if it
/// returns no status.
///
/// Threads: calls share no state. Any number of threads may use one plan or base at the same time, and make plans with
/// one absolve_options, as long as nobody changes or frees it meanwhile.

#if defined(__GNUC__)
#define ABSOLVE_C_API __attribute__((visibility("default")))
#else
#define ABSOLVE_C_API
#endif

/// The version of the library that is loaded: "0.1.0".
ABSOLVE_C_API const char* absolve_version(void);

typedef enum absolve_status {
  ABSOLVE_OK = 0,
  ABSOLVE_NO_MEMORY,       // out of memory; nothing else is wrong
  ABSOLVE_WRONG_ARGUMENT,  // NULL where it is not allowed, or an index or a size that is impossible
  ABSOLVE_WRONG_OPTION,    // absolve_options_error says what is wrong
  ABSOLVE_WRONG_BASE,      // absolve_base_error says what is wrong
  ABSOLVE_NO_URL,          // there is no absolute form
  ABSOLVE_ARCHIVE,         // the input is a web archive, which absolve_rewrite reads
  ABSOLVE_STOPPED,         // a function of the caller wants to stop
  ABSOLVE_BAD_INPUT        // the input can't be read, or not be written anew
} absolve_status;

/// A status in words; never NULL.
ABSOLVE_C_API const char* absolve_describe(absolve_status status);

/// Bytes that the library owns. There is not always a NUL after them. `bytes` is NULL if there is no text, which is not
/// the same as an empty text.
typedef struct absolve_text {
  const char* bytes;
  size_t size;
} absolve_text;

/// Frees a string that was returned through `char **`.
ABSOLVE_C_API void absolve_free(char* text);

// Options of inputs.

typedef struct absolve_options absolve_options;

/// New options with their default values. NULL if there is no memory.
ABSOLVE_C_API absolve_options* absolve_options_new(void);
ABSOLVE_C_API void absolve_options_free(absolve_options* options);

/// Sets an option by its name on the command line, without the dashes; the manual says what each means.
///
///     "url", "http://a/b"    "resolver", "whatwg"    "skip", "^/static/"    "keep-fragments", NULL
///
/// The names are: also, answer-field, attribute, base-element, base-field, body-field, charset, delimiter, except,
/// feed-base, headers, html-reader, image-url, json-member, json-url, keep-fragments, no-marks, null, only,
/// reference-field, resolver, root-url, signed, skip, type, url, url-field, url-from-header. A value of NULL is the
/// same as "", for options without a value (keep-fragments may have one). also, attribute, except, json-member,
/// json-url, only, skip and url-from-header add to what was set before; all others replace it. The options must fit
/// together after each call: a URL that only browsers accept as a base must be set after "resolver", "whatwg".
///
/// If it returns ABSOLVE_WRONG_OPTION, nothing has changed. Linear in all options that are set.
ABSOLVE_C_API absolve_status absolve_options_set(absolve_options* options, const char* name, const char* value);

/// The name of the file that the input comes from, or NULL. If no type is set, it is detected from the name and the
/// first bytes, as in the program. Brotli can only be detected from the name (page.html.br). Without a name, or if the
/// name has no dot, the URL is used instead.
ABSOLVE_C_API absolve_status absolve_options_set_name(absolve_options* options, const char* name);

/// Why the last call that sets something failed, in words that start with the name of the option; "" if it did not
/// fail, or there was no memory for the words. Valid until the next call that sets something.
ABSOLVE_C_API const char* absolve_options_error(const absolve_options* options);

/// The detected type of an input, as a value of the option "type": "html", "mime", ...; "warc" and "wacz" for archives;
/// NULL if it is not text that absolve can read (or there was no memory to find out). `beginning` is the first 196,608
/// bytes of the input, or all of it; `name` is that of its file, or its URL, or NULL.
ABSOLVE_C_API const char* absolve_type_of(const char* beginning, size_t size, const char* name);

// Plans: what was found in an input, and what is to be done with it.

typedef struct absolve_plan absolve_plan;

/// Reads an input, establishes its base, and plans the rewriting. `source` may be NULL if `size` is 0; it must not
/// change or be freed as long as the plan exists. `options` may be NULL, and may be freed before the plan. Linear in
/// time and memory.
ABSOLVE_C_API absolve_status absolve_plan_new(absolve_plan** plan, const char* source, size_t size,
                                              const absolve_options* options);
ABSOLVE_C_API void absolve_plan_free(absolve_plan* plan);

/// Whether the input, or something in it that may hold links, could not be read and is left unchanged: then there is a
/// note that says so, and the program's exit status would be 3.
ABSOLVE_C_API int absolve_plan_failed(const absolve_plan* plan);

/// The type that the input was read as: "html", "mime", ...; NULL if it is not text that absolve can read.
ABSOLVE_C_API const char* absolve_plan_type(const absolve_plan* plan);

/// The size of the output, in bytes. Linear in the number of changes.
ABSOLVE_C_API size_t absolve_plan_output_size(const absolve_plan* plan);

/// Receives some bytes of the output; returns 0 to go on, any other number to stop.
typedef int (*absolve_sink)(void* context, const char* bytes, size_t size);

/// Passes the output to `sink` in slices, none of which is empty. Allocates nothing. Returns 0, or the number that the
/// sink returned to stop.
ABSOLVE_C_API int absolve_plan_write(const absolve_plan* plan, absolve_sink sink, void* context);

/// Copies as much of the output as fits into `room` bytes, without a NUL after it, and returns the size of the whole
/// output.
ABSOLVE_C_API size_t absolve_plan_copy(const absolve_plan* plan, char* buffer, size_t room);

typedef enum absolve_action {
  ABSOLVE_REWRITE,
  ABSOLVE_IS_ABSOLUTE,  // it is absolute already
  ABSOLVE_KEEP          // `reason` says why
} absolve_action;

/// A reference that was found, as in --list.
typedef struct absolve_link {
  absolve_text reference;  // as it reads: decoded; in UTF-8 if the charset of the document was converted
  absolve_text url_head;   // the absolute form is url_head followed by url_tail;
  absolve_text url_tail;   // absolve_plan_url joins them; no text if the link is kept
  absolve_text element;    // in lower case; no text if there is none, as in a style sheet
  absolve_text attribute;  // or the header field that it is in
  absolve_text base;       // the base that it was resolved against; no text if it is undefined
  const char* base_from;   // where the base comes from: "base-element", "retrieval", ..., "none"
  absolve_action action;
  const char* reason;  // why it is kept: "no-base", "fragment", ...; else NULL
  absolve_text part;   // number of the MIME part that it is in; empty outside a message
  size_t message;      // number in the mailbox, from 1; 0 outside one
  int has_place;       // 0 if it is inside a transfer encoding or compressed data, and all members below are 0
  size_t offset;       // in the source, in bytes from 0
  size_t length;       // of the reference as it is written there, in bytes
  size_t line;         // from 1
  size_t column;       // from 1, in bytes (in code units in UTF-16)
} absolve_link;

/// How many links there are. They are in document order.
ABSOLVE_C_API size_t absolve_plan_link_count(const absolve_plan* plan);

/// Fills `link`. Its pointers are valid as long as the plan and the source are. The first call after absolve_plan_new
/// counts the lines of the source; every other call takes constant time.
ABSOLVE_C_API absolve_status absolve_plan_link(const absolve_plan* plan, size_t index, absolve_link* link);

/// The absolute form of a link, and its size unless `size` is NULL. ABSOLVE_NO_URL means that it is kept.
ABSOLVE_C_API absolve_status absolve_plan_url(const absolve_plan* plan, size_t index, char** url, size_t* size);

typedef enum absolve_link_text { ABSOLVE_REFERENCE_TEXT, ABSOLVE_URL_TEXT, ABSOLVE_BASE_TEXT } absolve_link_text;

/// The reference, the absolute form or the base of a link (`which`, an absolve_link_text) as text in UTF-8, decoded
/// from the charset of its document: what stands for no character is percent-encoded, and so are the bytes of the query
/// of a URL. ABSOLVE_NO_URL means that it has none. `size` may be NULL.
ABSOLVE_C_API absolve_status absolve_plan_text(const absolve_plan* plan, size_t index, unsigned which, char** text,
                                               size_t* size);

/// What a link is nested in, from outside in, with " > " between: "iframe srcdoc > p style"; empty if it is not nested.
/// `size` may be NULL.
ABSOLVE_C_API absolve_status absolve_plan_within(const absolve_plan* plan, size_t index, char** within, size_t* size);

typedef enum absolve_severity {
  ABSOLVE_DETAIL,  // expected, by a rule: shown on request
  ABSOLVE_NOTICE,  // references were left unchanged, or something was odd
  ABSOLVE_FAILURE  // something was not read, and is left unchanged
} absolve_severity;

/// A message for people.
typedef struct absolve_note {
  const char* code;  // for programs: "unsuitable-base", ...
  absolve_severity severity;
  absolve_text text;  // in words
  absolve_text part;  // number of a MIME part; empty outside a message
  size_t message;     // number in the mailbox, from 1; 0 outside one
  int has_place;      // 0 if it is about all of the input, and all members below are 0
  size_t offset;      // in the source, in bytes from 0
  size_t line;        // from 1
} absolve_note;

ABSOLVE_C_API size_t absolve_plan_note_count(const absolve_plan* plan);

/// Fills `note`. Its pointers are valid as those of absolve_plan_link are.
ABSOLVE_C_API absolve_status absolve_plan_note(const absolve_plan* plan, size_t index, absolve_note* note);

// A function for each link.

/// The answers that an absolve_link_function can return.
typedef enum absolve_answer {
  ABSOLVE_ANSWER_AS_PLANNED = 0,
  ABSOLVE_ANSWER_KEEP = 1,    ///< the link is kept, with the reason "function", if it would be rewritten
  ABSOLVE_ANSWER_REPLACE = 2  ///< the link is replaced by another reference, which is in UTF-8 and not encoded
} absolve_answer;

/// Decides on a link. Returns an absolve_answer; with ABSOLVE_ANSWER_REPLACE, it puts the new reference into `answer`.
/// After a number below 0, absolve_plan_new stops, and returns ABSOLVE_STOPPED; after any other number, or
/// ABSOLVE_ANSWER_REPLACE without a text, it returns ABSOLVE_WRONG_ARGUMENT.
///
///     int no_images(void *context, const absolve_link *link, const char *url, size_t size, absolve_text *answer) {
///       return link->element.size == 3 && memcmp(link->element.bytes, "img", 3) == 0 ? ABSOLVE_ANSWER_KEEP
///                                                                                    : ABSOLVE_ANSWER_AS_PLANNED;
///     }
///
/// `url` is the absolute form of the link, in the charset of the document (options.h), with its size; there may
/// be no NUL after it. It is NULL if the link is kept; then link->reason says why. `link` and `url` are valid until the
/// function returns. The bytes of the answer belong to the caller, and are copied before the function is called again.
/// If the place of the link can't hold the answer, the link is kept, with the reason "answer" (options.h).
typedef int (*absolve_link_function)(void* context, const absolve_link* link, const char* url, size_t url_size,
                                     absolve_text* answer);

/// Sets a function that is called once for each link of each plan, in document order, in the thread that makes the
/// plan, except for the URLs of base elements and xml:base. NULL removes it.
ABSOLVE_C_API absolve_status absolve_options_on_link(absolve_options* options, absolve_link_function function,
                                                     void* context);

// Inputs of any size, unit by unit.

/// Reads up to `room` bytes of an input (`room` is never 0) into `space`, and sets `*size` to their number: 0 at its
/// end; ABSOLVE_WOULD_WAIT, if there are none now, but may be later: then everything before is answered and written,
/// and it is called again, and must wait. Unless a type is set, that begins after 196,608 bytes, and in a mailbox, what
/// is in the last 64 KiB stays for later. Returns 0 to go on, any other number to stop.
typedef int (*absolve_source)(void* context, char* space, size_t room, size_t* size);

#define ABSOLVE_WOULD_WAIT SIZE_MAX

/// The same for up to `room` bytes from byte `at` on, counted from 0; it must not answer ABSOLVE_WOULD_WAIT.
typedef int (*absolve_source_at)(void* context, uint64_t at, char* space, size_t room, size_t* size);

/// A part of an input that is planned by itself: a message of a mailbox, lines of a list, a document in a line of a
/// stream, a record of an archive; for all other inputs, the whole. In a package, the last unit, without a plan, is the
/// package itself. Everything is valid until the function returns that got it.
typedef struct absolve_unit {
  const absolve_plan* plan;  // NULL if it was not read, and is left unchanged
  absolve_text text;         // its bytes; if it is large and not read, the beginning of it
  absolve_text left;         // why it is left as a whole though it may hold links; no text if it isn't
  absolve_text id;           // of a record of an archive: its WARC-Record-ID, and
  absolve_text url;          // its WARC-Target-URI; no text if there is none
  int changes;               // what is written for it is not what was read
  size_t offset;             // in the input, in bytes from 0; in an archive, of its record or compressed member
  size_t lines_before;       // how many lines come before it
  size_t messages_before;    // and how many messages of a mailbox
  size_t record;             // number of the record, from 1; 0 if it is none
  size_t line;               // number of the line that holds the unit, from 1; 0 if it is no line of a stream
  absolve_text member;       // of a unit in a package: the name of the member that it is in; no text if it is in none
} absolve_unit;

/// Sees a unit before it is written. Returns 0 to go on, any other number to stop.
typedef int (*absolve_observer)(void* context, const absolve_unit* unit);

/// Is told, after all units, about the input as a whole: what in it could not be read, for example. The notes of units
/// are those of their plans. Returns 0 to go on, any other number to stop.
typedef int (*absolve_teller)(void* context, const absolve_note* note);

/// How an input is rewritten. Either `read` or `read_at` must be set; every other member may be 0 or NULL.
typedef struct absolve_run {
  absolve_source read;
  absolve_sink write;           // NULL if nothing is written
  absolve_observer observe;     // may be NULL
  int (*flush)(void* context);  // called before `read` would have to wait; NULL if nothing needs to be done
  void* context;                // for these functions
  size_t threads;               // that plan units, with the one that calls; 0 means 1
  int copies_archives;          // of a web archive: a full copy; 0 means new records for what changes (conversions)
  const char* date;             // of new records: "2026-01-02T03:04:05Z"; NULL means now
  const char* said;             // in words: all settings that affect what is written; IDs of new records depend on them
  const char* output_name;      // of the file that is written: a new archive is compressed as its name says
  absolve_source_at read_at;    // reads a file at any offset, as a package (WACZ) needs it; then `read` is not called
  uint64_t file_size;           // the size of that file in bytes
  absolve_sink keep;            // keeps new members of a package, one after the other, until it is written, and
  absolve_source_at read_kept;  // reads them; NULL if they are kept in memory
  absolve_teller tell;          // NULL if nobody is told about the whole input
} absolve_run;

/// Rewrites an input of any type and size as it is read: of a mailbox, a list, a stream, a table or an archive, only
/// the largest part is held in memory. Its functions are called in the calling thread, that of absolve_options_on_link
/// in those that plan; the places of its links are those in their units, message 1 and lines from 1. `options` may be
/// NULL. `changes`, if not NULL, is set to whether anything changes.
///
///     absolve_run run = {0};
///     run.read = from_file; run.write = to_file; run.context = &files;
///     if (absolve_rewrite(&run, options, &changes, &why) == ABSOLVE_BAD_INPUT) puts(why);
///     absolve_free(why);
///
/// Returns ABSOLVE_STOPPED if a function has stopped it: what was written until then stays, and if it is compressed,
/// `write` still gets its end; ABSOLVE_BAD_INPUT if the input can't be read, or not be written anew: then `why`, if not
/// NULL, says it in words, to be put after the name of the input. Linear.
ABSOLVE_C_API absolve_status absolve_rewrite(const absolve_run* run, const absolve_options* options, int* changes,
                                             char** why);

// A base without a document, for any number of references.

/// A URL that is split once, to resolve any number of references against it.
///
///     absolve_base *base;
///     char *url;
///     if (absolve_base_new(&base, "http://a/b/c", 12, NULL) != ABSOLVE_OK) return;
///     if (absolve_base_absolute(base, "../g", 4, &url, NULL) == ABSOLVE_OK) puts(url);  // http://a/g
///     absolve_free(url);
///     absolve_base_free(base);
typedef struct absolve_base absolve_base;

/// `resolver` is "rfc1808", "rfc3986", "whatwg", or NULL for the first. Returns ABSOLVE_WRONG_OPTION for any other.
ABSOLVE_C_API absolve_status absolve_base_new(absolve_base** base, const char* url, size_t size, const char* resolver);
ABSOLVE_C_API void absolve_base_free(absolve_base* base);

/// Why a URL can't be a base, in words; NULL if it can. The text must not be freed.
ABSOLVE_C_API const char* absolve_base_error(const char* url, size_t size, const char* resolver);

/// The absolute form of a reference, and its size unless `url_size` is NULL. Returns ABSOLVE_NO_URL if the
/// resolved reference would mean something else, or the URL standard can't parse it.
ABSOLVE_C_API absolve_status absolve_base_absolute(const absolve_base* base, const char* reference, size_t size,
                                                   char** url, size_t* url_size);

#ifdef __cplusplus
}
#endif

#endif
