// Headers of the C library that Swift's Glibc module does not include.
#pragma once

#include <malloc.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <sys/uio.h>

// Functions that the C library declares only with _GNU_SOURCE, which Swift's Glibc module does not define.
int pthread_setname_np(pthread_t thread, const char *name);
int renameat2(int old_folder, const char *old_path, int new_folder, const char *new_path, unsigned int flags);
ssize_t vmsplice(int descriptor, const struct iovec *vectors, size_t count, unsigned int flags);
