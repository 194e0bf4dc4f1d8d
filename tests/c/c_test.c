/// The library for C, as C99 sees it. Usage:
///
///     c_test check VERSION                      asks for all that c.h says of single functions
///     c_test rewrite OUT [--OPTION]... FILE...  writes what becomes of each to OUT, and its name and exit status
///     c_test list [--OPTION]... FILE...         prints what --list --json does
///
/// An option is one of absolve_options_set: --keep-fragments, --url=http://a/b/c.
#define _POSIX_C_SOURCE 200809L  // threads

#include <absolve/c.h>

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;

#define EXPECT(condition)                                                 \
  do {                                                                    \
    if (!(condition)) {                                                   \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);     \
      ++failures;                                                         \
    }                                                                     \
  } while (0)

static void give_up(const char *what) {
  fprintf(stderr, "c_test: %s\n", what);
  exit(1);
}

static int is(absolve_text text, const char *expected) {
  return text.bytes != NULL && text.size == strlen(expected) && memcmp(text.bytes, expected, text.size) == 0;
}

static absolve_options *options_of(const char *name, const char *value) {
  absolve_options *options = absolve_options_new();
  if (absolve_options_set(options, name, value) != ABSOLVE_OK) give_up(absolve_options_error(options));
  return options;
}

/// A plan of a copy that ends where the block of memory does, so that valgrind sees who reads beyond it.
static absolve_plan *plan_of(const char *source, size_t size, const absolve_options *options, char **copy) {
  absolve_plan *plan = NULL;
  *copy = malloc(size);
  if (size > 0) memcpy(*copy, source, size);
  if (absolve_plan_new(&plan, *copy, size, options) != ABSOLVE_OK) give_up("no plan");
  return plan;
}

static char *output_of(const absolve_plan *plan) {
  const size_t size = absolve_plan_output_size(plan);
  char *output = malloc(size + 1);
  EXPECT(absolve_plan_copy(plan, output, size) == size);
  output[size] = '\0';
  return output;
}

// Options.

static void check_options(void) {
  absolve_options *options = absolve_options_new();
  EXPECT(strcmp(absolve_options_error(options), "") == 0);
  EXPECT(absolve_options_set(options, "no-such-option", "") == ABSOLVE_WRONG_OPTION);
  EXPECT(strcmp(absolve_options_error(options), "no-such-option: unknown option") == 0);
  EXPECT(absolve_options_set(options, "resolver", "rfc1") == ABSOLVE_WRONG_OPTION);
  EXPECT(strncmp(absolve_options_error(options), "resolver: ", 10) == 0);
  EXPECT(absolve_options_set(options, "resolver", NULL) == ABSOLVE_WRONG_OPTION);
  EXPECT(absolve_options_set(options, "url", "mailto:a@b") == ABSOLVE_WRONG_OPTION);
  EXPECT(absolve_options_set(options, "skip", "(") == ABSOLVE_WRONG_OPTION);
  EXPECT(absolve_options_set(options, "keep-fragments", "yes") == ABSOLVE_WRONG_OPTION);
  EXPECT(absolve_options_set(options, "keep-fragments", "page") == ABSOLVE_OK);
  EXPECT(absolve_options_set(options, "keep-fragments", NULL) == ABSOLVE_OK);
  EXPECT(strcmp(absolve_options_error(options), "") == 0);
  EXPECT(absolve_options_set(options, "type", "no type") == ABSOLVE_WRONG_OPTION);
  EXPECT(strncmp(absolve_options_error(options), "type: ", 6) == 0);
  EXPECT(absolve_options_set(options, NULL, NULL) == ABSOLVE_WRONG_ARGUMENT);
  EXPECT(absolve_options_set(NULL, "url", "http://a/") == ABSOLVE_WRONG_ARGUMENT);
  EXPECT(absolve_options_set_name(NULL, "a.css") == ABSOLVE_WRONG_ARGUMENT);

  // What failed has changed nothing; what is set again takes the place of what was, or adds to it.
  EXPECT(absolve_options_set(options, "url", "http://x/") == ABSOLVE_OK);
  EXPECT(absolve_options_set(options, "url", "http://a/b/c") == ABSOLVE_OK);
  EXPECT(absolve_options_set(options, "url", "#") == ABSOLVE_WRONG_OPTION);
  EXPECT(absolve_options_set(options, "skip", "^one$") == ABSOLVE_OK);
  EXPECT(absolve_options_set(options, "skip", "^two$") == ABSOLVE_OK);
  char *copy = NULL;
  const char page[] = "<a href=one><a href=two><a href=../g><a href=#h>";
  absolve_plan *plan = plan_of(page, strlen(page), options, &copy);
  absolve_options_free(options);  // the plan needs it no more
  char *output = output_of(plan);
  EXPECT(strcmp(output, "<a href=one><a href=two><a href=http://a/g><a href=#h>") == 0);
  free(output);
  absolve_plan_free(plan);
  free(copy);

  // The members of lines have the names that are set.
  options = options_of("type", "jsonl");
  EXPECT(absolve_options_set(options, "answer-field", "url") == ABSOLVE_WRONG_OPTION);
  EXPECT(strncmp(absolve_options_error(options), "answer-field: ", 14) == 0);
  EXPECT(absolve_options_set(options, "url-field", "page") == ABSOLVE_OK);
  EXPECT(absolve_options_set(options, "answer-field", "url") == ABSOLVE_OK);
  EXPECT(absolve_options_set(options, "url-field", "url") == ABSOLVE_WRONG_OPTION);
  EXPECT(absolve_options_set(options, "reference-field", "link") == ABSOLVE_OK);
  const char lines[] = "{\"link\":\"x\",\"page\":\"http://a/\"}\n{\"reference\":\"x\"}\n";
  plan = plan_of(lines, strlen(lines), options, &copy);
  absolve_options_free(options);
  output = output_of(plan);
  EXPECT(strcmp(output, "{\"link\":\"x\",\"page\":\"http://a/\",\"url\":{\"url\":\"http://a/x\"}}\n"
                        "{\"reference\":\"x\"}\n") == 0);
  EXPECT(absolve_plan_failed(plan));
  free(output);
  absolve_plan_free(plan);
  free(copy);

  // Browsers take more for a base; options go together at any time.
  options = absolve_options_new();
  EXPECT(absolve_options_set(options, "url", "http:\\\\a\\b") == ABSOLVE_WRONG_OPTION);
  EXPECT(absolve_options_set(options, "resolver", "whatwg") == ABSOLVE_OK);
  EXPECT(absolve_options_set(options, "url", "http:\\\\a\\b") == ABSOLVE_OK);
  EXPECT(absolve_options_set(options, "resolver", "rfc1808") == ABSOLVE_WRONG_OPTION);
  EXPECT(strncmp(absolve_options_error(options), "url: ", 5) == 0);
  absolve_options_free(options);
}

// Types.

static const char *planned_type(const char *source, const char *name, const char *url) {
  absolve_options *options = absolve_options_new();
  if (name != NULL) EXPECT(absolve_options_set_name(options, name) == ABSOLVE_OK);
  if (url != NULL) EXPECT(absolve_options_set(options, "url", url) == ABSOLVE_OK);
  absolve_plan *plan = NULL;
  EXPECT(absolve_plan_new(&plan, source, strlen(source), options) == ABSOLVE_OK);
  const char *type = absolve_plan_type(plan);
  absolve_plan_free(plan);
  absolve_options_free(options);
  return type == NULL ? "(none)" : type;
}

static void check_types(void) {
  EXPECT(strcmp(absolve_type_of("a{}", 3, "a.css"), "css") == 0);
  EXPECT(strcmp(absolve_type_of("<p>", 3, NULL), "html") == 0);
  EXPECT(strcmp(absolve_type_of(NULL, 0, NULL), "html") == 0);
  EXPECT(strcmp(absolve_type_of("WARC/1.0\r\n", 10, NULL), "warc") == 0);
  EXPECT(strcmp(absolve_type_of("PK\3\4", 4, "x.wacz"), "wacz") == 0);
  EXPECT(absolve_type_of("PK\3\4\0", 5, "x.zip") == NULL);
  EXPECT(absolve_type_of("\0\1\2", 3, NULL) == NULL);
  EXPECT(absolve_type_of(NULL, 3, NULL) == NULL);
  EXPECT(strcmp(planned_type("a{}", "a.css", NULL), "css") == 0);
  EXPECT(strcmp(planned_type("a{}", "a.css", "http://a/b.html"), "css") == 0);
  EXPECT(strcmp(planned_type("a{}", "stdin", "http://a/b.css"), "css") == 0);
  EXPECT(strcmp(planned_type("a{}", NULL, NULL), "html") == 0);
  EXPECT(strcmp(planned_type("\1\2\3", NULL, NULL), "(none)") == 0);
}

// Plans.

static int refuse(void *context, const char *bytes, size_t size) {
  EXPECT(bytes != NULL && size > 0);
  ++*(int *)context;
  return 7;
}

static void check_hostile(void) {
  absolve_plan *plan = (absolve_plan *)(uintptr_t)1;
  EXPECT(absolve_plan_new(&plan, NULL, 1, NULL) == ABSOLVE_WRONG_ARGUMENT);
  EXPECT(plan == NULL);
  EXPECT(absolve_plan_new(&plan, "", SIZE_MAX, NULL) == ABSOLVE_WRONG_ARGUMENT);
  EXPECT(absolve_plan_new(NULL, "", 0, NULL) == ABSOLVE_WRONG_ARGUMENT);
  EXPECT(absolve_plan_new(&plan, "WARC/1.0\r\n\r\n", 12, NULL) == ABSOLVE_ARCHIVE);
  EXPECT(plan == NULL);

  // An empty one, from nowhere.
  EXPECT(absolve_plan_new(&plan, NULL, 0, NULL) == ABSOLVE_OK);
  absolve_link link;
  absolve_note note;
  char *text = NULL;
  size_t size = 1;
  int calls = 0;
  EXPECT(absolve_plan_output_size(plan) == 0);
  EXPECT(absolve_plan_copy(plan, NULL, 0) == 0);
  EXPECT(absolve_plan_write(plan, refuse, &calls) == 0 && calls == 0);
  EXPECT(absolve_plan_failed(plan) == 0);
  EXPECT(absolve_plan_link_count(plan) == 0);
  EXPECT(absolve_plan_link(plan, 0, &link) == ABSOLVE_WRONG_ARGUMENT);
  EXPECT(link.reference.bytes == NULL && link.base_from == NULL);
  EXPECT(absolve_plan_url(plan, 0, &text, &size) == ABSOLVE_WRONG_ARGUMENT);
  EXPECT(text == NULL && size == 0);
  EXPECT(absolve_plan_within(plan, 0, &text, NULL) == ABSOLVE_WRONG_ARGUMENT);
  EXPECT(absolve_plan_note(plan, SIZE_MAX, &note) == ABSOLVE_WRONG_ARGUMENT);
  absolve_plan_free(plan);

  // NULL everywhere.
  EXPECT(absolve_plan_failed(NULL) == 0 && absolve_plan_type(NULL) == NULL && absolve_plan_output_size(NULL) == 0);
  EXPECT(absolve_plan_link_count(NULL) == 0 && absolve_plan_note_count(NULL) == 0);
  EXPECT(absolve_plan_link(NULL, 0, &link) == ABSOLVE_WRONG_ARGUMENT);
  EXPECT(absolve_plan_note(NULL, 0, NULL) == ABSOLVE_WRONG_ARGUMENT);
  EXPECT(absolve_plan_url(NULL, 0, NULL, NULL) == ABSOLVE_WRONG_ARGUMENT);
  EXPECT(absolve_plan_text(NULL, 0, ABSOLVE_URL_TEXT, NULL, NULL) == ABSOLVE_WRONG_ARGUMENT);
  EXPECT(absolve_plan_copy(NULL, NULL, 5) == 0 && absolve_plan_write(NULL, refuse, &calls) == 0);
  EXPECT(strcmp(absolve_options_error(NULL), "") == 0);
  absolve_plan_free(NULL);
  absolve_options_free(NULL);
  absolve_base_free(NULL);
  absolve_free(NULL);
}

static void check_a_page(void) {
  absolve_options *options = options_of("url", "http://a/b/c");
  const char page[] = "\xEF\xBB\xBF<IMG SRC=../x\0y>\n<p style='background: url(p)'>\n<a href=mailto:z><a href='\\'>";
  char *copy = NULL;
  absolve_plan *plan = plan_of(page, sizeof page - 1, options, &copy);
  EXPECT(absolve_plan_link_count(plan) == 4);
  absolve_link link;
  EXPECT(absolve_plan_link(plan, 0, &link) == ABSOLVE_OK);
  EXPECT(is(link.element, "img") && is(link.attribute, "src") && is(link.base, "http://a/b/c") && is(link.part, ""));
  EXPECT(strcmp(link.base_from, "retrieval") == 0 && link.message == 0);
  EXPECT(link.has_place && link.line == 1 && link.column == 13 && link.offset == 12 && link.length == 6);
  EXPECT(absolve_plan_link(plan, 1, &link) == ABSOLVE_OK);
  EXPECT(link.action == ABSOLVE_REWRITE && link.reason == NULL && is(link.reference, "p") && link.line == 2);
  EXPECT(is(link.url_head, "http://a/b/") && is(link.url_tail, "p"));
  EXPECT(link.element.bytes == NULL && link.attribute.bytes == NULL);  // it stands in a sheet in an attribute
  char *text = NULL;
  size_t size = 0;
  EXPECT(absolve_plan_within(plan, 1, &text, &size) == ABSOLVE_OK && strcmp(text, "p style") == 0 && size == 7);
  absolve_free(text);
  EXPECT(absolve_plan_link(plan, 2, &link) == ABSOLVE_OK);
  EXPECT(link.action == ABSOLVE_IS_ABSOLUTE && is(link.url_head, "") && is(link.url_tail, "mailto:z"));
  EXPECT(absolve_plan_url(plan, 2, &text, NULL) == ABSOLVE_OK && strcmp(text, "mailto:z") == 0);
  absolve_free(text);
  EXPECT(absolve_plan_within(plan, 2, &text, &size) == ABSOLVE_OK && strcmp(text, "") == 0 && size == 0);
  absolve_free(text);
  EXPECT(absolve_plan_link(plan, 3, &link) == ABSOLVE_OK);
  EXPECT(link.action == ABSOLVE_KEEP && strcmp(link.reason, "backslash") == 0);
  EXPECT(link.url_head.bytes == NULL && link.url_tail.bytes == NULL);
  EXPECT(absolve_plan_url(plan, 3, &text, &size) == ABSOLVE_NO_URL && text == NULL && size == 0);
  EXPECT(absolve_plan_text(plan, 3, ABSOLVE_URL_TEXT, &text, &size) == ABSOLVE_NO_URL && text == NULL && size == 0);
  EXPECT(absolve_plan_text(plan, 3, 7, &text, NULL) == ABSOLVE_WRONG_ARGUMENT);
  EXPECT(absolve_plan_text(plan, 1, ABSOLVE_URL_TEXT, &text, &size) == ABSOLVE_OK && strcmp(text, "http://a/b/p") == 0);
  absolve_free(text);

  // A sink that wants no more gets no more, and a buffer as much as it has room for.
  int calls = 0;
  EXPECT(absolve_plan_write(plan, refuse, &calls) == 7 && calls == 1);
  char *output = output_of(plan);
  char part[33];
  for (size_t room = 0; room < sizeof part; ++room) {
    memset(part, '?', sizeof part);
    EXPECT(absolve_plan_copy(plan, part, room) == absolve_plan_output_size(plan));
    EXPECT(memcmp(part, output, room) == 0 && part[room] == '?');
  }
  free(output);
  absolve_plan_free(plan);
  absolve_options_free(options);
  free(copy);
}

static void check_notes(void) {
  const char page[] = "<p>\n<base href='mailto:x'><a href=y>";
  char *copy = NULL;
  absolve_plan *plan = plan_of(page, sizeof page - 1, NULL, &copy);
  absolve_note note;
  int unsuitable = 0;
  for (size_t i = 0; i < absolve_plan_note_count(plan); ++i) {
    EXPECT(absolve_plan_note(plan, i, &note) == ABSOLVE_OK && note.text.size > 0 && is(note.part, ""));
    if (strcmp(note.code, "unsuitable-base") != 0) continue;
    ++unsuitable;
    EXPECT(note.severity == ABSOLVE_NOTICE && note.has_place && note.line == 2 && note.offset > 4);
  }
  EXPECT(unsuitable == 1 && absolve_plan_failed(plan) == 0);
  absolve_plan_free(plan);
  free(copy);

  absolve_options *options = options_of("charset", "utf-7");
  plan = plan_of(page, sizeof page - 1, options, &copy);
  EXPECT(absolve_plan_failed(plan) == 1 && absolve_plan_note_count(plan) == 1);
  EXPECT(absolve_plan_note(plan, 0, &note) == ABSOLVE_OK && note.severity == ABSOLVE_FAILURE);
  EXPECT(strcmp(note.code, "charset-refused") == 0);
  absolve_plan_free(plan);
  absolve_options_free(options);
  free(copy);
}

static void *count_lines(void *plan) {
  uintptr_t sum = 0;
  absolve_link link;
  for (size_t i = 0; i < absolve_plan_link_count(plan); ++i) {
    if (absolve_plan_link(plan, i, &link) == ABSOLVE_OK) sum += link.line;
  }
  return (void *)sum;
}

static void check_threads(void) {
  enum { threads = 4, lines = 3000 };
  const char line[] = "<A HREF=x>\n";
  char *page = malloc(lines * strlen(line));
  for (size_t i = 0; i < lines; ++i) memcpy(page + i * strlen(line), line, strlen(line));
  char *copy = NULL;
  absolve_plan *plan = plan_of(page, lines * strlen(line), NULL, &copy);
  pthread_t started[threads];
  for (size_t i = 0; i < threads; ++i) {
    if (pthread_create(&started[i], NULL, count_lines, plan) != 0) give_up("no thread");
  }
  for (size_t i = 0; i < threads; ++i) {
    void *sum = NULL;
    pthread_join(started[i], &sum);
    EXPECT((uintptr_t)sum == (uintptr_t)lines * (lines + 1) / 2);
  }
  absolve_plan_free(plan);
  free(page);
  free(copy);
}

static void check_bases(void) {
  absolve_base *base = NULL;
  char *url = NULL;
  size_t size = 0;
  EXPECT(absolve_base_new(&base, "http://a/b/c/d;p?q", 18, NULL) == ABSOLVE_OK);
  EXPECT(absolve_base_absolute(base, "../g", 4, &url, &size) == ABSOLVE_OK);
  EXPECT(strcmp(url, "http://a/b/g") == 0 && size == 12);
  absolve_free(url);
  EXPECT(absolve_base_absolute(base, "g\0h", 3, &url, &size) == ABSOLVE_OK);
  EXPECT(size == 16 && memcmp(url, "http://a/b/c/g\0h", 17) == 0);
  absolve_free(url);
  EXPECT(absolve_base_absolute(base, NULL, 0, &url, NULL) == ABSOLVE_OK && strcmp(url, "http://a/b/c/d;p?q") == 0);
  absolve_free(url);
  EXPECT(absolve_base_absolute(base, NULL, 1, &url, &size) == ABSOLVE_WRONG_ARGUMENT && url == NULL && size == 0);
  absolve_base_free(base);

  EXPECT(absolve_base_new(&base, "http://a/", 9, "whatwg") == ABSOLVE_OK);
  EXPECT(absolve_base_absolute(base, "//[", 3, &url, &size) == ABSOLVE_NO_URL && url == NULL && size == 0);
  absolve_base_free(base);
  EXPECT(absolve_base_new(&base, "f:/a", 4, "rfc3986") == ABSOLVE_OK);
  EXPECT(absolve_base_absolute(base, ".//g", 4, &url, &size) == ABSOLVE_NO_URL);
  absolve_base_free(base);
  EXPECT(absolve_base_new(&base, "mailto:x", 8, NULL) == ABSOLVE_WRONG_BASE && base == NULL);
  EXPECT(absolve_base_new(&base, "http://a/", 9, "rfc1") == ABSOLVE_WRONG_OPTION && base == NULL);
  EXPECT(absolve_base_new(&base, NULL, 9, NULL) == ABSOLVE_WRONG_ARGUMENT && base == NULL);
  EXPECT(absolve_base_absolute(NULL, "x", 1, &url, &size) == ABSOLVE_WRONG_ARGUMENT);
  EXPECT(absolve_base_error("http://a/", 9, NULL) == NULL);
  EXPECT(absolve_base_error("mailto:x", 8, NULL) != NULL);
  EXPECT(absolve_base_error("http://a/", 9, "rfc1") != NULL);
}

/// What a function was asked, and what it answers then.
struct answers {
  size_t asked;
  int kinds[3];
  const char *text;
};

static int answer_next(void *context, const absolve_link *link, const char *url, size_t url_size, absolve_text *answer) {
  struct answers *answers = context;
  EXPECT(is(link->attribute, "href") && link->has_place && link->line == 1);
  EXPECT((url == NULL) == (link->action == ABSOLVE_KEEP));
  if (answers->asked == 0) EXPECT(url_size == 12 && memcmp(url, "http://a/b/x", 12) == 0 && is(link->base, "http://a/b/c"));
  answer->bytes = answers->text;
  answer->size = answers->text == NULL ? 1 : strlen(answers->text);
  return answers->kinds[answers->asked++];
}

static void check_function(void) {
  static const char page[] = "<a href=x><A HREF=y><a href=z>";
  static const struct {
    struct answers answers;
    absolve_status status;
    const char *output;
  } rows[] = {
      {{0, {0, 1, 2}, "&"}, ABSOLVE_OK, "<a href=http://a/b/x><A HREF=y><a href=&amp;>"},
      {{0, {0, -1, 2}, "&"}, ABSOLVE_STOPPED, NULL},
      {{0, {3, 0, 0}, "&"}, ABSOLVE_WRONG_ARGUMENT, NULL},
      {{0, {2, 0, 0}, NULL}, ABSOLVE_WRONG_ARGUMENT, NULL},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    absolve_options *options = options_of("url", "http://a/b/c");
    struct answers answers = rows[i].answers;
    absolve_plan *plan = NULL;
    EXPECT(absolve_options_on_link(options, answer_next, &answers) == ABSOLVE_OK);
    EXPECT(absolve_plan_new(&plan, page, sizeof page - 1, options) == rows[i].status);
    absolve_options_free(options);
    EXPECT((plan != NULL) == (rows[i].output != NULL));
    if (plan == NULL) continue;
    absolve_link link;
    EXPECT(answers.asked == 3);
    EXPECT(absolve_plan_link(plan, 1, &link) == ABSOLVE_OK && strcmp(link.reason, "function") == 0);
    char *output = output_of(plan);
    EXPECT(strcmp(output, rows[i].output) == 0);
    free(output);
    absolve_plan_free(plan);
  }
  EXPECT(absolve_options_on_link(NULL, answer_next, NULL) == ABSOLVE_WRONG_ARGUMENT);
}

// Inputs of any size, unit by unit.

typedef struct files {
  const char *text;  // what is left to be read
  size_t at_once;
  char written[4096];
  size_t size;
  int units;
  int links;
  int left;
  int waits;    // read says that it would wait, every other time
  int flushed;
  int stops_at;  // so many units
  int told;      // of notes of the whole
} files;

static int from_text(void *context, char *space, size_t room, size_t *size) {
  files *const from = context;
  if (from->waits == 1) {
    from->waits = 2;
    *size = ABSOLVE_WOULD_WAIT;
    return 0;
  }
  if (from->waits == 2) from->waits = 1;
  *size = strlen(from->text);
  if (*size > from->at_once) *size = from->at_once;
  if (*size > room) *size = room;
  memcpy(space, from->text, *size);
  from->text += *size;
  return 0;
}

static int waits_always(void *context, char *space, size_t room, size_t *size) {
  (void)context, (void)space, (void)room;
  *size = ABSOLVE_WOULD_WAIT;
  return 0;
}

static int to_buffer(void *context, const char *bytes, size_t size) {
  files *const to = context;
  if (to->size + size > sizeof to->written) return 1;
  memcpy(to->written + to->size, bytes, size);
  to->size += size;
  return 0;
}

static int see(void *context, const absolve_unit *unit) {
  files *const seen = context;
  EXPECT(unit->plan == NULL || unit->text.bytes != NULL);
  if (unit->left.bytes != NULL) ++seen->left;
  if (unit->plan != NULL) seen->links += (int)absolve_plan_link_count(unit->plan);
  return ++seen->units == seen->stops_at;
}

static int tell(void *context, const absolve_note *note) {
  EXPECT(strcmp(note->code, "references-kept") == 0 && note->severity == ABSOLVE_NOTICE && !note->has_place);
  EXPECT(note->text.size > 22 && memcmp(note->text.bytes, "no base for 1 document", 22) == 0);
  return ((files *)context)->told++;
}

static int flush(void *context) {
  ++((files *)context)->flushed;
  return 0;
}

static int tells_line(void *context, const absolve_link *link, const char *url, size_t size, absolve_text *answer) {
  (void)url, (void)size, (void)answer;
  *(size_t *)context += link->line;
  return ABSOLVE_ANSWER_AS_PLANNED;
}

static void check_rewriting(void) {
  static const char stream[] =
      "{\"url\":\"http://a/\",\"body\":\"<a href=x>\"}\n{\"body\":7}\n{\"reference\":\"y\",\"base\":\"http://b/\"}\n";
  static const char expected[] =
      "{\"url\":\"http://a/\",\"body\":\"<a href=http://a/x>\",\"absolve\":{\"status\":\"done\",\"base\":\"http://a/\","
      "\"base_from\":\"retrieval\",\"links\":1}}\n{\"body\":7,\"absolve\":{\"status\":\"failed\",\"error\":";
  absolve_options *options = absolve_options_new();
  EXPECT(absolve_options_set(options, "type", "jsonl") == ABSOLVE_OK);
  for (size_t at_once = 1; at_once < 1000; at_once *= 7) {
    files io = {stream, at_once, "", 0, 0, 0, 0, 1, 0, 0, 0};
    absolve_run run = {0};
    run.read = from_text;
    run.write = to_buffer;
    run.observe = see;
    run.flush = flush;
    run.context = &io;
    run.threads = 2;
    int changes = 0;
    char *why = NULL;
    EXPECT(absolve_rewrite(&run, options, &changes, &why) == ABSOLVE_OK);
    EXPECT(changes == 1 && why == NULL);
    EXPECT(io.units == 3 && io.links == 2 && io.left == 1 && io.flushed > 0);
    EXPECT(io.size > sizeof expected && memcmp(io.written, expected, sizeof expected - 1) == 0);
    io = (files){stream, at_once, "", 0, 0, 0, 0, 0, 0, 2, 0};
    EXPECT(absolve_rewrite(&run, options, &changes, &why) == ABSOLVE_STOPPED);
    EXPECT(changes == 0 && why == NULL && io.units == 2);
  }

  // What there is to say about the whole comes after its units.
  files one = {"{\"body\":\"<a href=x>\"}\n", 9, "", 0, 0, 0, 0, 0, 0, 0, 0};
  absolve_run telling = {0};
  telling.read = from_text;
  telling.context = &one;
  telling.tell = tell;
  EXPECT(absolve_rewrite(&telling, options, NULL, NULL) == ABSOLVE_OK && one.told == 1);
  one.text = "{\"body\":\"<a href=x>\"}\n";
  EXPECT(absolve_rewrite(&telling, options, NULL, NULL) == ABSOLVE_STOPPED);

  // The lines of links are those in each unit; without write, nothing is written.
  size_t lines = 0;
  EXPECT(absolve_options_set(options, "type", "mbox") == ABSOLVE_OK);
  EXPECT(absolve_options_on_link(options, tells_line, &lines) == ABSOLVE_OK);
  files mailbox = {"From a Sat Jan  3 01:05:34 1996\nContent-Type: text/html\n\n<a href=x>\n\n"
                   "From a Sat Jan  3 01:05:34 1996\nContent-Type: text/html\n\n<a href=x>\n", 9, "", 0, 0, 0, 0, 0, 0, 0, 0};
  absolve_run run = {0};
  run.read = from_text;
  run.context = &mailbox;
  EXPECT(absolve_rewrite(&run, options, NULL, NULL) == ABSOLVE_OK);
  EXPECT(lines == 8 && mailbox.size == 0 && mailbox.units == 0);

  // An archive, and what can't be one.
  EXPECT(absolve_options_on_link(options, NULL, NULL) == ABSOLVE_OK);
  EXPECT(absolve_options_set(options, "type", "warc") == ABSOLVE_OK);
  files archive = {"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a/\r\nContent-Type: text/html\r\n"
                   "Content-Length: 10\r\n\r\n<a href=x>\r\n\r\n", 9, "", 0, 0, 0, 0, 0, 0, 0, 0};
  run.context = &archive;
  run.write = to_buffer;
  run.observe = see;
  run.copies_archives = 1;
  run.date = "2026-01-02T03:04:05Z";
  EXPECT(absolve_rewrite(&run, options, NULL, NULL) == ABSOLVE_OK);
  EXPECT(archive.units == 1 && archive.links == 1);
  static const char end[] = "<a href=http://a/x>\r\n\r\n";
  EXPECT(archive.size > sizeof end &&
         memcmp(archive.written + archive.size - (sizeof end - 1), end, sizeof end - 1) == 0);
  char *why = NULL;
  archive.text = "filedesc://x.arc 0.0.0.0 20260102030405 text/plain 5\n1 0 a\n\n";
  EXPECT(absolve_rewrite(&run, options, NULL, &why) == ABSOLVE_BAD_INPUT);
  EXPECT(why != NULL && strncmp(why, "is an ARC archive", 17) == 0);
  absolve_free(why);
  EXPECT(absolve_rewrite(NULL, options, NULL, &why) == ABSOLVE_WRONG_ARGUMENT);
  EXPECT(why == NULL);
  run.date = "2026-02-30T03:04:05Z";
  EXPECT(absolve_rewrite(&run, options, NULL, NULL) == ABSOLVE_WRONG_ARGUMENT);
  run.date = NULL;
  run.read = waits_always;
  EXPECT(absolve_rewrite(&run, options, NULL, NULL) == ABSOLVE_WRONG_ARGUMENT);
  absolve_options_free(options);
}

static int check(const char *version) {
  EXPECT(strcmp(absolve_version(), version) == 0);
  for (int status = ABSOLVE_OK; status <= ABSOLVE_STOPPED; ++status) {
    EXPECT(strcmp(absolve_describe((absolve_status)status), "unknown status") != 0);
  }
  check_options();
  check_rewriting();
  check_types();
  check_hostile();
  check_a_page();
  check_notes();
  check_function();
  check_threads();
  check_bases();
  return failures == 0 ? 0 : 1;
}

int views(int count, char **arguments);  // views.c

int main(int count, char **arguments) {
  if (count == 3 && strcmp(arguments[1], "check") == 0) return check(arguments[2]);
  return views(count, arguments);
}
