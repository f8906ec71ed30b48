#include <algorithm>
#include <cstdio>
#include <limits>

#include "clearway/base/error.hpp"
#include "session.hpp"

namespace fuzz {

using namespace clearway;

Obstacles Session::bounds(const Places& places) {
  Obstacles out;
  const double a = places.low(), b = places.high();
  out.handles = {-1};
  out.roles = {Role::shell};
  out.points = {{a, a}, {b, a}, {b, b}, {a, b}};
  out.chain_starts.push_back(4);
  out.obstacle_starts.push_back(1);
  return out;
}

Session::Session(Bytes bytes)
    : bytes_(bytes),
      places_(bytes_),
      world_(bounds(places_),
             [&] {
               const unsigned kind = bytes_.below(4);
               return kind == 0   ? 0.0
                      : kind == 1 ? places_.unit()
                                  : std::numeric_limits<double>::infinity();
             }()),
      optimal_(world_) {
  if (bytes_.below(2)) abstraction_.emplace(world_);
}

void Session::describe() const {
  std::fprintf(stderr, "max_radius %a, from %a %a to %a %a, radius %a\n", world_.max_radius(),
               asked_.a.x, asked_.a.y, asked_.b.x, asked_.b.y, asked_.radius);
  const Obstacles all = world_.obstacles(world_.handles());
  for (std::size_t k = 0; k < all.roles.size(); ++k) {
    std::fprintf(stderr, "role %d:", static_cast<int>(all.roles[k]));
    for (auto i = all.chain_starts[k]; i < all.chain_starts[k + 1]; ++i)
      std::fprintf(stderr, " %a %a,", all.points[static_cast<std::size_t>(i)].x,
                   all.points[static_cast<std::size_t>(i)].y);
    std::fprintf(stderr, "\n");
  }
}

void Session::append(Obstacles& out, Handle handle) {
  const auto chain = [&](Role role, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) out.points.push_back(places_.next());
    out.roles.push_back(role);
    out.chain_starts.push_back(static_cast<std::int64_t>(out.points.size()));
  };
  switch (bytes_.below(6)) {
    case 0:
      chain(Role::wall, 2 + bytes_.below(most_points - 2));
      break;
    case 1:
      chain(Role::post, 1);
      break;
    case 2:  // with a hole that may be anywhere
      chain(Role::shell, 3 + bytes_.below(3));
      chain(Role::hole, 3 + bytes_.below(3));
      break;
    case 3: {
      const Point a = places_.next(), b = places_.next();
      for (const Point& p : {a, Point{b.x, a.y}, b, Point{a.x, b.y}}) out.points.push_back(p);
      out.roles.push_back(Role::shell);
      out.chain_starts.push_back(static_cast<std::int64_t>(out.points.size()));
      break;
    }
    default:
      chain(Role::shell, 3 + bytes_.below(most_points - 3));
  }
  out.handles.push_back(handle);
  out.obstacle_starts.push_back(static_cast<std::int64_t>(out.roles.size()));
}

void Session::apply(const std::vector<Handle>& removed, Obstacles added) {
  const std::vector<Handle> came = added.handles;
  const Obstacles went = world_.obstacles(removed);
  const std::uint64_t version = world_.version();
  world_.apply(removed, std::move(added));
  demand(world_.version() == version + 1, "an edit is one version");
  world_.validate();
  watches_.edited(world_, went, came);
  if (hierarchy_) {
    hierarchy_->edited(world_, went, came);
    hierarchy_->validate(world_);
  }
  if (abstraction_) {
    const Edit& edit = world_.last_edit();
    std::vector<TriangleId> touched;
    for (const auto* list : {&edit.removed, &edit.added, &edit.measured})
      touched.insert(touched.end(), list->begin(), list->end());
    abstraction_->update(touched);
    const Abstraction fresh(world_);
    demand(fresh.components() == abstraction_->components(), "components after an update");
    for (const TriangleId t : world_.mesh().triangles.ids())
      if (world_.mesh().is_live(t))
        demand(fresh.level(t) == abstraction_->level(t), "levels after an update");
  }
}

void Session::edit() {
  std::vector<Handle> removed;
  Obstacles added;
  const unsigned kind = bytes_.below(8);
  const bool removes = kind >= 5 && !handles_.empty();
  const auto take = [&] {
    const std::size_t i = bytes_.next() % handles_.size();
    const Handle h = handles_[i];
    handles_.erase(handles_.begin() + static_cast<std::ptrdiff_t>(i));
    removed.push_back(h);
    return h;
  };
  if (removes && kind == 5) {  // moved
    const Handle h = take();
    append(added, h);
  } else if (removes) {
    for (unsigned i = 0; i <= bytes_.below(3) && !handles_.empty(); ++i) take();
  }
  if (!removes || kind == 7)
    for (unsigned i = 0; i <= bytes_.below(4) && handles_.size() < most_obstacles; ++i)
      append(added, next_++);
  handles_.insert(handles_.end(), added.handles.begin(), added.handles.end());
  apply(removed, std::move(added));
}

// Input that must be refused before anything changes.
void Session::edit_badly() {
  Obstacles added;
  append(added, next_);
  std::vector<Handle> removed;
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  switch (bytes_.below(6)) {
    case 0:
      added.points[bytes_.next() % added.points.size()].x = nan;
      break;
    case 1:
      added.points[bytes_.next() % added.points.size()].y = -0x1p101;
      break;
    case 2:
      added.handles[0] = handles_.empty() ? -1 : handles_.front();
      break;
    case 3:
      removed = {next_ + 1};
      break;
    case 4:
      added.chain_starts.back() += 1;
      break;
    default:
      added.roles[0] = Role::hole;
  }
  const std::uint64_t version = world_.version();
  bool refused = false;
  try {
    world_.apply(removed, std::move(added));
  } catch (const InvalidInput&) {
    refused = true;
  }
  demand(refused && world_.version() == version, "bad input is refused and changes nothing");
  world_.validate();
}

}  // namespace fuzz
