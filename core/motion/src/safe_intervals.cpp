#include "clearway/motion/safe_intervals.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "base/heap.hpp"
#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"

namespace clearway {
namespace {

void check(const Roadmap& g, std::span<const double> distances, const MotionQuery& query) {
  const auto starts_are_rows = [](const std::vector<std::int64_t>& starts, std::size_t count,
                                  std::size_t end) {
    return starts.size() == count + 1 && starts.front() == 0 &&
           std::is_sorted(starts.begin(), starts.end()) &&
           starts.back() == static_cast<std::int64_t>(end);
  };
  const auto count = static_cast<std::int32_t>(g.nodes.size());
  const auto is_node = [&](std::int32_t n) { return n >= 0 && n < count; };
  if (!starts_are_rows(g.edge_starts, g.nodes.size(), g.targets.size()) ||
      !starts_are_rows(g.segment_starts, g.targets.size(), g.segments.size()) ||
      !std::all_of(g.targets.begin(), g.targets.end(), is_node) ||
      distances.size() != g.nodes.size() || !is_node(query.start) || !is_node(query.goal)) {
    throw InvalidInput("this is no graph with distances");
  }
}

using MotionStateId = Id<struct MotionStateTag>;

class SafeIntervalSearch {
 public:
  SafeIntervalSearch(const Reservations& reservations, const Roadmap& graph,
                     std::span<const double> distances, const Shortcut& shortcut,
                     const MotionQuery& query)
      : reservations_(reservations),
        graph_(graph),
        distances_(distances),
        shortcut_(shortcut),
        query_(query),
        intervals_(graph.nodes.size()) {}

  MotionAnswer run() {
    MotionAnswer answer;
    const std::vector<TimeInterval>& first = safe_at(query_.start);
    if (first.empty() || first.front().begin > query_.depart) {
      answer.status = Status::start_blocked;
      return answer;
    }
    if (!query_.leaves &&
        (safe_at(query_.goal).empty() || safe_at(query_.goal).back().end < forever)) {
      answer.status = Status::goal_blocked;
      return answer;
    }
    reach(query_.start, 0, query_.depart, none, {});
    while (!open_.empty()) {
      const Entry<MotionStateId> top = open_.pop();
      State& state = states_[top.item];
      if (state.is_expanded) continue;
      state.is_expanded = true;
      if (is_final(state)) {
        answer.status = Status::found;
        write(top.item, answer.motions);
        break;
      }
      if (answer.stats.expanded == query_.max_expansions) {
        answer.is_complete = false;
        break;
      }
      check_interrupt();
      ++answer.stats.expanded;
      expand(top.item);
    }
    answer.stats.generated = states_.size();
    return answer;
  }

 private:
  struct State {
    std::int32_t node;
    TimeInterval safe;
    double arrival;
    MotionStateId parent;
    std::vector<Motion> walk;  // that led here
    bool is_expanded = false;
  };

  // The safe intervals at a node, from the departure on.
  const std::vector<TimeInterval>& safe_at(std::int32_t node) {
    auto& known = intervals_[static_cast<std::size_t>(node)];
    if (!known) {
      const Point& place = graph_.nodes[static_cast<std::size_t>(node)];
      known = remaining(reservations_.blocked_times(place, query_.radius), query_.depart, forever);
    }
    return *known;
  }

  bool is_final(const State& state) const {
    return state.node == query_.goal && (query_.leaves || state.safe.end == forever);
  }

  void reach(std::int32_t node, std::size_t number, double arrival, MotionStateId parent,
             std::vector<Motion> walk) {
    const double estimate = arrival + distances_[static_cast<std::size_t>(node)] / query_.speed;
    if (!(estimate <= query_.latest) || estimate == forever) return;
    const auto [known, is_new] = by_place_.try_emplace({node, number}, states_.end_id());
    if (is_new) {
      states_.push_back({node, safe_at(node)[number], arrival, parent, std::move(walk)});
    } else {
      State& state = states_[known->second];
      if (state.is_expanded || state.arrival <= arrival) return;
      state.arrival = arrival;
      state.parent = parent;
      state.walk = std::move(walk);
    }
    open_.push({estimate, known->second});
  }

  void expand(MotionStateId from) {
    const std::int32_t node = states_[from].node;
    const auto row = static_cast<std::size_t>(node);
    if (node != query_.goal) follow(from, shortcut_(node), query_.goal);
    for (auto e = static_cast<std::size_t>(graph_.edge_starts[row]);
         e < static_cast<std::size_t>(graph_.edge_starts[row + 1]); ++e) {
      const auto a = graph_.segment_starts[e], b = graph_.segment_starts[e + 1];
      const std::int32_t target = graph_.targets[e];
      std::vector<Segment> segments(graph_.segments.begin() + a, graph_.segments.begin() + b);
      if (a == b) {
        const Point& to = graph_.nodes[static_cast<std::size_t>(target)];
        segments.push_back({graph_.nodes[row], to, {}, 0.0, 0});
      }
      follow(from, segments, target);
    }
  }

  // Walks along the segments to a node, at the first departure for each safe interval there.
  void follow(MotionStateId from, std::span<const Segment> segments, std::int32_t target) {
    if (segments.empty()) return;
    const std::vector<Motion> walked = walk(segments, query_.speed, 0.0);
    if (walked.empty()) return;
    const double took = walked.back().end;
    const double earliest = states_[from].arrival, latest = states_[from].safe.end;
    const std::vector<TimeInterval> blocked =
        reservations_.blocked_departures(walked, query_.radius, earliest, latest);
    const std::vector<TimeInterval> safe = safe_at(target);
    for (std::size_t i = 0; i < safe.size(); ++i) {
      if (safe[i].end < earliest + took) continue;
      if (safe[i].begin - took > latest) break;
      const double depart = first_outside(blocked, std::max(earliest, safe[i].begin - took));
      if (!(depart <= latest) || depart == forever) break;
      // Where the interval begins, rounding must not put the arrival before it.
      const double arrival = std::max(depart + took, safe[i].begin);
      if (arrival > safe[i].end) continue;
      reach(target, i, arrival, from, walk(segments, query_.speed, depart));
    }
  }

  void write(MotionStateId last, std::vector<Motion>& out) const {
    std::vector<MotionStateId> chain;
    for (MotionStateId at = last; at != none; at = states_[at].parent) chain.push_back(at);
    double now = query_.depart;
    for (auto at = chain.rbegin() + 1; at != chain.rend(); ++at) {
      const State& state = states_[*at];
      const double leaves = state.walk.front().begin;
      if (leaves > now) {
        const std::int32_t from = states_[state.parent].node;
        out.push_back(wait_at(graph_.nodes[static_cast<std::size_t>(from)], now, leaves));
      }
      out.insert(out.end(), state.walk.begin(), state.walk.end());
      now = state.walk.back().end;
    }
  }

  const Reservations& reservations_;
  const Roadmap& graph_;
  std::span<const double> distances_;
  const Shortcut& shortcut_;
  const MotionQuery query_;
  std::vector<std::optional<std::vector<TimeInterval>>> intervals_;
  IdVector<MotionStateId, State> states_;
  std::map<std::pair<std::int32_t, std::size_t>, MotionStateId> by_place_;
  Heap<MotionStateId> open_;
};

}  // namespace

MotionAnswer find_motion(const Reservations& reservations, const Roadmap& graph,
                         std::span<const double> distances, const Shortcut& shortcut,
                         const MotionQuery& query) {
  check(graph, distances, query);
  return SafeIntervalSearch(reservations, graph, distances, shortcut, query).run();
}

}  // namespace clearway
