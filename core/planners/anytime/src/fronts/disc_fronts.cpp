#include "disc_fronts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>

#include "geometry/arc.hpp"
#include "geometry/construction.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {

using namespace disc_funnel;

namespace {

// The angle from one heading to the next at a contact, in the direction of its turn.
double turned(const Contact& c, const Heading& leave) {
  const double by = c.side() * (leave.lift - c.in.lift);  // about in quarter turns
  const double angle = c.side() * std::atan2(cross(c.in.u, leave.u), dot(c.in.u, leave.u));
  return by > 1 && angle < 0 ? angle + 2 * std::numbers::pi : angle;
}

// The heading of a path on the circle.
Vector heading_at(const Circle& circle, const Point& p) {
  return {-(p.y - circle.center.y) / circle.rho, (p.x - circle.center.x) / circle.rho};
}

template <class C>
auto span_of(C& chain) {
  return std::span(chain.contacts).subspan(chain.head);
}

}  // namespace

void DiscFronts::begin(const Mesh& mesh, const Point& start, const Point& goal, double radius) {
  mesh_ = &mesh;
  start_ = start;
  goal_ = goal;
  r_ = funnel_.r = probe_.r = radius;
  const double extent = std::max({std::abs(start.x), std::abs(start.y), std::abs(goal.x),
                                  std::abs(goal.y), distance(start, goal), radius});
  roots_.begin(mesh.vertices.size(), radius, extent);
  fronts_.clear();
  contacts_.clear();
  at_portal_.assign(mesh.half_edge_slots(), none);
}

bool DiscFronts::extend(FrontId parent, HalfEdgeId portal, HalfEdgeId parent_portal) {
  const VertexId left = mesh_->origin(portal), right = mesh_->target(portal);
  bool joins_left = true, joins_right = true;
  portal_ = portal;
  if (parent == none) {
    root_ = FrontRoots::start;
    normal_ = quarter_turns(goal_ - start_);
    funnel_.begin({{start_, 0.0}, none, 0, 0.0, {{1, 0}, 0.0}});
  } else {
    const Front& front = fronts_[parent];
    root_ = front.root;
    normal_ = front.normal;
    const Contact* at = contacts_.data() + front.at;
    funnel_.path.assign(at, at + front.path);
    at += front.path;
    funnel_.left.clear();
    funnel_.left.contacts.assign(at, at + front.left);
    at += front.left;
    funnel_.right.clear();
    funnel_.right.contacts.assign(at, at + front.right);
    joins_left = left != mesh_->origin(parent_portal);
    joins_right = !joins_left;
  }
  const Vector across = mesh_->point(left) - mesh_->point(right);
  normal_ = lift_near({across.y, -across.x}, normal_);
  const auto join = [&](VertexId vertex, int side) {
    return funnel_.add(side, {{mesh_->point(vertex), side * r_}, vertex, 0, normal_, {}}, false);
  };
  has_funnel_ = (!joins_left || join(left, +1)) && (!joins_right || join(right, -1));
  constexpr std::size_t most = std::numeric_limits<std::uint16_t>::max();
  has_funnel_ &=
      funnel_.path.size() < most && funnel_.left.size() < most && funnel_.right.size() < most;
  return has_funnel_;
}

// Writes the contacts of the path to a target to probe_.path. False: the funnel failed.
bool DiscFronts::probe(const Point& target) {
  probe_.path = funnel_.path;
  const auto copy = [](Chain& to, const Chain& from) {
    to.head = 0;
    const auto contacts = span_of(from);
    to.contacts.assign(contacts.begin(), contacts.end());
  };
  copy(probe_.left, funnel_.left);
  copy(probe_.right, funnel_.right);
  if (!probe_.add(+1, {{target, 0.0}, none, 0, normal_, {}}, true)) return false;
  const auto rest = span_of(probe_.left);
  probe_.path.insert(probe_.path.end(), rest.begin(), rest.end());
  return probe_.path.back().vertex == none && probe_.path.size() > 1;
}

// From the root; negative: a contact has become slack.
double DiscFronts::length_of_probe() const {
  constexpr double slack = tolerance::funnel_angle;
  double sum = 0.0;
  for (std::size_t i = 1; i < probe_.path.size(); ++i) {
    const Contact &from = probe_.path[i - 1], &to = probe_.path[i];
    if (from.side() != 0) {
      const double angle = turned(from, to.in);
      if (angle < -slack) return -1.0;
      sum += r_ * std::max(angle, 0.0);
    }
    sum += distance(from.circle.touch(to.in.u), to.circle.touch(to.in.u));
  }
  return sum;
}

double DiscFronts::length_to(const Point& goal) {
  const Point a = mesh_->point(mesh_->origin(portal_)), b = mesh_->point(mesh_->target(portal_));
  // Nearer to the portal, its corners may lie behind the goal.
  if (distance(goal, a, b) < 2 * r_ || !probe(goal)) return 0.0;
  const double rest = length_of_probe();
  return rest < 0 ? 0.0 : roots_[root_].g + rest;
}

double DiscFronts::length_to_portal() const {
  const Point a = mesh_->point(mesh_->origin(portal_)), b = mesh_->point(mesh_->target(portal_));
  const Contact& root = funnel_.path.front();
  return roots_[root_].g +
         std::max(0.0, distance(root.circle.center, a, b) - std::abs(root.circle.rho));
}

bool DiscFronts::find_candidate(RootCandidate& candidate) {
  const Point a = mesh_->point(mesh_->origin(portal_)), b = mesh_->point(mesh_->target(portal_));
  const Vector along = b - a;
  const double k = std::min(0.5, r_ / length(along));
  const auto on_portal = [&](double t) { return Point{a.x + t * along.x, a.y + t * along.y}; };
  std::size_t common = funnel_.path.size();
  std::vector<Contact> first;
  for (const double t : {k, 1 - k}) {
    if (!probe(on_portal(t)) || length_of_probe() < 0) return false;
    common = std::min(common, probe_.path.size() - 1);
    for (std::size_t i = 1; i < common; ++i)
      if (probe_.path[i].vertex != funnel_.path[i].vertex ||
          probe_.path[i].side() != funnel_.path[i].side())
        common = i;
    if (common < 2) return false;
    if (t == k) first = probe_.path;
  }
  candidate.contact = common - 1;
  const Contact& c = funnel_.path[candidate.contact];
  const Heading &p = first[common].in, &q = probe_.path[common].in;
  if (c.side() * turn_of(c.in, p) <= 0 || c.side() * turn_of(c.in, q) <= 0) return false;
  candidate.leave = c.side() * turn_of(p, q) > 0 ? p : q;
  candidate.target = on_portal(0.5);
  probe_.path.resize(common);  // up to the contact
  const double g = roots_[root_].g + length_of_probe();
  if (roots_.is_surely_dominated(
          {c.vertex, c.side(), g, c.in.u, turned(c, candidate.leave), 0.0})) {
    root_ = none;
    return false;
  }
  return true;
}

// The root becomes the last contact, up to the candidate, that the path touches. Corners outside
// the channel may deflect the path so that it does not touch the candidate at all.
void DiscFronts::set_root(const RootCandidate& candidate, const std::vector<Segment>& path) {
  for (std::size_t k = candidate.contact; k > 0; --k) {
    Contact c = funnel_.path[k];
    std::size_t arc = path.size();
    while (arc > 0 && (path[arc - 1].turn != c.side() || path[arc - 1].center != c.circle.center))
      --arc;
    if (arc-- == 0) continue;
    const Vector in = heading_at(c.circle, path[arc].start);
    c.in = {in, lift_near(in, c.in.lift)};
    const double leave =
        turned(c, k == candidate.contact ? candidate.leave : funnel_.path[k + 1].in);
    if (leave < 0) continue;
    const double g = length_of({path.begin(), path.begin() + static_cast<std::ptrdiff_t>(arc)});
    const double can_roll = sweep_of(path[arc]);
    root_ = roots_.add({c.vertex, c.side(), g, in, std::min(leave, can_roll), can_roll});
    funnel_.path.erase(funnel_.path.begin(), funnel_.path.begin() + static_cast<std::ptrdiff_t>(k));
    funnel_.path.front() = c;
    return;
  }
}

bool DiscFronts::is_equal(const Front& front) const {
  const auto left = span_of(funnel_.left), right = span_of(funnel_.right);
  if (front.path != funnel_.path.size() || front.left != left.size() || front.right != right.size())
    return false;
  const Contact* at = contacts_.data() + front.at;
  const auto is_same = [&](std::span<const Contact> contacts) {
    for (const Contact& c : contacts) {
      if (c.vertex != at->vertex || c.side() != at->side()) return false;
      ++at;
    }
    return true;
  };
  return is_same(funnel_.path) && is_same(left) && is_same(right);
}

bool DiscFronts::is_dominated() {
  if (root_ == none || roots_.is_dominated(root_)) return true;
  for (FrontId f = at_portal_[portal_]; f != none; f = fronts_[f].next)
    if (is_equal(fronts_[f]) && roots_.is_no_longer(fronts_[f].root, root_)) return true;
  return false;
}

FrontId DiscFronts::store() {
  const Index at = static_cast<Index>(contacts_.size());
  const auto put = [&](std::span<const Contact> contacts) {
    contacts_.insert(contacts_.end(), contacts.begin(), contacts.end());
    return static_cast<std::uint16_t>(contacts.size());
  };
  const std::uint16_t path = put(funnel_.path), left = put(span_of(funnel_.left)),
                      right = put(span_of(funnel_.right));
  fronts_.push_back({normal_, root_, at, path, left, right, at_portal_[portal_]});
  return at_portal_[portal_] = FrontId(fronts_.size() - 1);
}

void DiscFronts::describe(FrontId front, ExploredFront& out) const {
  const Front& f = fronts_[front];
  const auto contacts = std::span(contacts_).subspan(f.at, f.path + f.left + f.right);
  const auto put = [](std::span<const Contact> from, std::vector<Point>& to) {
    for (const Contact& c : from) to.push_back(c.circle.center);
  };
  out.root = contacts.front().circle.center;
  out.length = roots_[f.root].g;
  for (std::vector<Point>* chain : {&out.left_chain, &out.right_chain})
    put(contacts.subspan(1, f.path - 1), *chain);
  put(contacts.subspan(f.path, f.left), out.left_chain);
  put(contacts.subspan(f.path + f.left), out.right_chain);
}

}  // namespace clearway
