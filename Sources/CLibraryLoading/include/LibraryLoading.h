// Loads shared libraries when they are first used.
//
// A linked library is mapped into every process, even if it is not used. Here each function is a jump to the address that
// was found at loading, which works for any parameters. The jumps have names of their own, so that neither the libraries
// nor a program that is linked with them use the jumps.
//
// A target lists its functions in a macro, with the library of each:
//
//     #define OVERLAY_SOUND_FUNCTIONS(F) F(pulse, pa_context_new) F(pulse, pa_context_unref)
//     OVERLAY_SOUND_FUNCTIONS(OVERLAY_DECLARE_FUNCTION)    in a header: declares overlay_pa_context_new
//     OVERLAY_SOUND_FUNCTIONS(OVERLAY_DEFINE_FUNCTION)     in one source file: defines it
#pragma once

#include <stddef.h>

/// Declares a function again with the prefix `overlay_` and the same type.
#define OVERLAY_DECLARE_FUNCTION(library, name) extern __typeof__(name) overlay_##name;

#if defined(__x86_64__)
#define OVERLAY_JUMP(address) "  jmp *" address "(%rip)\n"
#elif defined(__aarch64__)
#define OVERLAY_JUMP(address) "  adrp x16, " address "\n  ldr x16, [x16, :lo12:" address "]\n  br x16\n"
#else
#error "add the jump to an address in memory for this processor"
#endif

/// Defines the prefixed function as a jump to the address in a variable.
#define OVERLAY_DEFINE_FUNCTION(library, name) \
  __attribute__((visibility("hidden"))) void *overlay_address_of_##name; \
  __asm__(".text\n.globl overlay_" #name "\n.hidden overlay_" #name \
          "\n.type overlay_" #name ", %function\noverlay_" #name ":\n" \
          OVERLAY_JUMP("overlay_address_of_" #name));

/// The entry of a function in the table for `overlay_load_libraries`.
#define OVERLAY_FUNCTION_ENTRY(library, name) {library, #name, &overlay_address_of_##name},

/// A function, the index of its library, and the variable for its address.
struct overlay_function {
  int library;
  const char *name;
  void **address;
};

/// Opens libraries and finds functions in them. Returns 0; or -1, after writing a message of one line.
int overlay_load_libraries(
    const char *const *file_names, int library_count, const struct overlay_function *functions, int function_count,
    char *message, size_t message_size);
