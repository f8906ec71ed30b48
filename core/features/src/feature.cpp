#include "clearway/features/feature.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "clearway/base/error.hpp"
#include "features/feature_checks.hpp"
#include "obstacles/input_checks.hpp"

namespace clearway {

std::map<Handle, PlacedFeature>& Features::of_kind(FeatureKind kind) {
  return kind == FeatureKind::area ? areas : kind == FeatureKind::door ? doors : links;
}

const PlacedFeature* Features::find(Handle handle) const {
  for (const auto* kind : {&areas, &doors, &links})
    if (const auto found = kind->find(handle); found != kind->end()) return &found->second;
  return nullptr;
}

bool Features::has_area_named(const std::string& name) const {
  return std::any_of(areas.begin(), areas.end(),
                     [&](const auto& area) { return area.second.feature.name == name; });
}

namespace {

bool is_link_end(const Obstacles& shapes, std::size_t chain) {
  const auto points = shapes.chain_starts[chain + 1] - shapes.chain_starts[chain];
  return shapes.roles[chain] == Role::post ? points == 1
                                           : shapes.roles[chain] == Role::wall && points == 2;
}

void check_shape(const Obstacles& shapes, std::size_t i, FeatureKind kind) {
  const auto first = static_cast<std::size_t>(shapes.obstacle_starts[i]),
             last = static_cast<std::size_t>(shapes.obstacle_starts[i + 1]);
  bool is_right = kind != FeatureKind::link || last - first == 2;
  for (std::size_t k = first; k < last && is_right; ++k) {
    const Role role = shapes.roles[k];
    is_right = kind == FeatureKind::area   ? role <= Role::hole
               : kind == FeatureKind::door ? role == Role::wall
                                           : is_link_end(shapes, k);
  }
  if (!is_right)
    throw InvalidInput("a feature has a shape of another kind", static_cast<std::int64_t>(i));
}

}  // namespace

void check_features(const Obstacles& shapes, const std::vector<Feature>& features) {
  check_input(shapes);
  if (shapes.handles.size() != features.size())
    throw InvalidInput("features and shapes differ in number");
  for (std::size_t i = 0; i < features.size(); ++i) {
    const Feature& f = features[i];
    const auto index = static_cast<std::int64_t>(i);
    check_shape(shapes, i, f.kind);
    if (f.kind == FeatureKind::area && f.name.empty())
      throw InvalidInput("an area has no name", index);
    if (f.cost < 0 || std::isinf(f.cost))
      throw InvalidInput("the cost of a link is negative or not finite", index);
    if (!(f.radius >= 0))
      throw InvalidInput("the radius of a link is negative or not a number", index);
  }
}

Obstacles obstacle_at(const Obstacles& obstacles, std::size_t i) {
  Obstacles out;
  out.handles.push_back(obstacles.handles[i]);
  for (auto k = obstacles.obstacle_starts[i]; k < obstacles.obstacle_starts[i + 1]; ++k) {
    out.roles.push_back(obstacles.roles[k]);
    out.points.insert(out.points.end(), obstacles.points.begin() + obstacles.chain_starts[k],
                      obstacles.points.begin() + obstacles.chain_starts[k + 1]);
    out.chain_starts.push_back(static_cast<std::int64_t>(out.points.size()));
  }
  out.obstacle_starts.push_back(static_cast<std::int64_t>(out.roles.size()));
  return out;
}

}  // namespace clearway
