#include "reading.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "geometry/tolerances.hpp"
#include "paths/query_share.hpp"

namespace clearway {

HierarchyReading::HierarchyReading(const SharedWorld& world,
                                   std::vector<const SharedHierarchy*> hierarchies)
    : reading_(world) {
  // Every thread takes several locks in the same order, and holds none while it waits for an
  // exclusive one, in compute().
  std::sort(hierarchies.begin(), hierarchies.end(), std::less<>());
  hierarchies.erase(std::unique(hierarchies.begin(), hierarchies.end()), hierarchies.end());
  while (const SharedHierarchy* unready = hold(hierarchies)) {
    holds_.clear();
    unready->compute(reading_, ~std::size_t{0}, 1);
  }
}

// Locks them; stops at the first that is not ready, and returns it.
const SharedHierarchy* HierarchyReading::hold(std::span<const SharedHierarchy* const> hierarchies) {
  for (const SharedHierarchy* h : hierarchies) {
    holds_.push_back(std::make_unique<Hold>(h->parts_->lock, Hold::shared));
    if (!h->parts_->hierarchy.is_ready()) return h;
  }
  return nullptr;
}

Path HierarchyQueryLoan::find(const Point& start, const Point& goal, double planned_radius,
                              double radius) const {
  HierarchyQuery& query = query_->query;
  Path path = query.path(query.plan(start, goal, planned_radius), start, goal);
  if (!(planned_radius > radius)) return path;
  if (path.status == Status::found) return for_smaller_disc(std::move(path), start, goal);
  SearchOptions options;
  options.explored = query_->triangles;
  return searches_->optimal.find(start, goal, radius, options);
}

void HierarchyRun::find_all(QueryShare& share) {
  share.answer([&](const Point& start, const Point& goal, double radius,
                   const SearchOptions& options) { return find(start, goal, radius, options); });
}

Path for_smaller_disc(Path path, const Point& start, const Point& goal) {
  const double straight = std::min(std::hypot(goal.x - start.x, goal.y - start.y), path.length);
  path.optimal =
      path.status == Status::found && path.length <= straight * (1 + tolerance::few_operations);
  path.lower_bound = straight;
  return path;
}

}  // namespace clearway
