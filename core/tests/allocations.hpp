// test_rollback.cpp replaces operator new for all tests.
#pragma once

#include <atomic>

namespace check {

extern std::atomic<long> allocations;  // how often operator new was called
extern long allocations_left;          // negative: no limit; at 0 every allocation fails

}  // namespace check
