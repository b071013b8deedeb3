#ifndef C_ALLOCATIONS_H
#define C_ALLOCATIONS_H

#include <stdint.h>

/// Returns the number of heap allocations of the process so far, on all threads and in all libraries.
uint64_t allocation_count(void);

#endif
