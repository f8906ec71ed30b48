#include "clearway/base/progress.hpp"

namespace clearway {
namespace {

thread_local constinit ProgressCounter* attached = nullptr;

}  // namespace

ProgressScope::ProgressScope(ProgressCounter* counter) : outer_(attached) { attached = counter; }
ProgressScope::~ProgressScope() { attached = outer_; }

void begin_phase(const char* phase, std::uint64_t steps) {
  if (attached) attached->begin(phase, steps);
}

void count_step() {
  if (attached) attached->count(1);
}

void reach_step(std::uint64_t done) {
  if (attached) attached->reach(done);
}

bool is_counted() { return attached != nullptr; }

}  // namespace clearway
