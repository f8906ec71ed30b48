// Where agents want to go: the first line of a shortest path, from a field or from a path of their
// own.
#pragma once

#include <memory>
#include <vector>

#include "agent.hpp"
#include "clearway/path/path.hpp"
#include "clearway/planners/field_queries.hpp"
#include "clearway/planners/optimal.hpp"
#include "ways.hpp"

namespace clearway {

// Asks with the scratch of one thread. An answer serves until the agent has walked the line, has
// been pushed off it, or some steps have passed.
class Guidance {
 public:
  Guidance(const World& world, const Ways& ways) : world_(world), ways_(ways), search_(world) {}

  // Whether the agent must ask again before a step of this length.
  static bool is_stale(const Agent& agent, double step);
  // Sets agent.guide for its way: from the field, if there is one, unless `exactly`. A path is
  // followed from corner to corner; so it leads through a gap exactly as wide as the disc.
  void ask(Agent& agent, bool exactly);
  // Sets agent.guide for a path to this point; false if there is none.
  bool ask_for(Agent& agent, const Point& goal);
  // Passes the corners of the agent's own path that it has reached, or is so near to, in a step of
  // this length, that the next one is in sight, or that it passes in the step (passing.hpp).
  void pass_corners(Agent& agent, double step);

  // Makes the queries of the fields that were built since the last call, so that asking them needs
  // no memory.
  void prepare();

  std::size_t asked() const { return asked_; }
  std::size_t paths() const { return paths_; }

 private:
  void follow(const Path& path, const Agent& agent, Guide& guide);

  const World& world_;
  const Ways& ways_;
  OptimalSearch search_;
  Path path_;
  struct Kept {
    std::uint64_t built = 0;
    std::unique_ptr<FieldQueries> queries;
  };
  IdVector<WayId, Kept> kept_;
  std::size_t prepared_ = 0;  // fields that had been built
  std::size_t asked_ = 0, paths_ = 0;
};

}  // namespace clearway
