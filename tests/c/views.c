/// What the program prints and writes, made with the library for C.

#include <absolve/c.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int views(int count, char **arguments);

static void give_up(const char *what, const char *why) {
  fprintf(stderr, "c_test: %s: %s\n", what, why);
  exit(1);
}

static char *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) give_up(path, "can't be opened");
  char *text = NULL;
  size_t room = 0;
  size_t got = 0;
  *size = 0;
  do {
    *size += got;
    room = 2 * (*size) + 4096;
    text = realloc(text, room);
    if (text == NULL) give_up(path, "no memory");
    got = fread(text + *size, 1, room - *size, file);
  } while (got > 0);
  fclose(file);
  return text;
}

static int to_file(void *file, const char *bytes, size_t size) { return fwrite(bytes, 1, size, file) == size ? 0 : 1; }

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash == NULL ? path : slash + 1;
}

static void rewrite(const char *folder, const char *path, const absolve_plan *plan) {
  char name[4096];
  snprintf(name, sizeof name, "%s/%s", folder, base_name(path));
  FILE *file = fopen(name, "wb");
  if (file == NULL || absolve_plan_write(plan, to_file, file) != 0 || fclose(file) != 0) give_up(name, "not written");
  printf("%s %d\n", base_name(path), absolve_plan_failed(plan) ? 3 : 0);
}

// JSON.

/// The bytes of the character of UTF-8 that a text starts with; 0: there is none.
static size_t character(const unsigned char *text, size_t size) {
  const unsigned char first = text[0];
  size_t length = 1;
  if (first >= 0x80) length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if ((first >= 0x80 && first < 0xC2) || first > 0xF4 || length > size) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((text[i] & 0xC0) != 0x80) return 0;
  }
  if ((first == 0xE0 && text[1] < 0xA0) || (first == 0xED && text[1] > 0x9F)) return 0;
  if ((first == 0xF0 && text[1] < 0x90) || (first == 0xF4 && text[1] > 0x8F)) return 0;
  return length;
}

static void print_string(const char *bytes, size_t size) {
  const unsigned char *text = (const unsigned char *)bytes;
  putchar('"');
  while (size > 0) {
    const size_t length = character(text, size);
    if (length == 0) {
      fputs("\xEF\xBF\xBD", stdout);
    } else if (text[0] == '"' || text[0] == '\\') {
      printf("\\%c", text[0]);
    } else if (text[0] < 0x20 || text[0] == 0x7F) {
      printf("\\u%04x", (unsigned)text[0]);
    } else if (text[0] == 0xC2 && text[1] < 0xA0) {
      printf("\\u%04x", (unsigned)text[1]);
    } else {
      fwrite(text, 1, length, stdout);
    }
    text += length == 0 ? 1 : length;
    size -= length == 0 ? 1 : length;
  }
  putchar('"');
}

static void member(const char *name, absolve_text value) {
  printf(",\"%s\":", name);
  if (value.bytes == NULL) fputs("null", stdout);
  else print_string(value.bytes, value.size);
}

static void name_member(const char *name, const char *value) { printf(",\"%s\":\"%s\"", name, value); }

static void place_member(const char *name, const absolve_link *link, size_t value) {
  if (link->has_place) printf(",\"%s\":%zu", name, value);
  else printf(",\"%s\":null", name);
}

static void within_member(const char *within) {
  if (*within == '\0') return;
  fputs(",\"within\":[", stdout);
  for (;;) {
    const char *end = strstr(within, " > ");
    print_string(within, end == NULL ? strlen(within) : (size_t)(end - within));
    if (end == NULL) break;
    putchar(',');
    within = end + strlen(" > ");
  }
  putchar(']');
}

static void list(const char *path, const char *resolver, const absolve_plan *plan) {
  static const char *const actions[] = {"rewrite", "absolute", "keep"};
  for (size_t i = 0; i < absolve_plan_link_count(plan); ++i) {
    absolve_link link;
    static const absolve_link_text which[] = {ABSOLVE_REFERENCE_TEXT, ABSOLVE_URL_TEXT, ABSOLVE_BASE_TEXT};
    static const char *const names[] = {"reference", "url", "base"};
    char *url = NULL;
    char *within = NULL;
    if (absolve_plan_link(plan, i, &link) != ABSOLVE_OK) give_up(path, "no link");
    if (absolve_plan_within(plan, i, &within, NULL) != ABSOLVE_OK) give_up(path, "no nesting");
    const absolve_status status = absolve_plan_url(plan, i, &url, NULL);
    if (status != (link.action == ABSOLVE_KEEP ? ABSOLVE_NO_URL : ABSOLVE_OK)) give_up(path, "URL and action differ");
    fputs("{\"file\":", stdout);
    print_string(path, strlen(path));
    member("part", link.part);
    if (link.message > 0) printf(",\"message\":%zu", link.message);
    within_member(within);
    place_member("line", &link, link.line);
    place_member("column", &link, link.column);
    place_member("offset", &link, link.offset);
    place_member("length", &link, link.length);
    member("element", link.element);
    member("attribute", link.attribute);
    for (size_t k = 0; k < 3; ++k) {
      absolve_text text = {NULL, 0};
      char *own = NULL;
      const absolve_status found = absolve_plan_text(plan, i, which[k], &own, &text.size);
      if (found != ABSOLVE_OK && found != ABSOLVE_NO_URL) give_up(path, "no text");
      text.bytes = own;
      member(names[k], text);
      absolve_free(own);
    }
    name_member("base_from", link.base_from);
    name_member("resolver", resolver);
    name_member("action", actions[link.action]);
    if (link.reason != NULL) name_member("reason", link.reason);
    puts("}");
    absolve_free(url);
    absolve_free(within);
  }
}

// A package, which is read at its offsets.

typedef struct package {
  FILE *old, *made, *kept;
} package;

static int read_at(FILE *file, uint64_t at, char *space, size_t room, size_t *size) {
  if (fseek(file, (long)at, SEEK_SET) != 0) return 1;
  *size = fread(space, 1, room, file);
  return ferror(file);
}
static int old_at(void *context, uint64_t at, char *space, size_t room, size_t *size) {
  return read_at(((package *)context)->old, at, space, room, size);
}
static int kept_at(void *context, uint64_t at, char *space, size_t room, size_t *size) {
  return read_at(((package *)context)->kept, at, space, room, size);
}
static int keep(void *context, const char *bytes, size_t size) {
  FILE *kept = ((package *)context)->kept;
  return fseek(kept, 0, SEEK_END) != 0 || to_file(kept, bytes, size) != 0;
}
static int write_new(void *context, const char *bytes, size_t size) {
  return to_file(((package *)context)->made, bytes, size);
}
static int tell_member(void *context, const absolve_unit *unit) {
  (void)context;
  printf("%.*s\n", (int)unit->member.size, unit->member.bytes == NULL ? "" : unit->member.bytes);
  return 0;
}

static int copy(const char *old, const char *made, const char *date) {
  package files = {fopen(old, "rb"), fopen(made, "wb"), tmpfile()};
  if (files.old == NULL || files.made == NULL || files.kept == NULL) give_up(old, "can't be opened");
  absolve_options *options = absolve_options_new();
  absolve_run run = {0};
  char *why = NULL;
  run.read_at = old_at;
  run.keep = keep;
  run.read_kept = kept_at;
  run.write = write_new;
  run.observe = tell_member;
  run.context = &files;
  run.date = date;
  fseek(files.old, 0, SEEK_END);
  run.file_size = (uint64_t)ftell(files.old);
  if (absolve_options_set_name(options, old) != ABSOLVE_OK) give_up(old, "no memory");
  if (absolve_rewrite(&run, options, NULL, &why) != ABSOLVE_OK) give_up(old, why == NULL ? "?" : why);
  absolve_options_free(options);
  return fclose(files.old) | fclose(files.made) | fclose(files.kept);
}

int views(int count, char **arguments) {
  if (count == 5 && strcmp(arguments[1], "copy") == 0) return copy(arguments[2], arguments[3], arguments[4]);
  const int rewrites = count > 3 && strcmp(arguments[1], "rewrite") == 0;
  if (!rewrites && !(count > 2 && strcmp(arguments[1], "list") == 0)) {
    fputs("usage: c_test check VERSION | rewrite OUT [--OPTION]... FILE... | list [--OPTION]... FILE...\n", stderr);
    return ABSOLVE_ANSWER_REPLACE;
  }
  const char *resolver = "rfc1808";
  absolve_options *options = absolve_options_new();
  int at = rewrites ? 3 : 2;
  for (; at < count && strncmp(arguments[at], "--", 2) == 0; ++at) {
    char *name = arguments[at] + 2;
    char *value = strchr(name, '=');
    if (value != NULL) *value++ = '\0';
    if (strcmp(name, "resolver") == 0) resolver = value;
    if (absolve_options_set(options, name, value) != ABSOLVE_OK) give_up(name, absolve_options_error(options));
  }
  for (; at < count; ++at) {
    const char *path = arguments[at];
    size_t size = 0;
    char *source = read_file(path, &size);
    absolve_plan *plan = NULL;
    if (absolve_options_set_name(options, path) != ABSOLVE_OK) give_up(path, "no memory");
    const absolve_status status = absolve_plan_new(&plan, source, size, options);
    if (status != ABSOLVE_OK) give_up(path, absolve_describe(status));
    if (rewrites) rewrite(arguments[2], path, plan);
    else list(path, resolver, plan);
    absolve_plan_free(plan);
    free(source);
  }
  absolve_options_free(options);
  return 0;
}
