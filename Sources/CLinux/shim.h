// Headers of the C library that Swift's Glibc module does not include.
#pragma once

#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/timerfd.h>
#include <sys/uio.h>

// Functions that the C library declares only with _GNU_SOURCE, which Swift's Glibc module does not define.
int pthread_setname_np(pthread_t thread, const char *name);
int renameat2(int old_folder, const char *old_path, int new_folder, const char *new_path, unsigned int flags);
int ppoll(struct pollfd *descriptors, nfds_t count, const struct timespec *timeout, const sigset_t *signals);
int syncfs(int descriptor);
ssize_t vmsplice(int descriptor, const struct iovec *vectors, size_t count, unsigned int flags);

/// Waits for events of descriptors, at most for a number of nanoseconds; -1 for no limit. See ppoll(2).
static inline int overlay_poll(struct pollfd *descriptors, size_t count, int64_t nanoseconds) {
  struct timespec timeout = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
  return ppoll(descriptors, count, nanoseconds < 0 ? NULL : &timeout, NULL);
}

/// Sets by how many nanoseconds the timers of this thread may be late (prctl(2), PR_SET_TIMERSLACK, which is variadic).
static inline void overlay_set_timer_slack(unsigned long nanoseconds) { prctl(PR_SET_TIMERSLACK, nanoseconds); }
/// Returns by how many nanoseconds the timers of this thread may be late.
static inline int overlay_timer_slack(void) { return prctl(PR_GET_TIMERSLACK); }

/// Ends this process when the thread that has started it ends (prctl(2), PR_SET_PDEATHSIG, which is variadic).
static inline void overlay_end_with_parent(void) { prctl(PR_SET_PDEATHSIG, SIGTERM); }

// A library of windows defines this function, which registers its desktop. The reference is weak, because a program may
// contain no such library.
__attribute__((weak)) void overlay_window_register(void);
static inline void overlay_register_desktop(void) {
  if (overlay_window_register) overlay_window_register();
}
