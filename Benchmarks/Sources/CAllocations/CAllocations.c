// Counts the allocations of the whole process. Functions that an executable defines take precedence over functions of
// shared libraries, also for calls by the libraries. The memory comes from glibc, which exports its functions with
// these names.

#include "CAllocations.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static _Atomic uint64_t count;

static void count_allocation(void) { atomic_fetch_add_explicit(&count, 1, memory_order_relaxed); }

uint64_t allocation_count(void) { return atomic_load_explicit(&count, memory_order_relaxed); }

void *malloc(size_t size) {
  count_allocation();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count_allocation();
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  count_allocation();
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  count_allocation();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
  void *result = memalign(alignment, size);
  if (result == NULL) return ENOMEM;
  *memory = result;
  return 0;
}
