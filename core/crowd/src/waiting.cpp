#include "waiting.hpp"

namespace clearway {
namespace {

// Seconds; where others have begun to back out it is known to be narrow.
constexpr double seconds_waited = 4.0, seconds_waited_again = 1.0;

}  // namespace

bool may_be_locked(const Agent& agent) {
  const bool is_narrow = agent.has_refuge() || agent.ticket != 0;
  return agent.is_underway() &&
         (agent.waited >= (is_narrow ? seconds_waited_again : seconds_waited) ||
          agent.stalled >= seconds_until_locked);
}

bool stands(const Agent& agent) { return !agent.is_underway() || agent.is_at_refuge(); }

}  // namespace clearway
