#include "expansion.hpp"

#include <algorithm>
#include <limits>

#include "clearance/clearance.hpp"
#include "clearway/base/interrupt.hpp"
#include "gate_costs.hpp"
#include "mesh/corners.hpp"
#include "special_cases.hpp"
#include "structure_channels.hpp"
#include "world/access.hpp"

namespace clearway {

namespace {

template <class T>
bool contains(const std::vector<T>& list, T value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

// Appends the ends of the corridors on which the bases of these triangles lie.
void add_corridor_ends(const Abstraction& a, const std::vector<TriangleId>& triangles,
                       std::vector<HalfEdgeId>& gates) {
  for (const TriangleId t : triangles)
    if (const TriangleId base = base_of(a, t); a.level(base) == 2)
      for (const HalfEdgeId end : a.corridors()[a.structure_of(base)].end) gates.push_back(end);
}

}  // namespace

void TRAStarExpansion::use(const Abstraction& abstraction, const TerrainCosts* costs) {
  graph_ = &abstraction;
  costs_ = costs;
  if (!costs) return;
  least_costs_ = least_gate_costs(mesh_, abstraction, costs->gates);
  for (std::size_t i = 0; i < least_costs_.size(); ++i) least_costs_[i] += costs->corridors[i];
}

double TRAStarExpansion::cost_of_gates(const std::vector<HalfEdgeId>& portals) {
  if (!has_gate_costs()) return 0.0;
  line_.assign(1, p_.query.start);
  add_middles(mesh_, portals, line_);
  line_.push_back(p_.query.goal);
  return clearway::cost_of_gates(costs_->gates, line_);
}

void TRAStarExpansion::clear() {
  starts_.clear();
  goals_.clear();
  start_legs_.clear();
  goal_legs_.clear();
  start_gates_.clear();
  goal_gates_.clear();
  origins_.clear();
  arrivals_.clear();
}

void TRAStarExpansion::open() {
  clear();
  push_special_cases();
  add_corridor_ends(*graph_, starts_, start_gates_);
  add_corridor_ends(*graph_, goals_, goal_gates_);
  find_legs();
  for (const TriangleId t : starts_)
    if (graph_->level(t) == 3) open_from_node(t);
  for (Index i = 0; i < start_legs_.size(); ++i) {
    origins_.resize(p_.tree.size());
    origins_.push_back({start_legs_[i].end, i});
    enter(start_legs_[i].gate, none, start_legs_[i].bound);
  }
}

void TRAStarExpansion::push_special_cases() {
  SpecialCases cases(p_, *graph_, [this](const auto& portals) { return cost_of_gates(portals); });
  for (const TriangleId s : p_.query.starts) {
    for (const TriangleId g : p_.query.goals) {
      if (graph_->component(s) != graph_->component(g) || cases.push_channels(s, g)) continue;
      if (!contains(starts_, s)) starts_.push_back(s);
      if (!contains(goals_, g)) goals_.push_back(g);
    }
  }
}

void TRAStarExpansion::find_legs() {
  const AnytimeQuery& query = p_.query;
  for (const TriangleId t : goals_)
    add_legs(query, p_.distances, *graph_, t, query.goal, goal_legs_);
  for (const TriangleId t : starts_)
    add_legs(query, p_.distances, *graph_, t, query.start, start_legs_);
  // A leg past the base of the other end gives a longer path than turning off there. This does not
  // hold if an end lies on a wall between free triangles: the leg may lead to its other side.
  // Nor with gates that cost something: turning off may pass one.
  is_one_sided_ = query.starts.size() == 1 && query.goals.size() == 1 && !has_gate_costs();
  if (!is_one_sided_) return;
  std::erase_if(start_legs_, [&](const Leg& leg) { return passes_base(*graph_, leg.out, goals_); });
  std::erase_if(goal_legs_, [&](const Leg& leg) { return passes_base(*graph_, leg.out, starts_); });
}

void TRAStarExpansion::open_from_node(TriangleId t) {
  p_.query.for_each_departure(t, [&](HalfEdgeId out) {
    const std::size_t before = p_.tree.size();
    leave(out, none, p_.distances.to(p_.query.start, out));
    origins_.resize(before);
    origins_.resize(p_.tree.size(), Origin{t, none});
  });
}

// Into a decision node.
void TRAStarExpansion::enter(HalfEdgeId gate, ChannelStateId parent, double least) {
  const TriangleId t = Mesh::triangle_of(gate);
  if (p_.query.is_goal(t)) {
    if (!p_.query.departs_from(t, p_.query.goal, gate)) return;
    arrivals_.push_back({gate, none});
    p_.queue.push_portal(gate, parent, least, static_cast<Index>(arrivals_.size() - 1), true);
  } else if (!p_.query.is_start(t) || has_gate_costs()) {
    p_.queue.push_portal(gate, parent, least, gate.number(), false);
  }
}

// Out of a side of a decision node. `least`: a lower bound on the length to that side.
void TRAStarExpansion::leave(HalfEdgeId out, ChannelStateId parent, double least) {
  if (contains(goal_gates_, out)) {
    const double rest = p_.distances.to(p_.query.goal, out);
    for (Index i = 0; i < goal_legs_.size(); ++i) {
      if (goal_legs_[i].gate != out) continue;
      arrivals_.push_back({out, i});
      p_.queue.push(static_cast<Index>(arrivals_.size() - 1), parent, least,
                    least + std::max(rest, goal_legs_[i].bound), true);
    }
    if (is_one_sided_) return;
  }
  const Link& link = graph_->link(out);
  if (link.choke < p_.query.diameter || link.adjacent == Mesh::triangle_of(out)) return;
  if (is_one_sided_ && contains(start_gates_, out)) return;
  const double cost = least_extra(out);
  if (cost == std::numeric_limits<double>::infinity()) return;
  enter(link.gate, parent, least + std::max(link.length, p_.query.radius * link.angle) + cost);
}

void TRAStarExpansion::expand(ChannelStateId state) {
  const HalfEdgeId in = p_.tree[state].entry();
  const double g = p_.tree[state].g;
  for (const HalfEdgeId out : {Mesh::next(in), Mesh::prev(in)}) {
    const HalfEdgeId corner = corner_between(in, out);
    if (clearance_of(p_.query.world).turn_width(corner) < p_.query.diameter) continue;
    leave(out, state, g + p_.query.radius * graph_->link(corner).corner);
  }
}

TriangleId TRAStarExpansion::collect_portals(ChannelStateId state,
                                             std::vector<HalfEdgeId>& portals) {
  const StructureChannels channels(mesh_, *graph_);
  const Arrival arrival = arrivals_[p_.tree[state].arrival()];
  gates_.clear();  // by which decision nodes are entered
  ChannelStateId first = state;
  for (ChannelStateId s = p_.tree[state].parent; s != none; s = p_.tree[s].parent) {
    check_interrupt();
    gates_.push_back(p_.tree[s].entry());
    first = s;
  }
  std::reverse(gates_.begin(), gates_.end());
  if (arrival.leg == none) gates_.push_back(arrival.gate);
  const Origin origin = origins_[first];
  std::size_t next = 0;
  if (origin.leg != none) {
    channels.leave_tree(origin.triangle, portals);
    channels.follow_corridor(start_legs_[origin.leg].out, none, portals);
    next = 1;
  }
  extra_ = 0.0;
  for (; next < gates_.size(); ++next) {
    channels.follow_corridor(graph_->link(gates_[next]).gate, none, portals);
    extra_ += extra(gates_[next]);
  }
  if (arrival.leg != none) {
    const Leg& leg = goal_legs_[arrival.leg];
    channels.follow_corridor(leg.gate, base_of(*graph_, leg.end), portals);
    channels.enter_tree(leg.end, portals);
  }
  extra_ += cost_of_gates(portals);
  return origin.triangle;
}

}  // namespace clearway
