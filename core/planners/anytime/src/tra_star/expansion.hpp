// The expansion of TRA*: states are decision nodes with the corridor through which they are entered
// (tra_star.hpp).
#pragma once

#include <vector>

#include "channel_expansion.hpp"
#include "legs.hpp"
#include "planners/anytime/tra_star.hpp"
#include "terrain/abstraction.hpp"

namespace clearway {

class TRAStarExpansion final : public ChannelExpansion {
 public:
  explicit TRAStarExpansion(AnytimeParts& parts) : p_(parts), mesh_(parts.query.world.mesh()) {}
  void use(const Abstraction& abstraction, const TerrainCosts* costs);

  void open() override;
  void expand(ChannelStateId state) override;
  TriangleId collect_portals(ChannelStateId state, std::vector<HalfEdgeId>& portals) override;
  bool has_costs() const override { return costs_ != nullptr; }
  bool has_gate_costs() const override { return costs_ && !costs_->gates.empty(); }
  double easy_expansions() const override { return LikelyEffort::easy_decisions; }
  double extra_cost() const override { return extra_; }

 private:
  // Where a first state comes from. leg: none if the start lies in a decision node.
  struct Origin {
    TriangleId triangle;
    Index leg;
  };
  // How an arrived state reaches the goal. leg: none if the goal lies in a decision node, which is
  // entered by `gate`; otherwise `gate` is that of the leg.
  struct Arrival {
    HalfEdgeId gate;
    Index leg;
  };

  void clear();
  void push_special_cases();
  void find_legs();
  void open_from_node(TriangleId triangle);
  void enter(HalfEdgeId gate, ChannelStateId parent, double least);
  void leave(HalfEdgeId out, ChannelStateId parent, double least);

  AnytimeParts& p_;
  const Mesh& mesh_;
  // What it costs to pass the corridor behind this side of a decision node.
  double extra(HalfEdgeId side) const {
    return costs_ ? costs_->corridors[graph_->structure(side).number()] : 0.0;
  }
  // The same with the gates in it that every path passes.
  double least_extra(HalfEdgeId side) const {
    return costs_ ? least_costs_[graph_->structure(side).number()] : 0.0;
  }
  double cost_of_gates(const std::vector<HalfEdgeId>& portals);

  const Abstraction* graph_ = nullptr;
  const TerrainCosts* costs_ = nullptr;
  std::vector<double> least_costs_;  // by index of the corridor
  std::vector<Point> line_;          // scratch
  double extra_ = 0.0;               // of the channel collected last
  bool is_one_sided_ =
      true;  // each end has one triangle: it lies on no wall between free triangles
  // Triangles of start and goal that special cases do not settle.
  std::vector<TriangleId> starts_, goals_;
  std::vector<Leg> start_legs_, goal_legs_;
  std::vector<HalfEdgeId> start_gates_, goal_gates_;  // ends of the corridors of their bases
  IdVector<ChannelStateId, Origin> origins_;          // by state, for those without parent
  std::vector<Arrival> arrivals_;
  std::vector<HalfEdgeId> gates_;  // scratch
};

}  // namespace clearway
