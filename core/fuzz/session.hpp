// One fuzzed run: a world, everything that follows its edits, and queries to every planner.
//
// The bytes decide what happens next. After each edit every validate() of the core runs. The
// verifier measures every path, and planners are compared with each other. A violation throws
// Broken or is reported by a sanitizer.
#pragma once

#include <optional>
#include <stdexcept>
#include <vector>

#include "bytes.hpp"
#include "clearway/planners/optimal.hpp"
#include "clearway/watch/watch.hpp"
#include "clearway/world/world.hpp"
#include "planners/hierarchy/hierarchy.hpp"
#include "planners/hierarchy/hierarchy_query.hpp"
#include "terrain/abstraction.hpp"

namespace fuzz {

using clearway::Handle;
using clearway::Index;
using clearway::Obstacles;
using clearway::Path;
using clearway::Role;
using clearway::World;

struct Broken : std::runtime_error {
  using std::runtime_error::runtime_error;
};
inline void demand(bool holds, const char* what) {
  if (!holds) throw Broken(what);
}

class Session {
 public:
  explicit Session(Bytes bytes);
  void run();

  // Prints the current obstacles and the last query, to analyse a finding.
  void describe() const;

  static Obstacles bounds(const Places& places);

 private:
  // edits.cpp
  void edit();
  void edit_badly();
  void append(Obstacles& out, Handle handle);
  void apply(const std::vector<Handle>& removed, Obstacles added);

  // followers.cpp
  void partition();
  void compute();
  void recut();
  void restore();
  void watch(const Path& path, const Point& start, double radius);

  // queries.cpp
  void ask_places();
  void ask_paths();
  void ask_journey();
  double radius();
  void check_path(const Path& path, const Point& start, const Point& goal, double radius,
                  const char* what) const;
  void check_points_planners(const Point& start, const Point& goal, const Path& best) const;

  static constexpr std::size_t most_obstacles = 24, most_points = 9;
  static constexpr int most_steps = 24;

  Bytes bytes_;
  Places places_;
  World world_;
  clearway::OptimalSearch optimal_;
  std::vector<Handle> handles_;
  Handle next_ = 0;
  std::optional<clearway::Abstraction> abstraction_;
  std::optional<clearway::Hierarchy> hierarchy_;
  clearway::Watches watches_;
  struct {
    Point a, b;
    double radius;
  } asked_{};
};

}  // namespace fuzz
