// The values of fields in a build without mimetic, under another name: a test compares both.
#define value_of_field own_value_of_field
#include "../../src/mime/field_value_off.cc"
