#include <absolve/c.h>  // twice does no harm
#include <absolve/c.h>

const char* version() { return absolve_version(); }
