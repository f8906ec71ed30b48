#include "clearway/session/shared_world.hpp"

#include <algorithm>
#include <string>

#include "clearway/base/error.hpp"
#include "feature_change.hpp"
#include "geometry/domain.hpp"
#include "world_state.hpp"

namespace clearway {

namespace {

// The exclusive lock on a world, of a variant after it has replayed the edits of its world.
class WorldChange {
 public:
  explicit WorldChange(WorldState& state)
      : hold_(state.prepare_lock(base_hold_), Hold::exclusive) {}

 private:
  std::optional<Hold> base_hold_;
  Hold hold_;
};

void refuse_if_variant(const WorldState& state) {
  if (state.variant)
    throw Refused("a variant of a world cannot be edited: edit the world that it belongs to");
}

}  // namespace

SharedWorld::SharedWorld(const Obstacles& bounds, double max_radius)
    : state_(std::make_unique<WorldState>(bounds, max_radius)) {}

SharedWorld::SharedWorld(WorldState& base, VariantSpec spec)
    : state_(std::make_unique<WorldState>(base, std::move(spec))) {}

SharedWorld::~SharedWorld() = default;

void SharedWorld::apply(std::span<const Handle> removed, Obstacles added) {
  refuse_if_variant(*state_);
  const Hold hold(state_->lock, Hold::exclusive);
  if (state_->features.empty()) return state_->apply(removed, std::move(added));
  FeatureEdit edit;
  edit.removed.assign(removed.begin(), removed.end());
  edit.added = std::move(added);
  state_->apply(std::move(edit));
}

void SharedWorld::apply(FeatureEdit edit) {
  refuse_if_variant(*state_);
  const Hold hold(state_->lock, Hold::exclusive);
  state_->apply(std::move(edit));
}

Handle SharedWorld::reserve_handles(std::size_t count) {
  return state_->world.reserve_handles(count);
}

void SharedWorld::observe(std::weak_ptr<EditObserver> observer) {
  const WorldChange hold(*state_);
  std::erase_if(state_->observers, [](const auto& known) { return known.expired(); });
  state_->observers.push_back(std::move(observer));
}

std::uint64_t SharedWorld::version() const {
  return read([](const World& w) { return w.version(); });
}

std::shared_ptr<SharedWorld> SharedWorld::variant(const VariantSpec& spec) const {
  refuse_if_variant(*state_);
  const WorldReading reading(*this);
  if (!check_variant(state_->features, spec)) return nullptr;
  return state_->variants.get(*state_, spec);
}

bool SharedWorld::is_variant() const { return state_->variant != nullptr; }

std::vector<Handle> SharedWorld::obstacle_handles() const {
  const WorldReading reading(*this);
  std::vector<Handle> out = reading.world().handles();
  const Features& features = reading.features();
  if (!state_->variant && !features.doors.empty())
    std::erase_if(out, [&](Handle h) { return features.doors.contains(h); });
  return out;
}

void SharedWorld::validate() const {
  const WorldReading reading(*this);
  const World& world = reading.world();
  world.validate();
  const Features& features = reading.features();
  const auto check = [&](Handle h, const Obstacles& shape) {
    const bool is_expected = !shape.handles.empty();
    if (world.contains(h) != is_expected ||
        (is_expected && world.obstacles({&h, 1}).points != shape.points))
      throw InternalError("the mesh does not agree with feature " + std::to_string(h));
  };
  if (state_->variant) {
    for (const Handle h : state_->variant->candidates()) check(h, state_->variant->wanted(h));
    return;
  }
  for (const auto& [h, door] : features.doors)
    check(h, is_wall(door.feature, door.feature.is_on) ? door.shape : Obstacles{});
  for (const auto* kind : {&features.areas, &features.links})
    for (const auto& [h, feature] : *kind) check(h, {});
}

Watches::Id SharedWorld::watch(std::vector<Segment> path, const Point& position, double radius,
                               bool shorter, std::uint64_t version, Watches::Id continues) {
  check_domain(path);
  check_domain(position);
  check_radius(radius);
  const WorldChange hold(*state_);
  return state_->watches.add(state_->world, std::move(path), position, radius, shorter, version,
                             continues);
}

void SharedWorld::unwatch(Watches::Id id) {
  const Hold hold(state_->lock, Hold::exclusive);
  state_->watches.remove(id);
}

void SharedWorld::advance(Watches::Id id, double distance) {
  const Hold hold(state_->lock, Hold::exclusive);
  state_->watches.advance(id, distance);
}

Watches::Reports SharedWorld::reports() {
  const WorldChange hold(*state_);
  return state_->watches.reports(state_->world);
}

bool SharedWorld::accept_reports(std::uint64_t serial) {
  const Hold hold(state_->lock, Hold::exclusive);
  return state_->watches.accept(serial);
}

bool SharedWorld::is_watched(Watches::Id id) const {
  const Hold hold(state_->lock, Hold::shared);
  return state_->watches.contains(id);
}

WorldReading::WorldReading(const SharedWorld& shared)
    : state_(*shared.state_),
      hold_(state_.prepare_lock(base_hold_), Hold::shared),
      world_(state_.world) {}

const Features& WorldReading::features() const { return state_.known_features(); }

std::int32_t WorldReading::row(TriangleId triangle) const {
  return state_.updated_rows().row(triangle);
}

std::shared_ptr<const MeshSnapshot> WorldReading::mesh() const {
  const Rows& shown = state_.updated_rows();
  const Hold building(state_.building, Hold::exclusive);
  if (!state_.snapshot)
    state_.snapshot = std::make_shared<MeshSnapshot>(take_snapshot(world_, shown));
  return state_.snapshot;
}

}  // namespace clearway
