#include "links.hpp"

#include <algorithm>

#include "base/infinity.hpp"
#include "clearway/base/interrupt.hpp"
#include "geometry/construction.hpp"
#include "links/search.hpp"

namespace clearway {

namespace {

constexpr auto none_before = static_cast<std::size_t>(-1);

}  // namespace

WeightedLinks::WeightedLinks(const LinkTables& tables, double radius, double least,
                             FindLeg find_leg, GoalDistance goal_distance)
    : least_(least), find_leg_(std::move(find_leg)), goal_distance_(std::move(goal_distance)) {
  for (const Hop& hop : tables.hops())
    if (radius <= hop.radius) hops_.push_back(&hop);
}

Point WeightedLinks::leaves(std::size_t place) const {
  return place == 0 ? start_ : hops_[place - 2]->to.a;
}

const Point* WeightedLinks::enters(std::size_t place) const {
  return place == 1 ? nullptr : &hops_[place - 2]->from.a;
}

const WeightedLeg* WeightedLinks::known(std::size_t from, std::size_t to) const {
  const auto leg = legs_.find({from, to});
  return leg == legs_.end() ? nullptr : &leg->second;
}

double WeightedLinks::bound(std::size_t from, std::size_t to) const {
  if (const WeightedLeg* leg = known(from, to)) return leg->path.lower_bound;
  const Point* entered = enters(to);
  return least_ * (entered ? distance(leaves(from), *entered) : goal_distance_(leaves(from)));
}

// Dijkstra's algorithm.
WeightedLinks::Sequence WeightedLinks::cheapest(double most, double& cost) const {
  const std::size_t count = hops_.size() + 2;
  std::vector<double> costs(count, infinity);
  std::vector<std::size_t> before(count, none_before);
  std::vector<char> is_settled(count, 0);
  for (std::size_t j = 2; j < count; ++j) {
    costs[j] = bound(0, j) + hops_[j - 2]->cost;
    before[j] = 0;
  }
  cost = infinity;
  for (;;) {
    check_interrupt();
    std::size_t i = none_before;
    for (std::size_t j = 1; j < count; ++j)
      if (!is_settled[j] && (i == none_before || costs[j] < costs[i])) i = j;
    if (i == none_before || !(costs[i] < most)) return {};
    is_settled[i] = 1;
    if (i == 1) break;
    for (std::size_t j = 1; j < count; ++j) {
      if (is_settled[j]) continue;
      const double there = costs[i] + bound(i, j) + (j == 1 ? 0.0 : hops_[j - 2]->cost);
      if (there >= costs[j]) continue;
      costs[j] = there;
      before[j] = i;
    }
  }
  cost = costs[1];
  Sequence out;
  for (std::size_t i = 1; i != none_before; i = before[i]) out.push_back(i);
  std::reverse(out.begin(), out.end());
  return out;
}

WeightedLeg WeightedLinks::joined(const Sequence& sequence) const {
  WeightedLeg out{{}, 0.0};
  out.path.status = Status::found;
  for (std::size_t k = 1; k < sequence.size(); ++k) {
    const std::size_t from = sequence[k - 1], to = sequence[k];
    const WeightedLeg& leg = *known(from, to);
    const std::vector<Segment>& segments = leg.path.segments;
    out.path.segments.insert(out.path.segments.end(), segments.begin(), segments.end());
    out.path.channel.insert(out.path.channel.end(), leg.path.channel.begin(),
                            leg.path.channel.end());
    out.path.length += leg.path.length;
    out.cost += leg.cost;
    out.part = leg.part;
    if (to == 1) continue;
    const Hop& hop = *hops_[to - 2];
    out.path.segments.push_back(link_segment(hop.from.a, hop.to.a, hop.link, hop.cost));
    out.cost += hop.cost;
  }
  return out;
}

WeightedLeg WeightedLinks::find(const Point& start, WeightedLeg direct, double tolerance,
                                const std::function<bool()>& is_late) {
  start_ = start;
  legs_.clear();
  WeightedLeg best = std::move(direct);
  const double without = best.path.lower_bound;
  double lower = infinity;  // on all paths with links
  for (;;) {
    double cost = infinity;
    const Sequence sequence = cheapest(best.cost, cost);
    // Nothing that is left is cheaper than the best path.
    lower = sequence.empty() ? best.cost : cost;
    if (sequence.empty() || best.cost <= (1 + tolerance) * std::min(lower, without) || is_late())
      break;
    bool is_known = true;
    for (std::size_t k = 1; is_known && k < sequence.size(); ++k) {
      const std::pair<std::size_t, std::size_t> ends{sequence[k - 1], sequence[k]};
      if (legs_.contains(ends)) continue;
      is_known = false;
      legs_.emplace(ends, find_leg_(leaves(ends.first), enters(ends.second)));
    }
    if (!is_known) continue;
    WeightedLeg found = joined(sequence);
    if (found.cost < best.cost) {
      found.path.stats = best.path.stats;
      best = std::move(found);
    }
    // Its legs are as near to their bounds as they get.
    break;
  }
  best.path.lower_bound = std::min({lower, without, best.cost});
  for (const auto& [ends, leg] : legs_) {
    best.path.stats.expanded += leg.path.stats.expanded;
    best.path.stats.generated += leg.path.stats.generated;
  }
  return best;
}

}  // namespace clearway
