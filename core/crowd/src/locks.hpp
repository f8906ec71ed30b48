// Locks: agents that block each other for good, as two discs that meet in a corridor for one.
//
// An agent that waits is blocked by the neighbour it touches in the direction of its path. Where
// following the blockers leads back to an agent, all in the cycle wait for each other: a lock. So
// do agents behind one that stands in the way without a goal or at its goal. The one with the
// lowest precedence (Scene::goes_before) backs out (backing_out.hpp). While it does, it acts with
// the precedence of the one it makes room for, so that those behind it back out, too. The one for
// whom others have backed out keeps its precedence until it has arrived (Agent::ticket): so one
// agent after the other gets through. If nobody in a lock can back out, the first becomes the last:
// in another order they may get through.
//
// An agent inside an obstacle whose way out is blocked by others takes another one.
#pragma once

#include <vector>

#include "backing_out.hpp"
#include "scene.hpp"

namespace clearway {

class Locks {
 public:
  explicit Locks(Scene& scene) : scene_(scene), backing_out_(scene) {}

  // Finds locks, sends agents to refuges and back. At most every half second; the grid of the scene
  // must be that of the positions now. May be interrupted.
  void run();
  std::size_t found() const { return found_; }

 private:
  AgentId blocker_of(AgentId id) const;
  bool find_cycle(AgentId first);
  bool resolve();
  void change_exit(AgentId id);

  Scene& scene_;
  BackingOut backing_out_;
  double next_time_ = 0.0;
  std::size_t found_ = 0;
  std::vector<AgentId> cycle_;
  IdVector<AgentId, char> is_done_;
};

}  // namespace clearway
