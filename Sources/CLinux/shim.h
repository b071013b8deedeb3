// Headers of the C library that Swift's Glibc module leaves out.
#include <malloc.h>
#include <sys/timerfd.h>
