#include "world/access.hpp"

#include "clearance/sleeve_finder.hpp"
#include "world_access.hpp"

namespace clearway {

const Clearance& clearance_of(const World& world) { return WorldAccess::state(world).clearance; }

const Sectors& sectors_of(const World& world) { return WorldAccess::state(world).sectors; }

std::optional<Sleeve> find_sleeve(const World& world, HalfEdgeId corner) {
  SleeveFinder finder(WorldAccess::state(world).triangulation);
  std::optional<Sleeve> out(std::in_place);
  if (!finder.find(corner, 2 * world.max_radius(), *out)) out.reset();
  return out;
}

SleeveFinder sleeve_finder(const World& world) {
  return SleeveFinder(WorldAccess::state(world).triangulation);
}

void set_version(World& world, std::uint64_t version) {
  WorldAccess::state(world).version = version;
}

}  // namespace clearway
