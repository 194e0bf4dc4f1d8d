/* Rewrites a page; says on standard error which links stay as they are, and why. */
#include <absolve/c.h>
#include <stdio.h>

static int to_file(void *file, const char *bytes, size_t size) { return fwrite(bytes, 1, size, file) != size; }

int main(void) {
  static char page[1 << 20]; /* enough for this one */
  const size_t size = fread(page, 1, sizeof page, stdin);
  absolve_options *options = absolve_options_new();
  absolve_plan *plan = NULL;
  absolve_status status = absolve_options_set(options, "url", "http://a.example/garden/");
  if (status == ABSOLVE_OK) status = absolve_plan_new(&plan, page, size, options);
  const char *why = status == ABSOLVE_WRONG_OPTION ? absolve_options_error(options) : absolve_describe(status);
  if (status != ABSOLVE_OK) fprintf(stderr, "%s\n", why);
  absolve_link link;
  for (size_t i = 0; absolve_plan_link(plan, i, &link) == ABSOLVE_OK; ++i) {
    if (link.reason != NULL) fprintf(stderr, "%.*s: %s\n", (int)link.reference.size, link.reference.bytes, link.reason);
  }
  const int failed = status != ABSOLVE_OK || absolve_plan_write(plan, to_file, stdout) != 0 || fflush(stdout) != 0;
  absolve_plan_free(plan);
  absolve_options_free(options);
  return failed;
}
