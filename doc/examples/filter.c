/* Rewrites what comes on standard input: filter NAME [URL]. The name says what it is: inbox.mbox, crawl.warc.gz. */
#include <absolve/c.h>
#include <stdio.h>

static int from_file(void *context, char *space, size_t room, size_t *size) {
  *size = fread(space, 1, room, context);
  return ferror((FILE *)context); /* any number but 0 stops */
}

static int to_output(void *context, const char *bytes, size_t size) {
  (void)context;
  return fwrite(bytes, 1, size, stdout) != size;
}

int main(int count, char **arguments) {
  absolve_run run = {0};
  absolve_options *options = absolve_options_new();
  absolve_status status = absolve_options_set_name(options, count > 1 ? arguments[1] : NULL);
  char *why = NULL;
  if (status == ABSOLVE_OK && count > 2) status = absolve_options_set(options, "url", arguments[2]);
  run.read = from_file;
  run.write = to_output;
  run.context = stdin;
  run.copies_archives = 1; /* of a web archive, a full copy */
  if (status == ABSOLVE_OK) status = absolve_rewrite(&run, options, NULL, &why);
  if (status != ABSOLVE_OK) fprintf(stderr, "filter: the input %s\n", why ? why : absolve_describe(status));
  absolve_free(why);
  absolve_options_free(options);
  return status != ABSOLVE_OK || fflush(stdout) != 0;
}
