// The move that an agent wants to make in a step: towards its goal, around others, off the walls.
#pragma once

#include <span>
#include <vector>

#include "guidance.hpp"
#include "half_planes.hpp"
#include "scene.hpp"
#include "walls.hpp"

namespace clearway {

// With the scratch of one thread. Reads the positions and velocities of others, and writes only to
// the agent itself, so that agents may be steered at the same time.
class Steering {
 public:
  explicit Steering(Scene& scene);

  // To be called before a step.
  void prepare() { guidance_.prepare(); }
  // Sets agent.move, agent.remaining and agent.is_crowded: whether others are so near that their
  // moves could meet.
  void steer(AgentId id);

  const Guidance& guidance() const { return guidance_; }
  std::size_t shortened() const { return shortened_; }

 private:
  struct Neighbour {
    double gap;
    const AgentGrid::Entry* entry;
    bool goes_before;
  };
  Vector wanted_velocity(Agent& agent);
  Vector towards(Agent& agent, const Point& goal, double remaining) const;
  void guide(Agent& agent);
  static bool is_held(const Agent& agent);
  void guide_to(Agent& agent, const Point& goal);
  Vector return_to_post(Agent& agent);
  void guide_to_leader(Agent& agent);
  void keep_to_path(Agent& agent, double step);
  void find_neighbours(AgentId id, const Agent& agent);
  void find_walls(Agent& agent);
  double share_of(AgentId id, AgentId other) const;
  double gap_share_of(AgentId id, AgentId other) const;
  Vector without_symmetry(AgentId id, const Agent& agent, const Vector& wanted) const;
  void add_planes(AgentId id, const Agent& agent);
  Vector claim(const Agent& agent, const Vector& wanted);

  Scene& scene_;
  Guidance guidance_;
  WallFinder finder_;
  VelocityProgram program_;
  std::span<const Wall> near_walls_;  // of the agent that is steered
  std::vector<Neighbour> neighbours_;
  std::vector<HalfPlane> planes_, claimed_;
  // Where parts of the planes end or begin: walls; contacts with agents that come later, and with
  // those that go before, which begin at `later_` and end the hard ones; ORCA of those that go
  // before, and of the others.
  std::size_t walls_ = 0, later_ = 0, hard_ = 0, before_ = 0;
  std::size_t shortened_ = 0;
};

}  // namespace clearway
