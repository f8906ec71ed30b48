#include "obstacles/input_checks.hpp"

#include <string>

#include "clearway/base/error.hpp"
#include "geometry/domain.hpp"

namespace clearway {

namespace {

// `starts` cuts [0, total) into `parts` ranges.
void check_starts(const std::vector<std::int64_t>& starts, std::size_t parts, std::size_t total,
                  const char* name) {
  const auto refuse = [&](std::size_t i) {
    throw InvalidInput(std::string(name) + " is not a partition", static_cast<std::int64_t>(i));
  };
  if (starts.size() != parts + 1 || starts[0] != 0) refuse(0);
  for (std::size_t i = 0; i < parts; ++i)
    if (starts[i + 1] < starts[i]) refuse(i + 1);
  if (starts[parts] != static_cast<std::int64_t>(total)) refuse(parts);
}

}  // namespace

void check_input(const Obstacles& o) {
  check_starts(o.chain_starts, o.roles.size(), o.points.size(), "chain_starts");
  check_starts(o.obstacle_starts, o.handles.size(), o.roles.size(), "obstacle_starts");
  check_domain(o.points);
  for (std::size_t k = 0; k < o.roles.size(); ++k) {
    if (o.chain_starts[k] == o.chain_starts[k + 1])
      throw InvalidInput("a chain has no points", static_cast<std::int64_t>(k));
    if (o.roles[k] > Role::post)
      throw InvalidInput("unknown role " + std::to_string(static_cast<int>(o.roles[k])),
                         static_cast<std::int64_t>(k));
  }
  for (std::size_t i = 0; i < o.handles.size(); ++i) {
    if (o.obstacle_starts[i] == o.obstacle_starts[i + 1])
      throw InvalidInput("an obstacle has no chains", static_cast<std::int64_t>(i));
    if (o.roles[static_cast<std::size_t>(o.obstacle_starts[i])] == Role::hole)
      throw InvalidInput("an obstacle starts with a hole", static_cast<std::int64_t>(i));
  }
}

void normalize(Obstacles& o) {
  std::size_t kept = 0;
  std::size_t from = 0;
  for (std::size_t k = 0; k < o.roles.size(); ++k) {
    const auto to = static_cast<std::size_t>(o.chain_starts[k + 1]);
    const std::size_t first = kept;
    for (std::size_t i = from; i < to; ++i) {
      const Point p = in_domain(o.points[i]);
      if (kept == first || o.points[kept - 1] != p) o.points[kept++] = p;
      if (o.roles[k] == Role::post) break;
    }
    const bool is_ring = o.roles[k] <= Role::hole;
    while (is_ring && kept > first + 1 && o.points[first] == o.points[kept - 1]) --kept;
    o.chain_starts[k + 1] = static_cast<std::int64_t>(kept);
    from = to;
  }
  o.points.resize(kept);
}

}  // namespace clearway
