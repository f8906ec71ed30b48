// Agents that make room for others in a lock: to where they back out, and until when.
//
// An agent backs out to a refuge, a point off the path of the one that it blocks, and stays there
// until that one has passed. If the other stays at its goal, the refuge is one from which the agent
// gets to its own goal past it. One that can get out of the way only past the other, as at the end
// of a dead end, is let out first: the other walks back to the next place where they can pass each
// other, and goes in afterwards (Agent::evades).
#pragma once

#include <optional>
#include <vector>

#include "refuge.hpp"
#include "scene.hpp"

namespace clearway {

class BackingOut {
 public:
  explicit BackingOut(Scene& scene) : scene_(scene), refuges_(scene.world) {}

  // Makes an agent back out for `winner`, which is underway. False: it cannot. The grid of the
  // scene must be that of the positions now. May be interrupted; then nobody backs out.
  bool back_out(AgentId id, AgentId winner);
  // Lets those walk on whose winners have passed, or whose refuges an edit has cut off.
  void release_passed();

 private:
  std::vector<Point> path_to_goal(const Agent& agent, const Point& from);
  void add_paths(AgentId winner, std::vector<AvoidedPath>& paths);
  void add_standing(AgentId id);
  static bool can_back_out(const Agent& agent);
  void send_to_refuge(Agent& agent, const Point& refuge);
  std::optional<Point> find_refuge(AgentId id, const WayHome* home);
  bool get_out(AgentId id, AgentId winner, const WayHome* home);
  static bool is_cut_off(const Agent& agent);
  bool is_passed(const Agent& agent);
  void end_evasion(AgentId id);
  static void leave_refuge(Agent& agent);

  Scene& scene_;
  RefugeSearch refuges_;
  std::vector<AvoidedPath> paths_;
};

}  // namespace clearway
