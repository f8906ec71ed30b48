// What other modules of the core read from a world beyond its public interface: the clearance
// layer, and the sectors of point location. The results refer to the world and belong to its
// present version.
#pragma once

#include <optional>

#include "clearway/world/world.hpp"

namespace clearway {

class Clearance;
class Sectors;
struct Sleeve;
class SleeveFinder;

const Clearance& clearance_of(const World& world);
const Sectors& sectors_of(const World& world);
// The gate from the origin of the half-edge through the opposite side of its triangle.
std::optional<Sleeve> find_sleeve(const World& world, HalfEdgeId corner);
SleeveFinder sleeve_finder(const World& world);
// For worlds that follow the edits of another: the version that they have reached.
void set_version(World& world, std::uint64_t version);

}  // namespace clearway
