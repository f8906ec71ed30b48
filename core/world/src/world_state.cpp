#include "world_state.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <unordered_set>

#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/base/progress.hpp"
#include "obstacles/input_checks.hpp"

namespace clearway {

World::State::State(const Obstacles& given, double max_radius)
    : clearance(max_radius), bounds(given) {
  if (!(max_radius >= 0)) throw InvalidInput("the largest radius is negative or not a number");
  check_input(bounds);
  normalize(bounds);
  if (bounds.handles.size() != 1) throw InvalidInput("the bounds must be one obstacle");
  if (std::any_of(bounds.roles.begin(), bounds.roles.end(), [](Role r) { return r > Role::hole; }))
    throw InvalidInput("the bounds must consist of rings");
  bounds.handles[0] = bounds_handle;
  low = high = bounds.points[0];
  for (const Point& p : bounds.points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  triangulation.begin_edit();
  edits.add(bounds);
  const bool any = std::any_of(
      triangulation.mesh.triangles.begin(), triangulation.mesh.triangles.end(),
      [](const Triangle& t) { return t.vertex[0] != none && t.cover == Mesh::in_bounds; });
  if (!any) throw InvalidInput("the bounds enclose no area");
  accept(finish());
  version = 0;
}

void World::State::check(std::span<const Handle> removed, const Obstacles& added) const {
  check_input(added);
  std::unordered_set<Handle> leaving;
  for (std::size_t i = 0; i < removed.size(); ++i) {
    if (removed[i] < 0 || chains.find(removed[i]) == none || !leaving.insert(removed[i]).second)
      throw UnknownHandle(removed[i], static_cast<std::int64_t>(i));
  }
  std::vector<Handle> fresh = added.handles;
  std::sort(fresh.begin(), fresh.end());
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    const Handle h = fresh[i];
    if (h < 0 || h == std::numeric_limits<Handle>::max() || (i > 0 && fresh[i - 1] == h) ||
        (chains.find(h) != none && !leaving.contains(h)))
      throw InvalidInput("handle " + std::to_string(h) + " is taken or negative");
  }
}

void World::State::run_transaction(std::span<const Handle> removed, Obstacles added) {
  Handle next = 0;
  for (const Handle h : added.handles) next = std::max(next, h + 1);
  Outcome outcome;
  try {
    begin_transaction();
    triangulation.begin_edit();
    edits.remove(removed);
    edits.add(std::move(added));
    outcome = finish();
  } catch (...) {
    rollback();
    throw;
  }
  commit();
  accept(std::move(outcome));
  raise_next_handle(next);
}

void World::State::raise_next_handle(Handle to) noexcept {
  Handle now = next_handle.load();
  while (now < to && !next_handle.compare_exchange_weak(now, to)) {
  }
}

void World::State::begin_transaction() {
  for_journaled([](auto& part) { part.begin_transaction(); });
}

void World::State::commit() noexcept {
  for_journaled([](auto& part) { part.commit(); });
}

void World::State::rollback() noexcept {
  for_journaled([](auto& part) { part.rollback(); });
  triangulation.forget_edit();
}

World::State::Outcome World::State::finish() {
  begin_phase("clearance", 0);
  clearance.update(triangulation);
  const Mesh& mesh = triangulation.mesh;
  Outcome out;
  out.edit.measured = clearance.measured();
  for (const Triangulation::Touch& touched : triangulation.touched()) {
    if (touched.again) continue;
    if (touched.was_live) out.edit.removed.push_back(touched.triangle());
    check_interrupt();
    if (mesh.is_live(touched.triangle())) out.edit.added.push_back(touched.triangle());
  }
  if (sectors.is_stale(triangulation.live_triangles()))
    out.sectors.emplace().rebuild(mesh, low, high);
  return out;
}

void World::State::accept(Outcome outcome) noexcept {
  if (outcome.sectors)
    sectors = std::move(*outcome.sectors);
  else
    for (const TriangleId t : outcome.edit.added) sectors.note(triangulation.mesh, t);
  last_edit = std::move(outcome.edit);
  ++version;
}

}  // namespace clearway
