// The regions of a world in which a query pays one factor: the cells of its mesh between obstacles
// and boundaries of areas.
//
// The mesh is that of an overlay: the world with the boundaries of all areas as walls, so that no
// triangle lies on both sides of one. Which cells an area covers does not depend on its factor:
// queries with different factors share the regions of one version of the world.
//
// Doors that are open to one side are walls of the overlay, too: their sides are open in one
// direction.
#pragma once

#include <string>
#include <vector>

#include "clearway/features/area_lengths.hpp"
#include "clearway/features/feature.hpp"
#include "clearway/world/world.hpp"

namespace clearway {

using AreaSetId = Id<struct AreaSetTag>;  // the names of the areas that cover a triangle

class WeightedRegions {
 public:
  // `overlay` has the areas as walls, in coordinates relative to `origin`, except those with an
  // avoided name (ascending), which are obstacles, and these doors (ascending), which may be passed
  // in their direction. Valid until its next edit. Linear in the mesh, and in cells, connected
  // triangles between boundaries, times areas.
  WeightedRegions(const World& overlay, const Point& origin, const Features& features,
                  const std::vector<std::string>& avoided, const std::vector<Handle>& doors);

  const World& world() const { return world_; }
  // Of the coordinates of that world.
  const Point& origin() const { return origin_; }
  // Whether a point may leave a free triangle through this side: nothing, or only boundaries of
  // areas and doors that are open to that direction lie on it.
  bool is_open(HalfEdgeId e) const { return is_open_[e]; }
  // Whether it may also come back, or only that.
  bool is_open_both_ways(HalfEdgeId e) const {
    return is_open_[e] && is_open_[world_.mesh().twin(e)];
  }
  bool is_open_either_way(HalfEdgeId e) const {
    return is_open_[e] || (world_.mesh().twin(e) != none && is_open_[world_.mesh().twin(e)]);
  }
  // Whether a free triangle is so thin that rounding matters for directions inside it: where
  // boundaries of areas nearly coincide, or cross nearly in one point.
  bool has_thin_triangles() const { return has_thin_; }
  // none: the triangle is not free.
  AreaSetId areas_of(TriangleId t) const { return areas_of_[t]; }
  // The factor in each set of areas.
  IdVector<AreaSetId, double> weights(const AreaFactors& factors) const;
  // The largest coordinate of the corners of free triangles.
  double scale() const { return scale_; }

 private:
  void find_open(const Features& features, const std::vector<std::string>& avoided,
                 const std::vector<Handle>& doors);
  void find_cells(const Features& features, const std::vector<std::string>& avoided);
  void find_thin();

  const World& world_;
  const Point origin_;
  bool has_thin_ = false;
  double scale_ = 0.0;
  IdVector<HalfEdgeId, char> is_open_;
  IdVector<TriangleId, AreaSetId> areas_of_;
  IdVector<AreaSetId, std::vector<std::string>> areas_;  // the names, ascending; each set once
};

}  // namespace clearway
