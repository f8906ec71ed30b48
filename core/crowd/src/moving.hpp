// The moves of a step, made one after the other so that no two discs overlap.
#pragma once

#include <vector>

#include "scene.hpp"

namespace clearway {

class Moving {
 public:
  explicit Moving(Scene& scene) : scene_(scene) {}

  // Makes room for everything that the others need, and for what make_all() reports: call it when
  // the rest of the step has reported.
  void prepare();
  // Shortens the moves of all agents until they are legal together, in the order of
  // Scene::goes_before(). May be interrupted.
  void shorten_all();
  // Makes the moves. Arrived agents that leave are removed.
  void make_all() noexcept;
  std::size_t shortened() const { return shortened_; }

 private:
  void shorten(AgentId id);
  bool is_clear(const Agent& point) const;
  double at_goal_within(const Agent& agent) const;
  bool is_beside_leader(const Agent& agent) const;
  void arrive(Agent& agent);
  bool has_come_nearer(const Agent& agent) const;
  static void note_edit(Agent& agent, double step);
  void note_progress(AgentId id, Agent& agent);

  Scene& scene_;
  std::vector<AgentId> order_;
  IdVector<AgentId, char> has_moved_;  // in this step
  std::size_t shortened_ = 0;
};

}  // namespace clearway
