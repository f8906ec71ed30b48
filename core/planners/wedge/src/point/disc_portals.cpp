#include "disc_portals.hpp"

#include <algorithm>

#include "query/exact_departures.hpp"

namespace clearway {
namespace {

bool contains(const std::vector<HalfEdgeId>& list, HalfEdgeId e) {
  return std::find(list.begin(), list.end(), e) != list.end();
}

}  // namespace

// `portals`: half-edges of the triangles that are left, one after the other.
void DiscPortals::open_turns_along(const std::vector<HalfEdgeId>& portals) {
  for (std::size_t i = 1; i < portals.size(); ++i) {
    const HalfEdgeId in = mesh_.twin(portals[i - 1]), out = portals[i];
    // Starts at the corner that the two edges share.
    const HalfEdgeId turn = Mesh::next(in) == out ? out : in;
    if (world_.around(turn) < width_) open_turns_.push_back(turn);
  }
}

void DiscPortals::begin(const LocatedPoint& start, double width, const Goals& goals) {
  width_ = width;
  departures_.clear();
  arrivals_.clear();
  open_turns_.clear();
  is_direct_.clear();
  if (width == 0) return;
  ExactDepartures ends(world_);
  for (const WayOut& way : ends.ways_out(start, width)) {
    if (way.width < width) continue;
    departures_.push_back(way.portals[0]);
    open_turns_along(way.portals);
  }
  arrivals_.resize(goals.size());
  is_direct_.resize(goals.size(), 0);
  std::vector<HalfEdgeId> portals;
  for (const GoalId g : goals.ids()) {
    for (const WayOut& way : ends.ways_out(goals.located(g), width)) {
      if (way.width < width) continue;
      arrivals_[g].push_back(way.portals[0]);
      open_turns_along(way.portals);
    }
    if (ends.direct(start, goals.located(g), width, &portals) < width) continue;
    is_direct_[g] = portals.empty();
    if (portals.empty()) continue;
    departures_.push_back(portals[0]);
    arrivals_[g].push_back(mesh_.twin(portals.back()));
    open_turns_along(portals);
  }
}

bool DiscPortals::can_depart(HalfEdgeId exit) const {
  return width_ == 0 || contains(departures_, exit);
}

bool DiscPortals::can_arrive(GoalId goal, HalfEdgeId ahead) const {
  return width_ == 0 || contains(arrivals_[goal], ahead);
}

}  // namespace clearway
