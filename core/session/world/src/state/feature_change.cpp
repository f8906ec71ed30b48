#include "feature_change.hpp"

#include <cmath>
#include <string>
#include <unordered_set>
#include <utility>

#include "clearway/base/error.hpp"
#include "features/feature_checks.hpp"
#include "links/tables.hpp"
#include "obstacles/input_checks.hpp"

namespace clearway {

void append(Obstacles& to, const Obstacles& from) {
  const auto chains = static_cast<std::int64_t>(to.roles.size()),
             points = static_cast<std::int64_t>(to.points.size());
  to.handles.insert(to.handles.end(), from.handles.begin(), from.handles.end());
  to.roles.insert(to.roles.end(), from.roles.begin(), from.roles.end());
  to.points.insert(to.points.end(), from.points.begin(), from.points.end());
  for (std::size_t i = 1; i < from.obstacle_starts.size(); ++i)
    to.obstacle_starts.push_back(chains + from.obstacle_starts[i]);
  for (std::size_t i = 1; i < from.chain_starts.size(); ++i)
    to.chain_starts.push_back(points + from.chain_starts[i]);
}

FeatureChange::FeatureChange(const Features& features, const World& world, FeatureEdit edit)
    : added(std::move(edit.added)), edit_(std::move(edit)) {
  check_features(edit_.shapes, edit_.features);
  normalize(edit_.shapes);
  check_handles(features, world);
  for (const Handle h : edit_.removed) {
    const auto door = features.doors.find(h);
    const bool is_in_mesh = door != features.doors.end()
                                ? is_wall(door->second.feature, door->second.feature.is_on)
                                : !features.areas.contains(h) && !features.links.contains(h);
    if (is_in_mesh) removed.push_back(h);
    changes_areas = changes_areas || features.areas.contains(h);
  }
  for (std::size_t i = 0; i < edit_.features.size(); ++i) {
    Obstacles shape = obstacle_at(edit_.shapes, i);
    Feature& f = edit_.features[i];
    changes_areas = changes_areas || f.kind == FeatureKind::area;
    if (f.kind != FeatureKind::link)
      f.cost = 0.0;
    else if (std::isnan(f.cost))
      f.cost = end_of_link(shape, 0).distance(end_of_link(shape, 1));
    if (f.kind == FeatureKind::door && is_wall(f, f.is_on)) append(added, shape);
    fresh_.of_kind(f.kind).emplace(edit_.shapes.handles[i], PlacedFeature{f, std::move(shape)});
  }
  for (const auto& [h, is_on] : edit_.switched) {
    const auto door = features.doors.find(h);
    if (door == features.doors.end()) continue;
    const Feature& f = door->second.feature;
    if (is_wall(f, f.is_on) == is_wall(f, is_on)) continue;
    if (is_wall(f, is_on))
      append(added, door->second.shape);
    else
      removed.push_back(h);
  }
  touched = edit_.removed;
  touched.insert(touched.end(), added.handles.begin(), added.handles.end());
  touched.insert(touched.end(), edit_.shapes.handles.begin(), edit_.shapes.handles.end());
  for (const auto& [h, is_on] : edit_.switched) touched.push_back(h);
}

void FeatureChange::check_handles(const Features& features, const World& world) const {
  std::unordered_set<Handle> leaving;
  for (std::size_t i = 0; i < edit_.removed.size(); ++i) {
    const Handle h = edit_.removed[i];
    const bool exists = h >= 0 && (features.find(h) || world.contains(h));
    if (!exists || !leaving.insert(h).second) throw UnknownHandle(h, static_cast<std::int64_t>(i));
  }
  std::unordered_set<Handle> arriving;
  const auto arrive = [&](Handle h) {
    const bool is_taken = (features.find(h) || world.contains(h)) && !leaving.contains(h);
    if (h < 0 || is_taken || !arriving.insert(h).second)
      throw InvalidInput("handle " + std::to_string(h) + " is taken or negative");
  };
  for (const Handle h : added.handles) arrive(h);
  for (const Handle h : edit_.shapes.handles) arrive(h);
  for (std::size_t i = 0; i < edit_.switched.size(); ++i) {
    const Handle h = edit_.switched[i].first;
    const bool is_switch = features.doors.contains(h) || features.links.contains(h);
    if (!is_switch || !leaving.insert(h).second)
      throw UnknownHandle(h, static_cast<std::int64_t>(i));
  }
}

void FeatureChange::commit(Features& features) noexcept {
  for (const Handle h : edit_.removed)
    for (auto* kind : {&features.areas, &features.doors, &features.links}) kind->erase(h);
  features.areas.merge(fresh_.areas);
  features.doors.merge(fresh_.doors);
  features.links.merge(fresh_.links);
  for (const auto& [h, is_on] : edit_.switched)
    for (auto* kind : {&features.doors, &features.links})
      if (const auto found = kind->find(h); found != kind->end())
        found->second.feature.is_on = is_on;
  features.one_way_doors = 0;
  for (const auto& [h, door] : features.doors)
    features.one_way_doors += door.feature.direction != DoorDirection::both;
}

}  // namespace clearway
