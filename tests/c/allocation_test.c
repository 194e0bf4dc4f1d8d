/// When there is no memory, functions of C say so, and nothing is thrown through them. The malloc of this program fails
/// at one call, or from one call on, for each call there is.

#include <absolve/c.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The C library's own, behind malloc.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);

static long calls = 0;
static long failing_call = 0;  // 0: none
static int goes_on = 0;        // whether all calls after it fail, too

static int fails(void) {
  ++calls;
  return failing_call != 0 && (calls == failing_call || (goes_on && calls > failing_call));
}

void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return fails() ? NULL : __libc_calloc(count, size); }
void *realloc(void *block, size_t size) { return fails() ? NULL : __libc_realloc(block, size); }

static char source[1 << 16];
static size_t source_size = 0;
static char expected[1 << 17];
static size_t expected_size = 0;
static char output[1 << 17];

static const char *name = NULL;
static absolve_status first_failure = ABSOLVE_OK;

static int went_well(absolve_status status) {
  if (status != ABSOLVE_OK && status != ABSOLVE_NO_URL && first_failure == ABSOLVE_OK) first_failure = status;
  return status == ABSOLVE_OK || status == ABSOLVE_NO_URL;
}

/// Uses what may allocate, and stops where it fails; returns the size of the output, or 0.
static size_t work(void) {
  size_t size = 0;
  absolve_plan *plan = NULL;
  absolve_base *base = NULL;
  char *text = NULL;
  absolve_options *options = absolve_options_new();
  first_failure = options == NULL ? ABSOLVE_NO_MEMORY : ABSOLVE_OK;
  if (options == NULL) return 0;
  if (went_well(absolve_options_set(options, "url", "http://a.example/b/c.html")) &&
      went_well(absolve_options_set(options, "only", "*")) &&
#ifndef ABSOLVE_RE2_NEEDS_MEMORY
      went_well(absolve_options_set(options, "skip", "^left/(alone|as it is)$")) &&
#endif
      went_well(absolve_options_set(options, "headers", NULL)) && went_well(absolve_options_set_name(options, name)) &&
      went_well(absolve_base_new(&base, "http://a/b/c/d", 14, "whatwg")) &&
      went_well(absolve_base_absolute(base, "../x\ty/../z", 11, &text, NULL)) &&
      went_well(absolve_plan_new(&plan, source, source_size, options))) {
    int is_told = 1;
    for (size_t i = 0; is_told && i < absolve_plan_link_count(plan); ++i) {
      absolve_link link;
      char *url = NULL;
      char *within = NULL;
      char *text_of_link = NULL;
      is_told = went_well(absolve_plan_link(plan, i, &link)) && went_well(absolve_plan_url(plan, i, &url, NULL)) &&
                went_well(absolve_plan_within(plan, i, &within, NULL)) &&
                went_well(absolve_plan_text(plan, i, ABSOLVE_REFERENCE_TEXT, &text_of_link, NULL));
      absolve_free(url);
      absolve_free(text_of_link);
      absolve_free(within);
    }
    for (size_t i = 0; is_told && i < absolve_plan_note_count(plan); ++i) {
      absolve_note note;
      is_told = went_well(absolve_plan_note(plan, i, &note));
    }
    if (is_told) size = absolve_plan_copy(plan, output, sizeof output);
  }
  absolve_free(text);
  absolve_base_free(base);
  absolve_plan_free(plan);
  absolve_options_free(options);
  return size;
}

/// Lets each call fail in turn, at most some hundreds of them.
static int starve(void) {
  failing_call = 0;
  expected_size = work();
  memcpy(expected, output, expected_size);
  if (expected_size == 0) {
    fprintf(stderr, "%s: %s\n", name, absolve_describe(first_failure));
    return 1;
  }
  calls = 0;
  work();
  const long all = calls;
  const long step = all / 700 + 1;
  long told = 0;
  long done_without = 0;
  for (goes_on = 0; goes_on < 2; ++goes_on) {
    for (long at = 1; at <= all; at += step) {
      calls = 0;
      failing_call = at;
      const size_t size = work();
      failing_call = 0;
      if (first_failure == ABSOLVE_NO_MEMORY) {
        ++told;
      } else if (size == expected_size && memcmp(output, expected, size) == 0) {
        ++done_without;
      } else {
        fprintf(stderr, "%s: call %ld of %ld fails, and nothing says so: %s\n", name, at, all,
                absolve_describe(first_failure));
        return 1;
      }
    }
  }
  goes_on = 0;
  printf("%s: %ld calls; %ld failures told, %ld done without\n", name, all, told, done_without);
  return told > 0 ? 0 : 1;
}

int main(int count, char **arguments) {
  for (int i = 1; i < count; ++i) {
    name = arguments[i];
    FILE *file = fopen(name, "rb");
    if (file == NULL) return perror(name), 1;
    source_size = fread(source, 1, sizeof source, file);
    fclose(file);
    if (starve() != 0) return 1;
  }
  return count > 1 ? 0 : 2;
}
