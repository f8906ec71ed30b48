#include "wedge_search.hpp"

#include "base/infinity.hpp"
#include "lower_bound.hpp"
#include "mesh/half_edge_order.hpp"
#include "mesh/triangles_at.hpp"
#include "path.hpp"

namespace clearway {
namespace {

// After this many superseded roots the queue keeps the exact order. Then a root is the cheapest at
// its contact when it is added, except for rounding.
constexpr std::size_t max_superseded = 256;

}  // namespace

DiscWedgeSearch::DiscWedgeSearch(const World& world)
    : world_(world),
      mesh_(world.mesh()),
      corners_(world),
      tree_(query_, roots_),
      arrivals_(query_, roots_, tree_),
      contacts_(mesh_, query_, roots_, corners_, tree_),
      contact_roots_(mesh_, query_, corners_, roots_),
      wedges_(world, query_, roots_, corners_, tree_, arrivals_, contacts_),
      rolling_(mesh_, query_, roots_, corners_, arrivals_, contacts_, wedges_) {}

void DiscWedgeSearch::begin(std::span<const LocatedPoint> starts, double radius, Goals& goals,
                            SearchStats& stats, DiscRecords* records) {
  query_.goals = &goals;
  query_.stats = &stats;
  query_.has_many_goals = goals.are_many();
  query_.records = records;
  query_.remaining = nullptr;
  if (version_ != world_.version() || query_.r != radius || measured_scale_ != scale_)
    begin_measuring(radius);
  wedges_.begin();
  corners_.begin(radius, query_.slack);
  roots_.begin(mesh_.vertices.size(), radius, query_.slack);
  tree_.begin(starts[0].point, max_length_);
  for (const LocatedPoint& start : starts) expand_start(start);
}

// Forgets what holds for another version, radius or scale.
void DiscWedgeSearch::begin_measuring(double radius) {
  version_ = unmeasured;  // until all of it is measured: after an exception nothing holds
  collision_.emplace(world_, radius, scale_);
  query_.r = radius;
  query_.slack = collision_->angle_slack();
  query_.collision = &*collision_;
  contact_roots_.forget();
  measured_scale_ = scale_;
  version_ = world_.version();
}

DiscRootId DiscWedgeSearch::add_source(const Point& at, HalfEdgeId near, const Vector& arrival) {
  const DiscRootId id = roots_.end_id();
  roots_.add_start({{at, 0.0}, 0, none, none, near, none, 0, arrival, 0.0, 0.0, infinity});
  return id;
}

DiscRootId DiscWedgeSearch::add_contact_from(const Point& source, HalfEdgeId near, VertexId corner,
                                             int side, const Vector& direction, double length) {
  if (!corners_.can_roll(corner) ||
      !corners_.can_touch(corner, {side * direction.y, -side * direction.x}))
    return none;
  const DiscRootId root = add_source(source, near, direction);
  tree_.push({root, corner, side, direction, length, 0.0}, length);
  return root;
}

void DiscWedgeSearch::expand_start(const LocatedPoint& from) {
  const Point start = from.point;
  const Location at = in_order(mesh_, from.at);
  const DiscRootId root = add_source(start, at.half_edge, {1, 0});
  constexpr Vector quarter[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}};
  const Goals& goals = *query_.goals;
  for_each_triangle_at(mesh_, at, [&](TriangleId t) {
    query_.note(t);
    goals.for_each_in(t, [&](GoalId g) {
      // No line leads to a goal at the start itself.
      if (goals[g] == start) tree_.push({root, g, start, {1, 0}, 0.0, 0.0}, 0.0);
    });
    for (int i = 0; i < 4; ++i) expand_start(t, root, {quarter[i], quarter[i + 1]});
  });
}

// Expands a start, in one triangle that contains it, in the directions of the wedge.
void DiscWedgeSearch::expand_start(TriangleId t, DiscRootId root, const DiscWedge& wedge) {
  arrivals_.add(t, root, wedge);
  for (const HalfEdgeId exit : sides_in_order(mesh_, t)) {
    contacts_.add(mesh_.origin(exit), root, wedge, none);
    if (mesh_.constrained(exit)) continue;
    contacts_.add_hidden(exit, root, wedge);
    wedges_.add(exit, root, wedge);
  }
}

void DiscWedgeSearch::use_remaining(const DiscRemaining& remaining) {
  query_.remaining = &remaining;
  tree_.estimate_again([this](const DiscNode& node) {
    if (node.kind() == DiscNode::wedge) {
      const HalfEdgeId exit = mesh_.twin(node.ahead());
      return lower_bound(query_, roots_, roots_[node.root()], mesh_, exit, node.lines()).length;
    }
    const Circle circle{mesh_.point(node.vertex()), node.side() * query_.r};
    return node.cost() + contacts_.remaining(node.vertex(), circle.touch(node.direction()));
  });
}

double DiscWedgeSearch::run_until(std::size_t open_goals, std::uint64_t max_expansions) {
  return tree_.run_until(open_goals, max_expansions,
                         [this](const DiscNode& node) { expand(node); });
}

void DiscWedgeSearch::expand(const DiscNode& node) {
  const DiscRoot& root = roots_[node.root()];
  // A root found since costs no more from that angle on.
  if (node.turned() >= root.limit && node.kind() == DiscNode::wedge) return;
  if (node.turned() > root.limit + query_.slack) return;
  if (node.kind() == DiscNode::wedge) return wedges_.expand(node);
  ++query_.stats->expanded;
  if (const DiscRootId made = contact_roots_.make_root(node); made != none) rolling_.expand(made);
  if (roots_.superseded() > max_superseded) tree_.order_exactly();
}

double DiscWedgeSearch::length(GoalId goal) const { return tree_[query_.goals->node(goal)].cost(); }

void DiscWedgeSearch::write(GoalId goal, const Point&, Path& path) const {
  const DiscNode& node = tree_[query_.goals->node(goal)];
  DiscBends bends = bends_to(roots_, node.root(), node.direction(), (*query_.goals)[goal]);
  drop_touched(bends, *query_.collision, query_.slack);
  write_disc_path(bends, query_.r, query_.slack, path);
}

}  // namespace clearway
