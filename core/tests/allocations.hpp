// How often operator new was called: test_rollback.cpp replaces it for all tests.
#pragma once

#include <atomic>

namespace check {

extern std::atomic<long> allocations;

}  // namespace check
