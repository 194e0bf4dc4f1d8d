#include <absolve/c.h>

#include <stdio.h>
#include <string.h>

static int print(void *context, const char *bytes, size_t size) {
  (void)context;
  return fwrite(bytes, 1, size, stdout) == size ? 0 : 1;
}

int main(void) {
  const char *const page = "<a href=../g>";
  absolve_options *options = absolve_options_new();
  absolve_plan *plan = NULL;
  if (absolve_options_set(options, "url", "http://a/b/c") != ABSOLVE_OK) {
    puts(absolve_options_error(options));
    return 1;
  }
  if (absolve_plan_new(&plan, page, strlen(page), options) != ABSOLVE_OK) return 1;
  for (size_t i = 0; i < absolve_plan_link_count(plan); ++i) {
    absolve_link link;
    char *url = NULL;
    if (absolve_plan_link(plan, i, &link) != ABSOLVE_OK) return 1;
    if (absolve_plan_url(plan, i, &url, NULL) != ABSOLVE_OK) return 1;
    printf("%.*s -> %s\n", (int)link.reference.size, link.reference.bytes, url);  // ../g -> http://a/g
    absolve_free(url);
  }
  absolve_plan_write(plan, print, NULL);  // <a href=http://a/g>
  absolve_plan_free(plan);
  absolve_options_free(options);

  absolve_base *base = NULL;
  char *url = NULL;
  if (absolve_base_new(&base, "http://a/b/c", 12, NULL) != ABSOLVE_OK) return 1;
  if (absolve_base_absolute(base, "../g", 4, &url, NULL) != ABSOLVE_OK) return 1;
  printf("\n%s\n", url);  // http://a/g
  absolve_free(url);
  absolve_base_free(base);
  return 0;
}
