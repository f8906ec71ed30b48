// The regions of a world in which a query pays one factor: the cells of its mesh between obstacles
// and boundaries of areas.
//
// The mesh is that of an overlay: the world with the boundaries of all areas as walls, so that no
// triangle lies on both sides of one. Which cells an area covers does not depend on its factor:
// queries with different factors share the regions of one version of the world.
#pragma once

#include <string>
#include <vector>

#include "clearway/features/area_lengths.hpp"
#include "clearway/features/feature.hpp"
#include "clearway/world/world.hpp"

namespace clearway {

class WeightedRegions {
 public:
  // `overlay` has the areas as walls, except those with an avoided name (ascending), which are
  // obstacles. Valid until its next edit. Linear in the mesh, and in cells times areas.
  WeightedRegions(const World& overlay, const Features& features,
                  const std::vector<std::string>& avoided);

  const World& world() const { return world_; }
  // Whether a point may cross this side of a free triangle: nothing or only boundaries of areas lie
  // on it.
  bool is_open(HalfEdgeId e) const { return is_open_[e]; }
  // Whether a free triangle is so thin that rounding matters for directions inside it: where
  // boundaries of areas nearly coincide, or cross nearly in one point.
  bool has_thin_triangles() const { return has_thin_; }
  // The factor of each triangle; 0 if it is not free.
  IdVector<TriangleId, double> weights(const AreaFactors& factors) const;

 private:
  void find_open(const Features& features, const std::vector<std::string>& avoided);
  void find_cells(const Features& features, const std::vector<std::string>& avoided);
  void find_thin();

  const World& world_;
  bool has_thin_ = false;
  IdVector<HalfEdgeId, char> is_open_;
  IdVector<TriangleId, Index> cell_;             // none: not free
  std::vector<std::vector<std::string>> areas_;  // by cell: the names, ascending
};

}  // namespace clearway
