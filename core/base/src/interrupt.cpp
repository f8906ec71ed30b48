#include "clearway/base/interrupt.hpp"

namespace clearway {

namespace {
constexpr std::uint32_t work_between_checks = 4096;
}

namespace detail {

thread_local constinit InterruptState interrupt_state{work_between_checks, nullptr};

void run_interrupt_check() {
  interrupt_state.countdown = work_between_checks;
  if (interrupt_state.check) (*interrupt_state.check)();
}

}  // namespace detail

InterruptScope::InterruptScope(const std::function<void()>& check)
    : outer_(detail::interrupt_state.check) {
  detail::interrupt_state.check = check ? &check : nullptr;
}

InterruptScope::~InterruptScope() { detail::interrupt_state.check = outer_; }

}  // namespace clearway
