// Which agents may be in a lock, and which stand where they are.
#pragma once

#include "agent.hpp"

namespace clearway {

// Seconds after which an agent that comes no nearer may be locked.
inline constexpr double seconds_until_locked = 10.0;

// Whether the agent has hardly moved, or has come no nearer, for so long that it may be locked.
bool may_be_locked(const Agent& agent);
// Whether it stays where it is.
bool stands(const Agent& agent);

}  // namespace clearway
