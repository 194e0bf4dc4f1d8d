/* Cuts off the queries that trackers add to links. */
#include <absolve/c.h>
#include <stdio.h>
#include <string.h>

static int to_file(void *file, const char *bytes, size_t size) { return fwrite(bytes, 1, size, file) != size; }

static int answer(void *context, const absolve_link *link, const char *url, size_t size, absolve_text *text) {
  (void)context, (void)link;
  for (size_t at = 0; url != NULL && at + 5 <= size; ++at) {
    if (memcmp(url + at, "?utm_", 5) != 0) continue;
    text->bytes = url;
    text->size = at;
    return ABSOLVE_ANSWER_REPLACE;
  }
  return ABSOLVE_ANSWER_AS_PLANNED;
}

int main(void) {
  static char page[1 << 20]; /* enough for this one */
  const size_t size = fread(page, 1, sizeof page, stdin);
  absolve_options *options = absolve_options_new();
  absolve_plan *plan = NULL;
  int failed = 1;
  if (absolve_options_set(options, "url", "http://a.example/garden/") == ABSOLVE_OK &&
      absolve_options_on_link(options, answer, NULL) == ABSOLVE_OK &&
      absolve_plan_new(&plan, page, size, options) == ABSOLVE_OK) {
    failed = absolve_plan_write(plan, to_file, stdout) != 0 || fflush(stdout) != 0;
  }
  absolve_plan_free(plan);
  absolve_options_free(options);
  return failed;
}
