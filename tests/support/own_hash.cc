// The digests of a build without Nettle, under another name: a test compares both.
#define new_hash own_hash
#include "../../src/archive/hash_own.cc"
