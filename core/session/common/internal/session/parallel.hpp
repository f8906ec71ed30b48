// Parallel loops.
#pragma once

#include <cstddef>
#include <functional>

namespace clearway {

// Processes item i of a loop. Each thread creates its own worker, which may own scratch.
using Worker = std::function<void(std::size_t)>;

// Calls a worker for every i < count. The calling thread takes part; at most `threads` threads take
// items from a shared counter, in no particular order. The first exception of a worker or of the
// calling thread's interrupt check is thrown; the other workers stop at their next check. Throws
// Refused if that check forks the process, because the child has no other threads.
void for_each_parallel(std::size_t count, std::size_t threads, const std::function<Worker()>& make);

}  // namespace clearway
