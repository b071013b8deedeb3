#ifndef C_ALLOCATIONS_H
#define C_ALLOCATIONS_H

#include <stdint.h>

/// How often the process has asked for heap memory so far, on all threads, in whatever library.
uint64_t allocation_count(void);

#endif
