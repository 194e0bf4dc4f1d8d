// What the compiler calls for exceptions of C++, by WebAssembly's own ones: Debian's runtime is built without it. An
// exception unwinds as one of WebAssembly with the tag of C++; where it may be caught, the compiler asks which clause
// takes it, by the tables of the Itanium C++ ABI, without a search before the unwinding.
//
//     Header | object              the pointer to the header is what is thrown
//
// There is one thread. Clauses catch objects of classes, each with at most one base, and no pointers: the library
// throws no others.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <typeinfo>

namespace {

using Destroy = void* (*)(void* object);

/// What stands before an object that is thrown.
struct alignas(std::max_align_t) Header {
  const std::type_info* type;
  Destroy destroy;        // nullptr if it needs none
  Header* caught_before;  // the one whose clause is around
  int clauses;            // that have caught it, and have not ended
  bool is_thrown_again;
};

Header* caught = nullptr;  // the last one whose clause has not ended

void* object_of(Header* header) { return header + 1; }
Header* header_of(void* object) { return static_cast<Header*>(object) - 1; }

/// Names in the tables of the ABI, which are no public ones of the runtime.
extern "C" const void* const class_with_one_base[] asm("_ZTVN10__cxxabiv120__si_class_type_infoE");

/// The description of a class with one base.
struct ClassWithOneBase : std::type_info {
  const std::type_info* base;
};

bool is_a(const std::type_info* type, const std::type_info& wanted) {
  constexpr std::size_t functions_at = 2;  // in a table of virtual functions
  while (*type != wanted) {
    const void* const functions = *reinterpret_cast<const void* const*>(type);
    if (functions != class_with_one_base + functions_at) return false;
    type = static_cast<const ClassWithOneBase*>(type)->base;
  }
  return true;
}

/// Numbers in LEB128: seven bits a byte, the lowest first.
struct Number {
  std::uintptr_t value = 0;
  unsigned bits = 0;
  bool is_negative = false;
};

Number number_at(const unsigned char*& at) {
  Number number;
  unsigned char byte = 0;
  do {
    byte = *at++;
    number.value |= static_cast<std::uintptr_t>(byte & 0x7FU) << number.bits;
    number.bits += 7;
    number.is_negative = (byte & 0x40U) != 0;
  } while ((byte & 0x80U) != 0);
  return number;
}

std::uintptr_t unsigned_at(const unsigned char*& at) { return number_at(at).value; }

std::intptr_t signed_at(const unsigned char*& at) {
  const Number number = number_at(at);
  const bool extends = number.is_negative && number.bits < 8 * sizeof number.value;
  return static_cast<std::intptr_t>(number.value | (extends ? ~std::uintptr_t{0} << number.bits : 0));
}

/// The number of the clause that takes an exception, from 1; 0 if none does. `place` is where in the function, as the
/// table counts them.
///
///     FF  encoding  size to the end of types | encoding  size | landing, action ... | actions | types
std::uintptr_t clause_for(const Header& thrown, const unsigned char* table, std::uintptr_t place) {
  constexpr unsigned char none = 0xFF;
  ++table;  // there is no beginning of landing places: they are numbers
  if (*table++ == none) return 0;
  const std::uintptr_t to_types = unsigned_at(table);
  const auto* const types = reinterpret_cast<const std::type_info* const*>(table + to_types);
  ++table;
  const std::uintptr_t size = unsigned_at(table);
  const unsigned char* const actions = table + size;
  std::uintptr_t action = 0;
  for (std::uintptr_t i = 0; i <= place; ++i) {
    unsigned_at(table);
    action = unsigned_at(table);
  }
  if (action == 0) return 0;
  for (const unsigned char* at = actions + action - 1;;) {
    const std::intptr_t clause = signed_at(at);
    const std::type_info* const type = clause > 0 ? types[-clause] : nullptr;
    if (clause > 0 && (type == nullptr || is_a(thrown.type, *type))) return static_cast<std::uintptr_t>(clause);
    const unsigned char* const next = at;
    const std::intptr_t distance = signed_at(at);
    if (distance == 0) return 0;
    at = next + distance;
  }
}

[[noreturn]] void raise(Header* header) {
  constexpr int tag_of_cpp = 0;
  __builtin_wasm_throw(tag_of_cpp, header);
}

}  // namespace

extern "C" {

/// Where the compiler writes the place of a landing, and reads which clause is meant.
struct {
  std::uintptr_t place;
  const unsigned char* table;
  std::uintptr_t clause;
} __wasm_lpad_context = {};

int _Unwind_CallPersonality(void* thrown) {
  auto& context = __wasm_lpad_context;
  context.clause =
      context.table == nullptr ? 0 : clause_for(*static_cast<Header*>(thrown), context.table, context.place);
  return 0;
}

/// Named by each function that catches, and called by none.
int __gxx_wasm_personality_v0() { return 0; }

void* __cxa_allocate_exception(std::size_t size) noexcept {
  auto* const header = static_cast<Header*>(std::malloc(sizeof(Header) + size));
  if (header == nullptr) std::abort();
  return object_of(header);
}

void __cxa_free_exception(void* object) noexcept { std::free(header_of(object)); }

[[noreturn]] void __cxa_throw(void* object, std::type_info* type, Destroy destroy) {
  Header* const header = header_of(object);
  *header = {type, destroy, nullptr, 0, false};
  raise(header);
}

void* __cxa_begin_catch(void* thrown) noexcept {
  auto* const header = static_cast<Header*>(thrown);
  header->is_thrown_again = false;
  if (header->clauses++ == 0) {
    header->caught_before = caught;
    caught = header;
  }
  return object_of(header);
}

void __cxa_end_catch() {
  Header* const header = caught;
  if (--header->clauses > 0) return;
  caught = header->caught_before;
  if (header->is_thrown_again) return;
  if (header->destroy != nullptr) header->destroy(object_of(header));
  std::free(header);
}

[[noreturn]] void __cxa_rethrow() {
  if (caught == nullptr) std::terminate();
  caught->is_thrown_again = true;
  raise(caught);
}
}
