// Features: what a world has besides obstacles. None of them puts a vertex into the mesh, except a
// door that is closed, which is a wall.
//
// An area is a named region in which nothing is blocked; a query may forbid it or weight it. A door
// is a wall that opens. A link leads from one place to another beside the plane: a ladder, a ferry.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "clearway/obstacles/obstacles.hpp"

namespace clearway {

enum class FeatureKind : std::uint8_t { area = 0, door = 1, link = 2 };

// To which side of its line, seen from its first point, an open door may be passed.
enum class DoorDirection : std::int8_t { right = -1, both = 0, left = 1 };

struct Feature {
  FeatureKind kind = FeatureKind::area;
  std::string name;   // of an area not empty; several features may have the same
  bool is_on = true;  // a door: open; a link: enabled
  DoorDirection direction = DoorDirection::both;  // of a door
  // Of a link: what it costs, >= 0 (in an edit NaN: the least distance between its ends); for discs
  // up to this radius.
  double cost = std::numeric_limits<double>::quiet_NaN();
  double radius = std::numeric_limits<double>::infinity();
  bool two_way = true;
};

// A feature and its shape, one obstacle: an area has rings (roles shell and hole), a door walls, a
// link two chains, each a post (a point) or a wall of two points (any point of the segment).
struct PlacedFeature {
  Feature feature;
  Obstacles shape;
};

// One edit of a world and its features. Handles of obstacles and features differ.
struct FeatureEdit {
  std::vector<Handle> removed;    // obstacles and features
  Obstacles added;                // obstacles
  Obstacles shapes;               // of new features
  std::vector<Feature> features;  // one for each of the shapes
  // Doors to open (true) or close, links to enable (true) or disable. Among neither the removed nor
  // the new ones.
  std::vector<std::pair<Handle, bool>> switched;
};

// The features of a world, by handle.
struct Features {
  std::map<Handle, PlacedFeature> areas, doors, links;

  std::size_t one_way_doors = 0;  // among the doors, open or not

  bool empty() const { return areas.empty() && doors.empty() && links.empty(); }
  std::map<Handle, PlacedFeature>& of_kind(FeatureKind kind);
  // Null: no feature has this handle.
  const PlacedFeature* find(Handle handle) const;
  bool has_area_named(const std::string& name) const;
};

// How a query sees a world: areas that it avoids, by name, and doors whose state it overrides
// (true: open). Both in ascending order, without repetitions.
struct VariantSpec {
  std::vector<std::string> avoided;
  std::vector<std::pair<Handle, bool>> doors;
  bool ignores_directions = false;  // whether open doors may be passed to both sides
  // An overlay, for weighted searches: the boundaries of all areas that are not avoided are walls,
  // and the mesh is not refined.
  bool has_boundaries = false;
  // An overlay, for searches through one-way doors: those that are open are walls, also for discs:
  // their centre counts. The mesh is not refined.
  bool has_doors = false;
  // Of an overlay for a disc: each obstacle and the bounds contain polygons between which its
  // centre moves. Inner ones lie inside what the centre cannot reach, outer ones contain it.
  double inflation = 0.0;
  bool is_outer = false;

  bool is_overlay() const { return has_boundaries || has_doors; }
  friend bool operator==(const VariantSpec&, const VariantSpec&) = default;
};

}  // namespace clearway
