// Loops over threads.
#pragma once

#include <cstddef>
#include <functional>

namespace clearway {

// Does item i of a loop. Made once in each thread, so it may own scratch.
using Worker = std::function<void(std::size_t)>;

// Calls a worker for every i < count. The calling thread takes part; at most `threads` take items
// by a shared counter, in no particular order. The first exception of a worker, or of the calling
// thread's interrupt check, ends the loop, at the other workers' next check, and is thrown. Refused
// when that check forks the process: the child has no other threads.
void for_each_parallel(std::size_t count, std::size_t threads, const std::function<Worker()>& make);

}  // namespace clearway
