#include "variants.hpp"

#include <algorithm>
#include <new>
#include <string>

#include "clearway/base/error.hpp"
#include "feature_change.hpp"
#include "obstacles/relative.hpp"
#include "overlay_shapes.hpp"
#include "session/common/fork.hpp"
#include "world_state.hpp"

namespace clearway {

namespace {

// A list of touched handles is compacted beyond this length.
constexpr std::size_t most_touched = 1024;

Point origin_of(const VariantSpec& spec, const Obstacles& bounds) {
  return spec.is_overlay() ? overlay_origin(bounds) : Point{};
}

}  // namespace

VariantRecord::VariantRecord(WorldState& of, VariantSpec how)
    : base(of), spec(std::move(how)), origin(origin_of(spec, of.world.bounds())) {}

bool VariantRecord::is_open(Handle door, const Feature& feature) const {
  const auto own = std::lower_bound(spec.doors.begin(), spec.doors.end(), door,
                                    [](const auto& pair, Handle h) { return pair.first < h; });
  return own != spec.doors.end() && own->first == door ? own->second : feature.is_on;
}

std::vector<Handle> directed_doors(const Features& features, const VariantRecord* variant) {
  std::vector<Handle> out;
  if (features.one_way_doors == 0 || (variant && variant->spec.ignores_directions)) return out;
  for (const auto& [h, door] : features.doors) {
    const Feature& f = door.feature;
    if (f.direction == DoorDirection::both) continue;
    if (variant ? variant->is_open(h, f) : f.is_on) out.push_back(h);
  }
  return out;
}

Obstacles VariantRecord::wanted(Handle handle) const {
  const Features& features = base.features;
  if (const auto door = features.doors.find(handle); door != features.doors.end()) {
    const Feature& feature = door->second.feature;
    const bool is_open_now = is_open(handle, feature);
    if (!is_open_now) return seen(door->second.shape);
    if (spec.ignores_directions || !is_wall(feature, true)) return {};
    return spec.has_doors ? placed(door->second.shape) : seen(door->second.shape);
  }
  if (const auto area = features.areas.find(handle); area != features.areas.end()) {
    const bool is_avoided =
        std::binary_search(spec.avoided.begin(), spec.avoided.end(), area->second.feature.name);
    if (is_avoided) return seen(area->second.shape);
    return spec.has_boundaries ? boundary_of(placed(area->second.shape)) : Obstacles{};
  }
  if (handle == inflated_bounds && spec.inflation > 0)
    return inflated_edge(placed(base.world.bounds()), spec.inflation, spec.is_outer);
  if (!base.world.contains(handle)) return {};
  return seen(base.world.obstacles({&handle, 1}));
}

Obstacles VariantRecord::seen(const Obstacles& obstacle) const {
  Obstacles out = placed(obstacle);
  return spec.inflation > 0 ? inflated(out, spec.inflation, spec.is_outer) : out;
}

Obstacles VariantRecord::placed(const Obstacles& shape) const { return relative(shape, origin); }

std::vector<Handle> VariantRecord::candidates() const {
  std::vector<Handle> out = base.world.handles();
  for (const auto& [h, area] : base.features.areas) out.push_back(h);
  for (const auto& [h, door] : base.features.doors) out.push_back(h);
  if (spec.inflation > 0) out.push_back(inflated_bounds);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());  // closed doors are in both
  return out;
}

void VariantRecord::note(std::span<const Handle> handles) noexcept {
  is_outdated = true;
  if (is_unbuilt) return;
  try {
    touched.insert(touched.end(), handles.begin(), handles.end());
  } catch (const std::bad_alloc&) {
    is_unbuilt = true;
  }
  if (touched.size() > most_touched) {
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    // As long as all obstacles: comparing them all costs no more.
    if (touched.size() > std::max(most_touched, base.world.obstacle_count())) is_unbuilt = true;
  }
  if (is_unbuilt) touched = {};
}

std::shared_ptr<SharedWorld> VariantCache::get(WorldState& base, const VariantSpec& spec) {
  const auto kept = [&]() -> std::shared_ptr<SharedWorld> {
    const auto found = std::find_if(recent_.begin(), recent_.end(),
                                    [&](const auto& known) { return known.first == spec; });
    if (found == recent_.end()) return nullptr;
    std::rotate(recent_.begin(), found, found + 1);
    return recent_.front().second;
  };
  {
    const std::lock_guard lock(mutex_);
    if (auto out = kept()) return out;
  }
  // Outside the lock, for which threads wait without an interrupt check: bounds may be large.
  const std::shared_ptr<SharedWorld> made(new SharedWorld(base, spec));
  const std::lock_guard lock(mutex_);
  if (auto out = kept()) return out;
  std::erase_if(followers_, [](const auto& known) { return known.second.expired(); });
  followers_.emplace_back(made->state_->variant.get(), made);
  recent_.emplace(recent_.begin(), spec, made);
  if (recent_.size() > SharedWorld::max_variants) recent_.pop_back();
  return made;
}

void VariantCache::note(std::span<const Handle> handles) noexcept {
  if (followers_.empty()) return;
  const std::lock_guard lock(mutex_);
  std::erase_if(followers_, [](const auto& known) { return known.second.expired(); });
  for (const auto& [record, owner] : followers_)
    if (const auto alive = owner.lock()) record->note(handles);
}

void VariantCache::after_fork(bool were_others_reading) noexcept {
  const bool was_idle = mutex_.try_lock();
  new (&mutex_) std::mutex;
  if (!was_idle) abandon(followers_);
  if (!was_idle || were_others_reading) abandon(recent_);
}

bool check_variant(const Features& features, const VariantSpec& spec) {
  for (const std::string& name : spec.avoided)
    if (!features.has_area_named(name)) throw InvalidInput("no area has the name " + name);
  bool differs = !spec.avoided.empty();
  for (std::size_t i = 0; i < spec.doors.size(); ++i) {
    const auto door = features.doors.find(spec.doors[i].first);
    if (door == features.doors.end())
      throw UnknownHandle(spec.doors[i].first, static_cast<std::int64_t>(i));
    differs = differs || door->second.feature.is_on != spec.doors[i].second;
  }
  if (spec.ignores_directions)
    for (const auto& [h, door] : features.doors)
      differs = differs || door.feature.direction != DoorDirection::both;
  return differs;
}

// --- a variant's state -------------------------------------------------------------------------

WorldState::WorldState(WorldState& base, VariantSpec spec)
    : world(relative(base.world.bounds(), origin_of(spec, base.world.bounds())),
            spec.is_overlay() ? 0.0 : base.world.max_radius()),
      variant(std::make_unique<VariantRecord>(base, std::move(spec))) {}

Lock& WorldState::prepare_lock(std::optional<Hold>& base_hold) {
  if (variant) {
    base_hold.emplace(variant->base.lock, Hold::shared);
    if (variant->is_outdated) {
      const Hold own(lock, Hold::exclusive);
      if (variant->is_outdated) catch_up();
    }
  }
  return lock;
}

}  // namespace clearway
