// The links of one version of a world, prepared for searches: hops, and legs between them that
// searches have measured.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "clearway/features/feature.hpp"
#include "clearway/query/place.hpp"

namespace clearway {

// Where a hop begins or ends: a point, or any point of a segment.
struct HopEnd {
  Point a, b;  // equal: a point
  Place place;

  bool is_point() const { return a == b; }
  double distance(const HopEnd& other) const;  // least straight distance
  double distance(const Place& other) const;   // 0 if this end and an area meet
};
HopEnd hop_end(const Point& a, const Point& b);
// The end of a link: 0 or 1, its first or its second.
HopEnd end_of_link(const Obstacles& shape, std::size_t which);

// A link, used in one direction. A link that leads both ways has two.
struct Hop {
  Handle link;
  HopEnd from, to;
  double cost, radius;     // for discs up to this radius
  bool is_walked = false;  // through a one-way door: straight to `via` and on
  Point via = {};          // on the door
};

// A shortest path between two places, as far as it is measured: its length (infinity: none), a
// lower bound on it, and its ends.
struct LinkLeg {
  double length, lower_bound;
  Point start, end;
};

class LinkTables {
 public:
  explicit LinkTables(const Features& features, std::vector<Hop> more = {});

  const std::vector<Hop>& hops() const { return hops_; }
  // Whether no hop costs less than the distance between its ends, so that straight distances are
  // lower bounds on costs.
  bool is_metric() const { return is_metric_; }

  // The leg from the end of one hop to the beginning of another, if it is known. Any thread.
  std::optional<LinkLeg> leg(double radius, std::size_t from, std::size_t to) const;
  void keep(double radius, std::size_t from, std::size_t to, const LinkLeg& leg);
  // In a forked child.
  void after_fork() noexcept;

 private:
  std::vector<Hop> hops_;
  bool is_metric_ = true;
  mutable std::mutex mutex_;
  using Legs = std::unordered_map<std::uint64_t, LinkLeg>;
  std::map<double, Legs> legs_;  // by radius
};

}  // namespace clearway
