#include "search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "clearway/base/interrupt.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {

namespace {

// More labels of a state are joined into one, below all of them.
constexpr int most_of_state = 4;
constexpr Index most_pieces = 4;
// Thirds of a segment on which a convex function is minimised: (2/3)^100 is below 2^-53.
constexpr int most_thirds = 100;

// The least of a spread, which is convex, on a part of the goal.
double least_on(const Spread& spread, const RouteEnd::Part& part) {
  const auto at = [&](double t) {
    return spread.at({part.a.x + t * (part.b.x - part.a.x), part.a.y + t * (part.b.y - part.a.y)})
        .cost;
  };
  if (part.is_point()) return spread.at(part.a).cost;
  double low = 0.0, high = 1.0, out = std::min(at(0.0), spread.at(part.b).cost);
  for (int i = 0; i < most_thirds; ++i) {
    const double third = (high - low) / 3, a = low + third, b = high - third;
    const double first = at(a), second = at(b);
    out = std::min({out, first, second});
    (first < second ? high : low) = first < second ? b : a;
  }
  return out;
}

}  // namespace

IntervalSearch::IntervalSearch(const WeightedMesh& mesh, EdgeIntervals& intervals,
                               const RouteEnd& from, const RouteEnd& to, bool is_reversed,
                               Budget& budget)
    : mesh_(mesh),
      intervals_(intervals),
      from_(from),
      to_(to),
      is_reversed_(is_reversed),
      budget_(budget) {
  prune_ = std::numeric_limits<double>::infinity();
  for (const RouteEnd::Part& part : from.parts()) {
    const EdgePart source(part.a, part.b);
    spread(Spread(source, {0.0, 0.0}, mesh.weight(part.triangle)), part.triangle, none, none, 0.0);
  }
}

IntervalSearch::Outcome IntervalSearch::run(double prune) {
  prune_ = std::min(prune_, prune);
  while (!open_.empty()) {
    bound_ = open_.top().estimate;
    if (bound_ >= prune_) break;
    if (budget_.is_spent()) return Outcome::stopped;
    const IntervalLabelId label = open_.pop().item;
    if (labels_[label].is_dead) continue;
    if (labels_[label].state == none) {
      last_ = label;
      return Outcome::route;
    }
    ++budget_.expanded;
    expand(label);
  }
  return Outcome::exhausted;
}

void IntervalSearch::expand(IntervalLabelId label) {
  const StateId state = labels_[label].state;
  const HalfEdgeId entered = intervals_.entered(state);
  const TriangleId triangle = Mesh::triangle_of(entered);
  const EdgePart source = intervals_.stretch(interval_of(state));
  spread(Spread(source, labels_[label].bound, mesh_.weight(triangle)), triangle, entered, label,
         labels_[label].estimate);
}

void IntervalSearch::spread(const Spread& spread, TriangleId triangle, HalfEdgeId entered,
                            IntervalLabelId parent, double estimate) {
  const TriangleId first = parent == none ? triangle : TriangleId(none);
  for (const RouteEnd::Part& part : to_.in(triangle))
    add_goal(least_on(spread, part), parent, first, estimate);
  for (Index i = 0; i < 3; ++i) {
    const HalfEdgeId side = Mesh::half_edge(triangle, i);
    if (side == entered || !may_leave(side)) continue;
    const HalfEdgeId beyond = mesh_.mesh.twin(side);
    for (const IntervalId target : intervals_.of(side)) {
      check_interrupt();
      add(intervals_.entering(target, beyond), spread.on(intervals_.stretch(target)), parent, first,
          estimate, &spread);
    }
  }
  if (entered == none) return;
  const HalfEdgeId back = mesh_.mesh.twin(entered);
  if (!may_leave(entered) || mesh_.weight(triangle) >= mesh_.weight_beyond(back)) return;
  const IntervalId own = interval_of(labels_[parent].state);
  const double start = intervals_.from(own);
  for (const IntervalId target : intervals_.of(entered)) {
    check_interrupt();
    add(intervals_.entering(target, back),
        spread.along(intervals_.from(target) - start, intervals_.to(target) - start), parent, first,
        estimate, nullptr);
  }
}

double IntervalSearch::estimate_of(StateId state, const EdgePart& stretch,
                                   const LinearBound& bound) const {
  if (!intervals_.has_guides() && to_.is_point())
    return Spread(stretch, bound, mesh_.least_weight).at(to_.point()).cost;
  if (!intervals_.has_guides()) {
    const double slope = stretch.length > 0 ? (bound.to - bound.from) / stretch.length : 0.0;
    return least_with_rest(bound.from, slope, stretch.length, mesh_.least_weight,
                           to_.distance_from(stretch.p), to_.distance_from(stretch.q));
  }
  double out = std::numeric_limits<double>::infinity();
  for (const LinearBound& rest : intervals_.guides(state))
    out = std::min({out, bound.from + rest.from, bound.to + rest.to});
  return out;
}

// False if another label is not above it. Labels above it die.
bool IntervalSearch::admit(StateId state, LinearBound& bound, double& slack) {
  int count = 0;
  const double from = bound.from * (1 + tolerance::same_cost),
               to = bound.to * (1 + tolerance::same_cost);
  for (IntervalLabelId i = lists_[state]; i != none; i = labels_[i].next) {
    if (labels_[i].bound.from <= from && labels_[i].bound.to <= to) return false;
    ++count;
  }
  IntervalLabelId* link = &lists_[state];
  double middle = 0.5 * (bound.from + bound.to);
  LinearBound all = bound;
  while (*link != none) {
    Label& other = labels_[*link];
    if (other.bound.from >= bound.from && other.bound.to >= bound.to) {
      other.is_dead = true;
      *link = other.next;
      --count;
      continue;
    }
    all = {std::min(all.from, other.bound.from), std::min(all.to, other.bound.to)};
    middle = std::min(middle, 0.5 * (other.bound.from + other.bound.to));
    link = &other.next;
  }
  if (count < most_of_state) return true;
  // The chord below all of them.
  for (IntervalLabelId i = lists_[state]; i != none; i = labels_[i].next) labels_[i].is_dead = true;
  lists_[state] = none;
  slack = std::max(slack, middle - 0.5 * (all.from + all.to));
  bound = all;
  return true;
}

void IntervalSearch::add(StateId state, const LinearBound& given, IntervalLabelId parent,
                         TriangleId first, double estimate, const Spread* exact) {
  if (lists_.size() < 2 * intervals_.size()) lists_.resize(2 * intervals_.size(), none);
  const EdgePart stretch = intervals_.stretch(interval_of(state));
  LinearBound bound = given;
  const double own = std::max(estimate, estimate_of(state, stretch, bound));
  if (!(own < prune_)) return;
  double slack = 0.0;
  if (exact)
    slack = std::max(exact->at(stretch.p).cost - bound.from, exact->at(stretch.q).cost - bound.to);
  if (!admit(state, bound, slack)) return;
  ++budget_.generated;
  const IntervalLabelId label = labels_.end_id();
  labels_.push_back({state, bound, own, slack, parent, lists_[state], first, false});
  lists_[state] = label;
  open_.push({own, label});
}

void IntervalSearch::add_goal(double cost, IntervalLabelId parent, TriangleId first,
                              double estimate) {
  const double own = std::max(estimate, cost);
  if (!(own < prune_)) return;
  const IntervalLabelId label = labels_.end_id();
  labels_.push_back({none, {cost, cost}, own, 0.0, parent, none, first, false});
  open_.push({own, label});
}

std::vector<RouteCrossing> IntervalSearch::route(TriangleId& first) const {
  std::vector<RouteCrossing> out;
  Point target = to_.point();
  IntervalLabelId label = last_;
  for (IntervalLabelId at = labels_[label].parent; at != none; at = labels_[at].parent) {
    label = at;
    const StateId state = labels_[at].state;
    const HalfEdgeId entered = intervals_.entered(state);
    const EdgePart stretch = intervals_.stretch(interval_of(state));
    const Spread spread(stretch, labels_[at].bound, mesh_.weight_beyond(entered));
    target = stretch.at(spread.at(target).at);
    out.push_back({entered, target});
  }
  first = labels_[label].first;
  std::reverse(out.begin(), out.end());
  return out;
}

bool IntervalSearch::divide(double prune, double slack) {
  IdVector<IntervalId, Index> pieces(intervals_.size(), 0);
  IdVector<StateId, std::vector<LinearBound>> bounds(2 * intervals_.size());
  lists_.resize(bounds.size(), none);
  bool is_divided = false;
  double most = 0.0;
  for (const Label& label : labels_)
    if (label.state != none && !label.is_dead && label.estimate < prune)
      most = std::max(most, label.slack);
  slack = std::min(slack, 0.5 * most);
  for (const StateId state : lists_.ids())
    for (IntervalLabelId i = lists_[state]; i != none; i = labels_[i].next) {
      const Label& label = labels_[i];
      if (!(label.estimate < prune)) continue;
      bounds[state].push_back(label.bound);
      Index count = 1;
      if (slack > 0 && label.slack > slack) {
        // The error falls with the square of the length.
        count = static_cast<Index>(std::clamp(std::ceil(std::sqrt(label.slack / slack)), 2.0,
                                              static_cast<double>(most_pieces)));
        is_divided = true;
      }
      Index& own = pieces[interval_of(state)];
      own = std::max(own, count);
    }
  intervals_.divide(pieces, bounds);
  return is_divided;
}

}  // namespace clearway
