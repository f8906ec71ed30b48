#include "query/exact_departures.hpp"

#include <algorithm>

#include "base/infinity.hpp"
#include "clearance/clearance.hpp"
#include "clearway/base/error.hpp"
#include "mesh/triangles_at.hpp"
#include "world/access.hpp"

namespace clearway {

namespace {

// Steps of the search inside the sleeves at one end. A route crosses a portal once and stays in its
// sleeve, so a handful is usual; this many mean that the sleeves are corrupt.
constexpr int most_steps = 10000;

HalfEdgeId between(HalfEdgeId a, HalfEdgeId b) { return Mesh::next(a) == b ? b : a; }

}  // namespace

ExactDepartures::ExactDepartures(const World& world)
    : world_(world), mesh_(world.mesh()), finder_(sleeve_finder(world)) {}

void ExactDepartures::closed_at(TriangleId triangle, double diameter, std::vector<Closed>& out) {
  out.clear();
  for (Index i = 0; i < 3; ++i) {
    const HalfEdgeId wall = Mesh::half_edge(triangle, i);
    if (!mesh_.constrained(wall)) continue;
    const double height = world_.height(wall);
    if (!(height < diameter)) continue;
    const HalfEdgeId corner = Mesh::prev(wall), left = Mesh::prev(corner);
    Closed gate{{}, corner};
    gate.sleeve.width = height;
    gate.sleeve.wall = wall;
    gate.sleeve.steps.push_back({corner, mesh_.constrained(left) ? none : left,
                                 mesh_.constrained(corner) ? none : corner, 0});
    gate.sleeve.parts.push_back({0, 0, false, true, none});
    out.push_back(std::move(gate));
  }
  clearance_of(world_).for_gates_at(triangle, [&](HalfEdgeId corner, double) {
    Closed gate{{}, corner};
    if (!finder_.find(corner, diameter, gate.sleeve) || !(gate.sleeve.width < diameter)) return;
    const int step = gate.sleeve.step_of(triangle);
    if (step < 0) return;  // listed here, but its sleeve does not pass through this triangle
    const auto part =
        static_cast<std::size_t>(gate.sleeve.steps[static_cast<std::size_t>(step)].part);
    if (!gate.sleeve.parts[part].crowded) out.push_back(std::move(gate));
  });
}

void ExactDepartures::gates_at(const LocatedPoint& p, std::vector<double>& widths) {
  std::vector<Closed> closed;
  for_each_triangle_at(mesh_, p.at, [&](TriangleId t) {
    if (!mesh_.is_free(t)) return;
    closed_at(t, infinity, closed);
    for (const Closed& gate : closed) widths.push_back(gate.sleeve.width);
  });
}

void ExactDepartures::triangles_near(const LocatedPoint& p, double diameter,
                                     std::vector<TriangleId>& triangles) {
  std::vector<Closed> closed;
  for_each_triangle_at(mesh_, p.at, [&](TriangleId t) {
    if (!mesh_.is_free(t)) return;
    triangles.push_back(t);
    closed.clear();
    closed_at(t, diameter, closed);
    for (const Closed& gate : closed)
      for (const Sleeve::Step& step : gate.sleeve.steps)
        triangles.push_back(Mesh::triangle_of(step.base));
  });
}

// Finds the pockets that contain p: gates with more than one triangle, with p on their charged
// side.
void ExactDepartures::hold(const Point& p, TriangleId triangle, double diameter,
                           std::vector<PocketEnd>& out) {
  std::vector<Closed> closed;
  closed_at(triangle, diameter, closed);
  for (Closed& gate : closed) {
    const Sleeve& s = gate.sleeve;
    if (s.steps.size() == 1) continue;
    const auto step = static_cast<std::size_t>(s.step_of(triangle));
    const Sleeve::Part& part = s.parts[static_cast<std::size_t>(s.steps[step].part)];
    const bool left = s.is_left(mesh_, p);
    const HalfEdgeId portal = part.portal;
    if (left == part.left) out.push_back({std::move(gate), left, portal});
  }
}

bool ExactDepartures::side_of_route(const Closed& gate, const Route& route) const {
  for (std::size_t i = route.portals.size(); i-- > 0;) {
    const HalfEdgeId in = mesh_.twin(route.portals[i]);
    const int step = gate.sleeve.step_of(Mesh::triangle_of(in));
    if (step < 0) break;
    const Sleeve::Step& s = gate.sleeve.steps[static_cast<std::size_t>(step)];
    if (in == s.left) return true;
    if (in == s.right) return false;
  }
  return gate.sleeve.is_left(mesh_, start_);
}

bool ExactDepartures::arrives(TriangleId triangle, const Route& route) {
  if (std::find(goal_triangles_.begin(), goal_triangles_.end(), triangle) == goal_triangles_.end())
    return false;
  std::vector<Closed> closed;
  closed_at(triangle, diameter_, closed);
  return std::all_of(closed.begin(), closed.end(), [&](const Closed& gate) {
    return gate.sleeve.is_left(mesh_, goal_) == side_of_route(gate, route);
  });
}

void ExactDepartures::extend_route(TriangleId triangle, Route& route) {
  if (++steps_ > most_steps) throw InternalError("departures: too many routes inside sleeves");
  if (direct_ && route.width > best_ && arrives(triangle, route)) {
    best_ = route.width;
    best_portals_ = route.portals;
  }
  std::vector<Closed> closed;
  closed_at(triangle, diameter_, closed);
  const HalfEdgeId in = route.portals.empty() ? none : mesh_.twin(route.portals.back());
  std::vector<HalfEdgeId> turns;
  for (Index i = 0; i < 3; ++i) {
    const HalfEdgeId e = Mesh::half_edge(triangle, i);
    if (e == in || mesh_.constrained(e)) continue;
    const double open = world_.width(e);
    if (open < diameter_) continue;
    Route next{route.portals, std::min(route.width, open), route.active, route.entered};
    bool can = true;
    if (in == none) {
      for (const Closed& gate : closed) {
        const int step = gate.sleeve.step_of(triangle);
        const Sleeve::Step& s = gate.sleeve.steps[static_cast<std::size_t>(step)];
        const bool left = gate.sleeve.is_left(mesh_, start_);
        can = can && e != (left ? s.right : s.left);
      }
    } else {
      const HalfEdgeId turn = between(in, e);
      const double own = world_.own_turn_width(turn);
      can = own >= diameter_;
      next.width = std::min(next.width, own);
      clearance_of(world_).for_gates_at(triangle, [&](HalfEdgeId corner, double) {
        Sleeve s;
        if (!can || !finder_.find(corner, infinity, s)) return;
        charges(s, mesh_, turns);
        if (std::find(turns.begin(), turns.end(), turn) == turns.end()) return;
        for (std::size_t k = 0; k < held_.size(); ++k)
          if (route.active[k] && held_[k].gate.corner == corner) return;
        for (std::size_t k = 0; k < goals_.size(); ++k) {
          if (goals_[k].gate.corner != corner || goals_[k].portal != in) continue;
          next.entered[k] = 1;
          return;
        }
        can = s.width >= diameter_;
        next.width = std::min(next.width, s.width);
      });
    }
    const auto stays = [&](const Closed& gate) {
      const int step = gate.sleeve.step_of(triangle);
      if (step < 0) return false;
      return e == gate.sleeve.out(step, mesh_) ||
             (step > 0 && e == gate.sleeve.steps[static_cast<std::size_t>(step)].base);
    };
    bool held = false, near_goal = false;
    for (std::size_t k = 0; k < held_.size() && can; ++k) {
      if (!route.active[k]) continue;
      if (e == held_[k].portal)
        next.active[k] = 0;
      else
        can = stays(held_[k].gate);
      held = held || next.active[k];
    }
    for (std::size_t k = 0; k < goals_.size() && can; ++k) {
      if (next.entered[k]) can = stays(goals_[k].gate);
      near_goal = near_goal || goals_[k].gate.sleeve.step_of(Mesh::triangle_of(mesh_.twin(e))) >= 0;
    }
    if (!can) continue;
    for (const HalfEdgeId portal : route.portals)
      can = can && portal != e && portal != mesh_.twin(e);
    if (!can) continue;
    next.portals.push_back(e);
    if (!direct_ && !held) {
      found_.push_back({std::move(next.portals), next.width});
      continue;
    }
    if (held || near_goal)
      extend_route(Mesh::triangle_of(mesh_.twin(e)), next);
    else if (next.width > best_ && arrives(Mesh::triangle_of(mesh_.twin(e)), next)) {
      best_ = next.width;
      best_portals_ = next.portals;
    }
  }
}

std::vector<Departure> ExactDepartures::departures(const LocatedPoint& p, double diameter) {
  start_ = p.point, diameter_ = diameter, direct_ = false;
  found_.clear();
  goals_.clear();
  for_each_triangle_at(mesh_, p.at, [&](TriangleId t) {
    if (!mesh_.is_free(t)) return;
    held_.clear();
    hold(p.point, t, diameter, held_);
    Route route{{}, infinity, std::vector<char>(held_.size(), 1), {}};
    steps_ = 0;
    extend_route(t, route);
  });
  return std::move(found_);
}

double ExactDepartures::direct(const LocatedPoint& a, const LocatedPoint& b, double diameter,
                               std::vector<HalfEdgeId>* portals) {
  start_ = a.point, goal_ = b.point, diameter_ = diameter, direct_ = true;
  best_ = -1.0;
  best_portals_.clear();
  goals_.clear();
  goal_triangles_.clear();
  for_each_triangle_at(mesh_, b.at, [&](TriangleId t) {
    if (!mesh_.is_free(t)) return;
    goal_triangles_.push_back(t);
    hold(b.point, t, diameter, goals_);
  });
  for_each_triangle_at(mesh_, a.at, [&](TriangleId t) {
    if (!mesh_.is_free(t)) return;
    held_.clear();
    hold(a.point, t, diameter, held_);
    Route route{
        {}, infinity, std::vector<char>(held_.size(), 1), std::vector<char>(goals_.size(), 0)};
    steps_ = 0;
    extend_route(t, route);
  });
  if (portals) *portals = best_portals_;
  return best_;
}

}  // namespace clearway
