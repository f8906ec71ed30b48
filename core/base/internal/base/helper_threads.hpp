// Threads that share work with the calling thread.
#pragma once

#include <cstddef>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

namespace clearway {

// Held while threads are started, and while the process forks. The C library reuses the stacks of
// ended threads; a child forked in the middle of that would inherit a stack that is freed but still
// listed.
inline constinit std::mutex thread_starts;

// Starts up to `count` threads that each run `work`, which must not throw. Starts fewer, possibly
// none, if the system refuses more: the calling thread must take part in the work itself. The
// caller joins them.
template <class F>
std::vector<std::thread> start_helpers(std::size_t count, const F& work) {
  std::vector<std::thread> out;
  const std::lock_guard lock(thread_starts);
  try {
    out.reserve(count);
    while (out.size() < count) {
      out.emplace_back([work] {
        // The C library allocates a thread's record of exceptions at first use, and ends the
        // process if it cannot: so before the work has used up the memory, not when it throws.
        static_cast<void>(std::uncaught_exceptions());
        work();
      });
    }
  } catch (const std::system_error&) {  // no memory for a stack, or too many threads
  } catch (const std::bad_alloc&) {
  }
  return out;
}

}  // namespace clearway
