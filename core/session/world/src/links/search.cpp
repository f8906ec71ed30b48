#include "search.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/infinity.hpp"
#include "clearway/base/interrupt.hpp"
#include "geometry/construction.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {

namespace {

constexpr auto no_hop = static_cast<std::size_t>(-1);
// Points of a segment from which a leg to another segment is tried, and improvements of the best.
constexpr int tried_points = 9, most_improvements = 16;
// After so many rounds a round measures all legs from one hop. Where walls make straight lines poor
// bounds, rounds that measure one leg each would be quadratically many.
constexpr int rounds_of_one_leg = 64;

void reverse(Path& path) {
  std::reverse(path.segments.begin(), path.segments.end());
  for (Segment& s : path.segments) {
    std::swap(s.start, s.end);
    s.turn = -s.turn;
  }
  std::reverse(path.channel.begin(), path.channel.end());
}

Point start_of(const Path& path, const Point& otherwise) {
  return path.segments.empty() ? otherwise : path.segments.front().start;
}

Point end_of(const Path& path, const Point& otherwise) {
  return path.segments.empty() ? otherwise : path.segments.back().end;
}

bool is_point(const Place& place) {
  return place.parts.size() == 1 && place.parts[0].lines.size() == 1 &&
         place.parts[0].lines[0].size() == 1;
}

double length_or_infinity(const Path& path) {
  return path.status == Status::found ? path.length : infinity;
}

// A lower bound on the length of a leg.
double proved_of(const Path& path) {
  if (path.status == Status::start_blocked || path.status == Status::goal_blocked) return infinity;
  return path.status == Status::found && path.optimal ? path.length : path.lower_bound;
}

}  // namespace

Segment link_segment(const Point& start, const Point& end, Handle link, double cost) {
  return {start, end, {static_cast<double>(link), cost}, -1.0, 0};
}

void LinkSearch::begin(const Point& start, double radius, const SearchOptions& options) {
  start_ = start;
  radius_ = radius;
  options_ = {};
  options_.limit = options.limit;
  options_.deadline = options.deadline;
  is_proved_ = true;
  stats_ = {};
  const std::vector<Hop>& hops = tables_.hops();
  from_start_.assign(hops.size(), {});
  usable_.clear();
  between_.clear();
  first_legs_.clear();
  const HopEnd here = hop_end(start, start);
  for (std::size_t i = 0; i < hops.size(); ++i) {
    if (radius > hops[i].radius) continue;
    usable_.push_back(i);
    from_start_[i].length = here.distance(hops[i].from);
  }
}

void LinkSearch::set_goal(const Place& goal) {
  goal_ = &goal;
  const std::vector<Hop>& hops = tables_.hops();
  to_goal_.assign(hops.size(), {});
  last_legs_.clear();
  straight_.resize(hops.size());
  const bool is_one = is_point(goal);
  const HopEnd there =
      is_one ? hop_end(goal.parts[0].lines[0][0], goal.parts[0].lines[0][0]) : HopEnd{};
  for (const std::size_t i : usable_)
    straight_[i] = to_goal_[i].length =
        is_one ? hops[i].to.distance(there) : hops[i].to.distance(goal);
}

Path LinkSearch::find_point(const Point& start, const Place& goal, Index& part) {
  Path path;
  if (is_point(goal)) {
    path = legs_.find(start, goal.parts[0].lines[0][0], radius_, options_);
    part = 0;
  } else {
    path = legs_.find_place(start, goal, radius_, options_, part);
  }
  stats_.expanded += path.stats.expanded;
  stats_.generated += path.stats.generated;
  const bool is_decided =
      path.status == Status::found ? path.optimal : path.lower_bound == infinity;
  // A blocked end needs no proof.
  const bool is_blocked =
      path.status == Status::start_blocked || path.status == Status::goal_blocked;
  is_proved_ = is_proved_ && (is_decided || is_blocked);
  return path;
}

Path LinkSearch::find_between(const HopEnd& from, const Place& to, Index& part) {
  if (from.is_point()) return find_point(from.a, to, part);
  if (is_point(to) && legs_.is_symmetric()) {
    Index of_segment = none;
    Path path = find_point(to.parts[0].lines[0][0], from.place, of_segment);
    reverse(path);
    part = 0;
    return path;
  }
  const bool was_proved = is_proved_;
  Path best;
  best.length = infinity;
  const auto attempt = [&](const Point& p) {
    Index reached = none;
    Path path = find_point(p, to, reached);
    if (path.status != Status::found || path.length >= best.length) return false;
    best = std::move(path);
    part = reached;
    return true;
  };
  for (int i = 0; i < tried_points; ++i) {
    check_interrupt();
    const double t = i / (tried_points - 1.0);
    attempt({from.a.x + t * (from.b.x - from.a.x), from.a.y + t * (from.b.y - from.a.y)});
  }
  for (int i = 0; i < most_improvements && best.length > 0 && best.status == Status::found; ++i) {
    check_interrupt();
    if (!legs_.is_symmetric()) break;
    Index of_segment = none;
    const Path back = find_point(end_of(best, {}), from.place, of_segment);
    if (back.status != Status::found || !attempt(end_of(back, {}))) break;
  }
  const double straight = from.distance(to);
  best.optimal = best.length <= straight * (1 + tolerance::joint);
  best.lower_bound = straight;
  is_proved_ = was_proved && best.optimal;
  return best;
}

void LinkSearch::measure_start(std::size_t hop) {
  Found& found = first_legs_[hop];
  found.path = find_point(start_, tables_.hops()[hop].from.place, found.part);
  from_start_[hop] = {length_or_infinity(found.path), true, proved_of(found.path)};
}

void LinkSearch::measure_goal(std::size_t hop) {
  Found& found = last_legs_[hop];
  found.path = find_between(tables_.hops()[hop].to, *goal_, found.part);
  to_goal_[hop] = {length_or_infinity(found.path), true, proved_of(found.path)};
}

LinkLeg LinkSearch::measure_between(std::size_t from, std::size_t to) {
  const Hop &a = tables_.hops()[from], &b = tables_.hops()[to];
  Index part = none;
  const bool was_proved = std::exchange(is_proved_, true);
  const Path path = find_between(a.to, b.from.place, part);
  const double length = length_or_infinity(path);
  const LinkLeg leg{length, is_proved_ ? length : std::max(proved_of(path), a.to.distance(b.from)),
                    start_of(path, a.to.a), end_of(path, b.from.a)};
  // A leg that a limit has cut short is not that of other searches.
  if (is_proved_ || !(a.to.is_point() || b.from.is_point())) tables_.keep(radius_, from, to, leg);
  is_proved_ = was_proved;
  return leg;
}

double LinkSearch::bound_between(std::size_t from, std::size_t to, bool proved) {
  if (!between_.empty()) {
    const auto known = between_.find(from * tables_.hops().size() + to);
    if (known != between_.end()) return proved ? known->second.lower_bound : known->second.length;
  }
  return tables_.hops()[from].to.distance(tables_.hops()[to].from);
}

// Dijkstra's algorithm on the hops, with lower bounds for the legs that are not measured.
LinkSearch::Best LinkSearch::cheapest_by_bounds(double most, bool proved) {
  const std::vector<Hop>& hops = tables_.hops();
  const std::size_t count = hops.size();
  cost_.assign(count, infinity);
  before_.assign(count, no_hop);
  is_settled_.assign(count, 0);
  const auto value = [&](const Bound& leg) {
    return proved && leg.is_known ? leg.lower : leg.length;
  };
  double last = infinity;  // a lower bound on what remains after any hop
  for (const std::size_t i : usable_) last = std::min(last, value(to_goal_[i]));
  const auto rest = [&](std::size_t i) { return tables_.is_metric() ? straight_[i] : last; };
  std::vector<std::size_t> open;
  for (const std::size_t i : usable_) {
    const double cost = value(from_start_[i]) + hops[i].cost;
    if (cost + rest(i) >= most) continue;
    cost_[i] = cost;
    open.push_back(i);
  }
  Best best{most, {}};
  std::size_t at_best = no_hop;
  while (!open.empty()) {
    check_interrupt();
    const auto least = std::min_element(open.begin(), open.end(), [&](auto i, auto j) {
      return cost_[i] < cost_[j] || (cost_[i] == cost_[j] && i < j);
    });
    const std::size_t i = *least;
    *least = open.back();
    open.pop_back();
    is_settled_[i] = 1;
    if (cost_[i] + rest(i) >= best.cost) continue;
    if (const double whole = cost_[i] + value(to_goal_[i]); whole < best.cost) {
      best.cost = whole;
      at_best = i;
    }
    for (const std::size_t j : usable_) {
      if (is_settled_[j]) continue;
      const double cost = cost_[i] + bound_between(i, j, proved) + hops[j].cost;
      if (cost >= cost_[j] || cost + rest(j) >= best.cost) continue;
      if (cost_[j] == infinity) open.push_back(j);
      cost_[j] = cost;
      before_[j] = i;
    }
  }
  for (std::size_t i = at_best; i != no_hop; i = before_[i]) best.hops.push_back(i);
  std::reverse(best.hops.begin(), best.hops.end());
  return best;
}

bool LinkSearch::measure(const Best& sequence, bool is_row) {
  const std::size_t first = sequence.hops.front(), last = sequence.hops.back();
  const std::size_t count = tables_.hops().size();
  const auto each = [&](std::size_t one, auto&& work) {
    work(one);
    if (!is_row) return;
    for (const std::size_t i : usable_) {
      if (is_late()) return;
      work(i);
    }
  };
  if (!from_start_[first].is_known) {
    each(first, [&](std::size_t i) {
      if (!from_start_[i].is_known) measure_start(i);
    });
    return true;
  }
  if (!to_goal_[last].is_known) {
    each(last, [&](std::size_t i) {
      if (!to_goal_[i].is_known) measure_goal(i);
    });
    return true;
  }
  for (std::size_t k = 1; k < sequence.hops.size(); ++k) {
    const std::size_t from = sequence.hops[k - 1];
    if (between_.contains(from * count + sequence.hops[k])) continue;
    each(sequence.hops[k], [&](std::size_t to) {
      if (to == from || between_.contains(from * count + to)) return;
      const std::optional<LinkLeg> kept = tables_.leg(radius_, from, to);
      between_[from * count + to] = kept ? *kept : measure_between(from, to);
    });
    return true;
  }
  return false;
}

LinkSearch::Best LinkSearch::cheapest(double most) {
  for (int round = 0;; ++round) {
    Best found = cheapest_by_bounds(most);
    if (found.hops.empty()) return found;
    if (is_late()) {
      is_proved_ = false;
      return {most, {}};
    }
    if (!measure(found, round >= rounds_of_one_leg)) return found;
  }
}

double LinkSearch::lower_bound(double most) { return cheapest_by_bounds(most, true).cost; }

Path LinkSearch::joined(const Best& best, const FindLeg& find_leg, Index& part) {
  const std::vector<Hop>& hops = tables_.hops();
  Path out;
  out.status = Status::found;
  out.optimal = true;
  double paid = 0.0;
  const auto append = [&](Path leg, const Point& start, const Point& end) {
    if (find_leg && start != end) {
      Path asked = find_leg(start, end);
      if (asked.status == Status::found) leg = std::move(asked);
    }
    out.length += leg.length;
    out.optimal = out.optimal && leg.optimal;
    out.segments.insert(out.segments.end(), leg.segments.begin(), leg.segments.end());
    out.channel.insert(out.channel.end(), leg.channel.begin(), leg.channel.end());
  };
  Found& first = first_legs_.at(best.hops.front());
  Point at = end_of(first.path, start_);
  append(std::move(first.path), start_, at);
  for (std::size_t k = 0; k < best.hops.size(); ++k) {
    const Hop& hop = hops[best.hops[k]];
    const bool is_last = k + 1 == best.hops.size();
    Path leg;
    Point from = hop.to.a, to;
    if (is_last) {
      Found& last = last_legs_.at(best.hops[k]);
      leg = std::move(last.path);
      part = last.part;
      from = start_of(leg, hop.to.is_point() ? hop.to.a : end_of(leg, hop.to.a));
      to = end_of(leg, from);
    } else {
      const LinkLeg& known = between_.at(best.hops[k] * hops.size() + best.hops[k + 1]);
      from = known.start;
      to = known.end;
      Index reached = none;
      leg = find_point(from, hop_end(to, to).place, reached);
    }
    if (hop.is_walked) {
      out.segments.push_back({at, hop.via, {}, 0.0, 0});
      out.segments.push_back({hop.via, from, {}, 0.0, 0});
      out.length += hop.cost;
    } else {
      out.segments.push_back(link_segment(at, from, hop.link, hop.cost));
      paid += hop.cost;
    }
    append(std::move(leg), from, to);
    at = to;
  }
  const double cost = out.length + paid;
  out.optimal = out.optimal && is_proved_;
  out.lower_bound = std::min(cost, best.cost);
  return out;
}

Path LinkSearch::find(const Point& start, const Place& goal, double radius,
                      const SearchOptions& options, Path direct, const FindLeg& find_leg,
                      Index& part) {
  if (direct.status == Status::start_blocked || direct.status == Status::goal_blocked ||
      tables_.hops().empty())
    return direct;
  begin(start, radius, options);
  set_goal(goal);
  // Links must save more than rounding.
  const double walked = length_or_infinity(direct);
  const Best best = cheapest(walked * (1 - tolerance::joint));
  const double least = is_proved_ ? best.cost : lower_bound(best.cost);
  if (best.hops.empty()) {
    // Not even a limited search: what is proved of the path itself holds unless a link is cheaper.
    direct.optimal = direct.optimal && is_proved_;
    if (!is_proved_) direct.lower_bound = std::min(direct.lower_bound, least);
    direct.stats.expanded += stats_.expanded;
    direct.stats.generated += stats_.generated;
    return direct;
  }
  Path out = joined(best, find_leg, part);
  if (!is_proved_) out.lower_bound = std::min({out.lower_bound, direct.lower_bound, least});
  out.stats = direct.stats;
  out.stats.expanded += stats_.expanded;
  out.stats.generated += stats_.generated;
  return out;
}

void LinkSearch::improve(const Point& start, std::span<const Point> goals, double radius,
                         std::vector<double>& lengths) {
  if (tables_.hops().empty()) return;
  begin(start, radius, {});
  for (std::size_t i = 0; i < goals.size(); ++i) {
    const HopEnd goal = hop_end(goals[i], goals[i]);
    set_goal(goal.place);
    const Best best = cheapest(lengths[i] * (1 - tolerance::joint));
    if (!best.hops.empty()) lengths[i] = best.cost;
  }
}

}  // namespace clearway
