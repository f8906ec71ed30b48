#include "clearway/session/hierarchy_paths.hpp"

#include <memory>
#include <vector>

#include "clearway/base/error.hpp"
#include "geometry/domain.hpp"
#include "links/feature_search.hpp"
#include "paths/snap_ends.hpp"
#include "reading.hpp"
#include "session/common/parallel.hpp"

namespace clearway {

Answers find_paths(std::span<const SharedHierarchy* const> levels,
                   std::span<const std::int32_t> level_of, std::span<const Point> starts,
                   std::span<const Point> goals, std::span<const double> planned_radii,
                   std::span<const double> radii, std::size_t threads, Snapping* snapping) {
  if (starts.size() != goals.size() || starts.size() != radii.size() ||
      starts.size() != planned_radii.size() || starts.size() != level_of.size())
    throw InvalidInput("starts, goals and radii differ in number");
  check_domain(starts);
  check_domain(goals);
  check_radii(planned_radii);
  check_radii(radii);
  if (levels.empty()) throw InvalidInput("there is no level");
  for (const SharedHierarchy* level : levels)
    if (&level->world() != &levels[0]->world()) throw InvalidInput("levels of different worlds");
  std::vector<const SharedHierarchy*> used;
  for (const std::int32_t i : level_of) {
    if (i < 0 || static_cast<std::size_t>(i) >= levels.size())
      throw InvalidInput("a level is out of range");
    used.push_back(levels[static_cast<std::size_t>(i)]);
  }
  const HierarchyReading reading(levels[0]->world(), std::move(used));
  const RelaxedReading relaxed(reading.world_reading());
  relaxed.prepare(radii);
  snap_starts(relaxed.world(), starts, radii, snapping);
  snap_goals(relaxed.world(), goals, radii, snapping);
  const bool has_features = FeatureSearch::is_needed(reading.world_reading());
  std::vector<Path> paths(starts.size());
  for_each_parallel(starts.size(), threads, [&]() -> Worker {
    auto loans = std::make_shared<std::vector<std::unique_ptr<HierarchyQueryLoan>>>(levels.size());
    return [&, loans](std::size_t i) {
      const auto level = static_cast<std::size_t>(level_of[i]);
      if (has_features) {
        auto run = std::make_unique<HierarchyRun>(reading.world_reading(), *levels[level],
                                                  planned_radii[i]);
        FeatureRun with_features(std::move(run), reading.world_reading(), relaxed);
        paths[i] = with_features.find(starts[i], goals[i], radii[i], {});
        return;
      }
      auto& query = (*loans)[level];
      if (!query)
        query = std::make_unique<HierarchyQueryLoan>(reading.world_reading(), *levels[level]);
      paths[i] = query->find(starts[i], goals[i], planned_radii[i], radii[i]);
    };
  });
  PathTable table;
  table.reserve(paths.size());
  for (const Path& path : paths) table.append(path);
  return answers_of(reading.world_reading(), std::move(table));
}

}  // namespace clearway
