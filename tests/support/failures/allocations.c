// Preloaded into a Python process (LD_PRELOAD): makes chosen allocations fail.
//
// fail_from(n, count): of the allocations made from now on by any thread, those numbered n to
// n + count - 1, starting at 0, return NULL. fail_stop(): none from now on; returns how many were
// made since fail_from(). Only allocations of the code between the addresses given to fail_only()
// count: the caller's own, or of the C++ runtime called by it. Between fail_pause(1) and
// fail_pause(0) none does.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static atomic_bool is_armed, is_paused;
static atomic_long made, failed;
static long first_failing, count_failing;
static struct { uintptr_t low, high; } counted[16];
static int counted_size;

void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);

void fail_only(uintptr_t low, uintptr_t high) {
  counted[counted_size].low = low;
  counted[counted_size++].high = high;
}

void fail_from(long n, long count) {
  first_failing = n;
  count_failing = count;
  made = failed = 0;
  is_armed = 1;
}

long fail_stop(void) {
  is_armed = 0;
  return made;
}

void fail_pause(int is) { is_paused = is; }

long fail_count(void) { return failed; }

static int fails(void* caller) {
  if (!is_armed || is_paused) return 0;
  int is_counted = counted_size == 0;
  for (int i = 0; i < counted_size; ++i)
    is_counted |= (uintptr_t)caller >= counted[i].low && (uintptr_t)caller < counted[i].high;
  if (!is_counted) return 0;
  const long number = atomic_fetch_add(&made, 1);
  if (number < first_failing || number - first_failing >= count_failing) return 0;
  atomic_fetch_add(&failed, 1);
  errno = ENOMEM;
  return 1;
}

void* malloc(size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}
void* calloc(size_t n, size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(n, size);
}
void* realloc(void* old, size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(old, size);
}
void* aligned_alloc(size_t alignment, size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_memalign(alignment, size);
}
void* memalign(size_t alignment, size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_memalign(alignment, size);
}
int posix_memalign(void** out, size_t alignment, size_t size) {
  if (fails(__builtin_return_address(0))) return ENOMEM;
  *out = __libc_memalign(alignment, size);
  return *out ? 0 : ENOMEM;
}
