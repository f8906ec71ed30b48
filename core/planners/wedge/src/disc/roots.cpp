#include "roots.hpp"

#include <algorithm>

#include "geometry/tolerances.hpp"

namespace clearway {
namespace {

// Paths to one point whose costs differ by less than this share count as equal.
constexpr double cost_slack = tolerance::cost_tie;

}  // namespace

void DiscRoots::begin(std::size_t vertices, double radius, double slack) {
  r_ = radius;
  slack_ = slack;
  roots_.clear();
  superseded_ = 0;
  here_.resize(std::max(here_.size(), 2 * vertices), Here{none, 0});
  if (++query_ == 0) {
    for (Here& h : here_) h.query = 0;
    query_ = 1;
  }
}

double DiscRoots::turned(int side, const Vector& arrival, const Vector& u, double slack) {
  const double angle = side * std::atan2(cross(arrival, u), dot(arrival, u));
  return angle < -slack ? angle + 2 * std::numbers::pi : std::max(angle, 0.0);
}

// By the first two terms of the angle as a series in the chord.
double DiscRoots::turned_at_least(const DiscRoot& root, const Vector& u) const {
  if (root.vertex == none) return 0.0;
  const double ahead = root.side * rounded_side(root.arrival, u);
  if (ahead < 0)
    return ahead >= -slack_ && rounded_ahead(root.arrival, u) > 0 ? 0.0 : std::numbers::pi;
  const double x = u.x - root.arrival.x, y = u.y - root.arrival.y, squared = x * x + y * y;
  return std::sqrt(squared) * (1 + squared * (1.0 / 24)) * (1 - tolerance::few_operations);
}

bool DiscRoots::is_dominated(VertexId vertex, int side, const Vector& u, double cost) const {
  const double most = cost * (1 + cost_slack), less = cost * (1 - cost_slack);
  for (const int its_side : {side, -side}) {
    const Here& here = here_[2 * vertex.number() + (its_side > 0)];
    if (here.query != query_) continue;
    for (DiscRootId i = here.root; i != none; i = roots_[i].next) {
      const DiscRoot& other = roots_[i];
      if (its_side == side ? other.cost > most : other.cost >= less) continue;
      const double angle = turned(other, its_side == side ? u : Vector{-u.x, -u.y});
      if (angle > other.reach + slack_) continue;
      if (const double rolled = cost_after(other, angle);
          its_side == side ? rolled <= most : rolled < less)
        return true;
    }
  }
  return false;
}

bool DiscRoots::is_needed(const DiscRoot& root) const {
  const double less = root.cost * (1 - cost_slack);
  for (const int its_side : {root.side, -root.side}) {
    const Here& here = here_[2 * root.vertex.number() + (its_side > 0)];
    if (here.query != query_) continue;
    const int same = its_side * root.side;
    for (DiscRootId i = here.root; i != none; i = roots_[i].next) {
      const DiscRoot& other = roots_[i];
      if (other.limit < 0 || other.cost >= less) continue;
      const double ahead = turned(root, {same * other.arrival.x, same * other.arrival.y});
      if (ahead <= root.reach && cost_after(other, ahead) < less) return false;
    }
  }
  return true;
}

DiscRootId DiscRoots::add(DiscRoot root) {
  const auto supersede = [&](DiscRoot& other) {
    other.limit = -1.0;
    ++superseded_;
  };
  for (const int its_side : {root.side, -root.side}) {
    Here& here = here_[2 * root.vertex.number() + (its_side > 0)];
    if (here.query != query_) here = {none, query_};
    const int same = its_side * root.side;
    for (DiscRootId i = here.root; i != none; i = roots_[i].next) {
      DiscRoot& other = roots_[i];
      if (other.limit < 0) continue;
      const double ahead = turned(root, {same * other.arrival.x, same * other.arrival.y});
      const double behind = turned(other, {same * root.arrival.x, same * root.arrival.y});
      // The same contact, up to rounding: the new root, which is cheaper, replaces the other. If
      // each left the angles after the contact to the other, neither would cover them.
      if (same > 0 && ahead <= slack_ && behind <= slack_) {
        supersede(other);
        continue;
      }
      const double less = other.cost * (1 - cost_slack);
      if (ahead <= root.reach) {
        if (same > 0 && other.cost <= cost_after(root, ahead))
          root.limit = std::min(root.limit, ahead);
        if (cost_after(root, ahead) < less) supersede(other);
      }
      if (behind <= other.reach && other.limit >= 0) {
        if (same > 0 && root.cost < cost_after(other, behind))
          other.limit = std::min(other.limit, behind);
        if (cost_after(root, behind) < less) supersede(other);
      }
    }
  }
  Here& here = here_[2 * root.vertex.number() + (root.side > 0)];
  root.next = here.root;
  here.root = end_id();
  roots_.push_back(root);
  return here.root;
}

double DiscRoots::arc_share() const {
  IdVector<DiscRootId, double> arcs;  // of the path to each root
  double all_arcs = 0.0, longer = 0.0;
  for (const DiscRootId id : roots_.ids()) {
    const DiscRoot& root = roots_[id];
    arcs.push_back(0.0);
    if (root.parent == none) continue;
    const DiscRoot& from = roots_[root.parent];
    const Point contact = root.circle.touch(root.arrival);
    arcs.back() = arcs[root.parent] + root.cost - from.cost -
                  length(contact - from.circle.touch(root.arrival));
    all_arcs += arcs.back();
    longer += root.cost - length(contact - roots_[start_root].circle.center);
  }
  return longer > 0 ? all_arcs / longer : 1.0;
}

}  // namespace clearway
