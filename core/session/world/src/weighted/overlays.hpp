// What weighted searches read: overlays of the world, and a variant without its costly areas.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <span>

#include "clearway/features/area_lengths.hpp"
#include "planners/weighted/weighted_regions.hpp"
#include "state/world_state.hpp"

namespace clearway {

// A reading of an overlay of the world, and its regions. Made by the thread that holds the reading
// of the world; the threads of a batch share it.
class OverlayReading {
 public:
  // `has_boundaries`: of areas; without, it serves paths through one-way doors.
  OverlayReading(const WorldReading& reading, bool has_boundaries, double inflation, bool is_outer)
      : world_(overlay_of(reading, has_boundaries, inflation, is_outer)),
        reading_(*world_),
        regions_(WorldState::of(reading_).updated_regions()) {}
  const WeightedRegions& regions() const { return *regions_; }

 private:
  static std::shared_ptr<SharedWorld> overlay_of(const WorldReading& reading, bool has_boundaries,
                                                 double inflation, bool is_outer) {
    WorldState& state = WorldState::of(reading);
    WorldState& base = state.variant ? state.variant->base : state;
    VariantSpec spec = state.variant ? state.variant->spec : VariantSpec{};
    spec.has_boundaries = has_boundaries;
    spec.has_doors = true;
    spec.inflation = inflation;
    spec.is_outer = is_outer;
    return base.variants.get(base, spec);
  }

  std::shared_ptr<SharedWorld> world_;
  WorldReading reading_;
  std::shared_ptr<const WeightedRegions> regions_;
};

// For one radius.
struct OverlayPair {
  OverlayPair(const WorldReading& reading, bool has_boundaries, double radius)
      : inner(std::make_unique<OverlayReading>(reading, has_boundaries, radius, false)) {
    if (radius > 0) outer = std::make_unique<OverlayReading>(reading, has_boundaries, radius, true);
  }
  std::unique_ptr<OverlayReading> inner, outer;  // outer: only for discs
};

// A reading of the variant in which areas with factors above 1 are avoided; none if there are none.
// Its shortest path is a candidate: often the cheapest way is around them.
class DetourReading {
 public:
  DetourReading(const WorldReading& reading, const AreaFactors& factors) {
    WorldState& state = WorldState::of(reading);
    WorldState& base = state.variant ? state.variant->base : state;
    VariantSpec spec = state.variant ? state.variant->spec : VariantSpec{};
    const std::size_t before = spec.avoided.size();
    for (const auto& [name, factor] : factors)
      if (factor > 1) spec.avoided.push_back(name);
    if (spec.avoided.size() == before) return;
    std::sort(spec.avoided.begin(), spec.avoided.end());
    world_ = base.variants.get(base, spec);
    reading_.emplace(*world_);
  }
  const WorldReading* get() const { return reading_ ? &*reading_ : nullptr; }

 private:
  std::shared_ptr<SharedWorld> world_;
  std::optional<WorldReading> reading_;
};

// The overlays of all radii of a batch.
struct Overlays {
  std::map<double, OverlayPair> by_radius;
  DetourReading detour;

  Overlays(const WorldReading& reading, const AreaFactors& factors, std::span<const double> radii)
      : detour(reading, factors) {
    for (const double radius : radii) {
      if (!by_radius.contains(radius))
        by_radius.emplace(radius, OverlayPair(reading, true, radius));
    }
  }
};

}  // namespace clearway
