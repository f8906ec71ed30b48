// A field: exact distances from everywhere to the nearest of several goals.
//
// A field is a shortest path map kept on the mesh. One wedge search (planners/optimal.hpp) spreads
// from all goals until its queue is empty. For every triangle that a wedge enters, the field keeps
// the root of the wedge and its two boundaries. A query locates its point and takes the cheapest
// record of the triangle whose wedge contains the point. Pruning is that of a search with many
// goals, which is exact for every point, so that the cheapest record is a shortest path.
//
// Goals that are lines and areas send, besides wedges from their ends, strips of lines at right
// angles to each segment through the mesh; a corner on the edge of a strip is the first bend of the
// paths behind it.
//
// For a disc, the last line of a path is measured against the obstacles when it is asked for, as
// the wedge search does: candidates are tried in the order of their length, and the first legal one
// is the answer.
//
// Three kinds of points are answered by a search of their own instead, as OptimalSearch::find() or
// find_place() answers them: ends that are free only up to rounding; points that
// portals connect with a goal although no record reaches them, as behind a gap that is exactly as
// wide as the disc; and all points if the radius is small against the coordinates.
#pragma once

#include <cstdint>
#include <memory>

#include "clearway/path/path.hpp"
#include "clearway/query/place.hpp"
#include "clearway/world/world.hpp"

namespace clearway {

struct FieldValue {
  double distance;  // infinity where a disc does not fit or cannot reach a goal
  Point direction;  // a unit vector; (0, 0) at a goal, NaN where the distance is infinite
  Index goal;       // the part of the place that is nearest; ties: the lower; none: no goal
  Point next;       // where the first line of the path ends; the point itself where the path begins
                    // with an arc, at a goal, and where the distance is infinite
};

// The field of one version of a world. Immutable: any number of threads may query it.
class Field {
 public:
  // Cost: that of a search to everywhere, about that of OptimalSearch::distances() to so many goals
  // that they are everywhere. The world must outlive the field.
  Field(const World& world, Place goals, double radius);
  ~Field();
  Field(Field&&) noexcept;

  const Place& goals() const;
  double radius() const;

  struct Stats {
    std::size_t sources, roots, records, strips, bytes;
    double seconds;  // that building took
  };
  Stats stats() const;

  // Whether this edit, the last one of the world, cannot have changed any answer: all that it
  // touched lies where no path leads to a goal, and still does, and away from the goals themselves.
  // Linear in what the edit touched, times the parts of the place.
  bool is_untouched_by(const Edit& edit) const;

 private:
  friend class FieldQueries;
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace clearway
