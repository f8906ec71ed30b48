#include "features/area_shapes.hpp"

#include <algorithm>

#include "base/infinity.hpp"
#include "clearway/base/interrupt.hpp"
#include "geometry/construction.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {

AreaShape::AreaShape(const Obstacles& shape)
    : box(box_of(shape.points.front(), shape.points.front())), chains(input_chains(shape)) {
  for (const Point& p : shape.points) box.add(p);
}

AreaShapes::AreaShapes(const Features& features) {
  for (const auto& [handle, area] : features.areas) {
    check_interrupt();
    by_name_[area.feature.name].emplace_back(area.shape);
  }
}

CostToLeave cost_to_leave(const AreaShapes& areas, const AreaFactors& factors, const Point& p) {
  CostToLeave out;
  const Box at = box_of(p, p);
  for (const auto& [name, factor] : factors) {
    const auto found = areas.by_name().find(name);
    if (found == areas.by_name().end() || !(factor > 1)) continue;
    for (const AreaShape& area : found->second) {
      check_interrupt();
      if (area.box.distance(at) > 0 || !is_blocked(area.chains, p, 0.0)) continue;
      double reach = infinity;
      for (const InputChain& chain : area.chains)
        chain.any_near(at, reach, [&](std::size_t i) {
          reach = std::min(reach, distance(p, chain.start(i), chain.end(i)));
          return false;
        });
      if ((factor - 1) * reach > out.rate * out.reach) out = {factor - 1, reach};
    }
  }
  return out;
}

double least_extra_cost(const AreaShapes& areas, const AreaFactors& factors, const Point& start,
                        const Point& goal) {
  const CostToLeave first = cost_to_leave(areas, factors, start),
                    last = cost_to_leave(areas, factors, goal);
  const double apart = distance(start, goal);
  const auto alone = [&](const CostToLeave& end) { return end.rate * std::min(end.reach, apart); };
  const double out = first.reach + last.reach <= apart
                         ? first.rate * first.reach + last.rate * last.reach
                         : std::max(alone(first), alone(last));
  return out * (1 - tolerance::bound_of_labels);
}

}  // namespace clearway
