// The shapes of areas by name, as measurements of paths read them.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "clearway/features/area_lengths.hpp"
#include "obstacles/input_chains.hpp"

namespace clearway {

struct AreaShape {
  explicit AreaShape(const Obstacles& shape);
  Box box;
  std::vector<InputChain> chains;
};

// Prepared once for all measurements of a version of a world. Linear in the areas.
class AreaShapes {
 public:
  explicit AreaShapes(const Features& features);
  const std::map<std::string, std::vector<AreaShape>>& by_name() const { return by_name_; }
  bool has(const std::string& name) const { return by_name_.contains(name); }

 private:
  std::map<std::string, std::vector<AreaShape>> by_name_;
};

// As the functions of clearway/features/area_lengths.hpp.
std::vector<AreaShare> area_lengths(const AreaShapes& areas, std::span<const Segment> path,
                                    const AreaFactors& factors, const ObstaclesAlong& obstacles);
double area_cost(const AreaShapes& areas, std::span<const Segment> path, const AreaFactors& factors,
                 const ObstaclesAlong& obstacles);

// What each segment costs; links cost nothing.
std::vector<double> segment_costs(const AreaShapes& areas, std::span<const Segment> path,
                                  const AreaFactors& factors, const ObstaclesAlong& obstacles);

// A path that begins or ends at p pays inside an area: `rate` more for each unit of length than
// outside, at least as far as `reach`, the distance from p to its boundary. Of the areas around p,
// that where the product is largest; zeros if there is none. For factors of at least 1.
struct CostToLeave {
  double rate = 0.0, reach = 0.0;
};
CostToLeave cost_to_leave(const AreaShapes& areas, const AreaFactors& factors, const Point& p);

// By how much a path between these points costs more than its length, at least. The discs around
// them in which it pays more are disjoint, or one of them counts.
double least_extra_cost(const AreaShapes& areas, const AreaFactors& factors, const Point& start,
                        const Point& goal);

}  // namespace clearway
