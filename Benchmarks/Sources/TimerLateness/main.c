// Waits for each second of the wall clock with a bare timerfd, and prints how late the machine wakes a process:
//
//     TimerLateness SECONDS      the 99th percentile in milliseconds
//
// bench.py subtracts this from the lateness of pictures, which cannot be shown before the machine wakes their process.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static int compare(const void *first, const void *second) {
  double a = *(const double *)first, b = *(const double *)second;
  return (a > b) - (a < b);
}

int main(int count, char **arguments) {
  int seconds = count == 2 ? atoi(arguments[1]) : 0;
  double *lateness = calloc((size_t)(seconds > 0 ? seconds : 1), sizeof *lateness);
  int timer = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC);
  if (seconds <= 0 || lateness == NULL || timer < 0) {
    fprintf(stderr, "TimerLateness SECONDS\n");
    return 64;
  }
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  struct itimerspec due = {.it_value = {.tv_sec = now.tv_sec}};
  for (int index = 0; index < seconds; index++) {
    uint64_t expirations;
    due.it_value.tv_sec++;
    if (timerfd_settime(timer, TFD_TIMER_ABSTIME, &due, NULL) != 0) return 1;
    if (read(timer, &expirations, sizeof expirations) != sizeof expirations) return 1;
    clock_gettime(CLOCK_REALTIME, &now);
    lateness[index] = (double)(now.tv_sec - due.it_value.tv_sec) * 1e3 + (double)now.tv_nsec / 1e6;
  }
  qsort(lateness, (size_t)seconds, sizeof *lateness, compare);
  printf("%f\n", lateness[(seconds * 99 + 99) / 100 - 1]);
  return 0;
}
