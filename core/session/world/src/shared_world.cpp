#include "clearway/session/shared_world.hpp"

#include "geometry/domain.hpp"
#include "world_state.hpp"

namespace clearway {

SharedWorld::SharedWorld(const Obstacles& bounds, double max_radius)
    : state_(std::make_unique<WorldState>(bounds, max_radius)) {}

SharedWorld::~SharedWorld() = default;

void SharedWorld::apply(std::span<const Handle> removed, Obstacles added) {
  const Hold hold(state_->lock, Hold::exclusive);
  state_->apply(removed, std::move(added));
}

Handle SharedWorld::reserve_handles(std::size_t count) {
  return state_->world.reserve_handles(count);
}

void SharedWorld::observe(std::weak_ptr<EditObserver> observer) {
  const Hold hold(state_->lock, Hold::exclusive);
  std::erase_if(state_->observers, [](const auto& known) { return known.expired(); });
  state_->observers.push_back(std::move(observer));
}

std::uint64_t SharedWorld::version() const {
  return read([](const World& w) { return w.version(); });
}

Watches::Id SharedWorld::watch(std::vector<Segment> path, const Point& position, double radius,
                               bool shorter, std::uint64_t version, Watches::Id continues) {
  check_domain(path);
  check_domain(position);
  check_radius(radius);
  const Hold hold(state_->lock, Hold::exclusive);
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
  const Hold hold(state_->lock, Hold::exclusive);
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
    : state_(*shared.state_), hold_(state_.lock, Hold::shared), world_(state_.world) {}

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
