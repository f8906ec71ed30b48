// Interrupts: stopping a long computation.
//
// The caller installs a check for its thread (InterruptScope). Long loops of the core call
// check_interrupt(), which runs the check periodically. An exception thrown by the check propagates
// through the core, which leaves everything as it was before the call.
#pragma once

#include <cstdint>
#include <functional>

namespace clearway {

namespace detail {
struct InterruptState {
  std::uint32_t countdown;
  const std::function<void()>* check;
};
#ifdef __ELF__  // initial-exec: an access is one load instead of a call in a shared library
extern thread_local constinit InterruptState interrupt_state
    __attribute__((tls_model("initial-exec")));
#else
extern thread_local constinit InterruptState interrupt_state;
#endif
void run_interrupt_check();
}  // namespace detail

// Counts `work` units, each of about 0.1 to 1 microseconds, and runs this thread's check after
// a few thousand of them. Without a check it costs a decrement.
inline void check_interrupt(std::uint32_t work = 1) {
  // Do not bind a reference here: UBSan tests references for null using the flags of an addition,
  // which the linker replaces by a `lea` that sets no flags. It then reports a null falsely.
  if (detail::interrupt_state.countdown > work) {
    detail::interrupt_state.countdown -= work;
    return;
  }
  detail::run_interrupt_check();
}

// Runs this thread's check immediately. For a thread that waits.
inline void check_interrupt_now() { detail::run_interrupt_check(); }

// Makes `check` the check of this thread until the scope ends, which restores the previous one.
// `check` must outlive the scope. An empty function means no check.
class InterruptScope {
 public:
  explicit InterruptScope(const std::function<void()>& check);
  ~InterruptScope();
  InterruptScope(const InterruptScope&) = delete;
  InterruptScope& operator=(const InterruptScope&) = delete;

 private:
  const std::function<void()>* outer_;
};

// For an InterruptScope around code that must not be interrupted.
inline const std::function<void()> no_check{};

}  // namespace clearway
