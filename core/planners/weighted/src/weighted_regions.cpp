#include "planners/weighted/weighted_regions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "clearway/base/interrupt.hpp"
#include "features/door_sides.hpp"
#include "geometry/construction.hpp"
#include "geometry/tangents.hpp"
#include "geometry/tolerances.hpp"
#include "obstacles/input_chains.hpp"
#include "obstacles/relative.hpp"

namespace clearway {

namespace {

double area_of(const Mesh& mesh, TriangleId t) {
  const HalfEdgeId e = Mesh::half_edge(t, 0);
  const Point a = mesh.point(mesh.origin(e));
  return std::abs(cross(mesh.point(mesh.target(e)) - a, mesh.point(mesh.apex(e)) - a));
}

}  // namespace

WeightedRegions::WeightedRegions(const World& overlay, const Point& origin,
                                 const Features& features, const std::vector<std::string>& avoided,
                                 const std::vector<Handle>& doors)
    : world_(overlay), origin_(origin) {
  find_open(features, avoided, doors);
  find_cells(features, avoided);
  find_thin();
}

void WeightedRegions::find_thin() {
  const Mesh& mesh = world_.mesh();
  double least = std::numeric_limits<double>::infinity();
  for (const TriangleId t : areas_of_.ids()) {
    if (areas_of_[t] == none) continue;
    double longest = 0.0;
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      const Point p = mesh.point(mesh.origin(e));
      longest = std::max(longest, distance(p, mesh.point(mesh.target(e))));
      scale_ = std::max({scale_, std::abs(p.x), std::abs(p.y)});
    }
    least = std::min(least, area_of(mesh, t) / longest);
  }
  has_thin_ = least < tolerance::thin_triangle * scale_;
}

void WeightedRegions::find_open(const Features& features, const std::vector<std::string>& avoided,
                                const std::vector<Handle>& doors) {
  const Mesh& mesh = world_.mesh();
  is_open_.assign(mesh.half_edge_slots(), 0);
  const auto is_boundary = [&](Handle h) {
    const auto area = features.areas.find(h);
    return area != features.areas.end() &&
           !std::binary_search(avoided.begin(), avoided.end(), area->second.feature.name);
  };
  const auto lets_out = [&](Handle h, HalfEdgeId e) {
    if (!std::binary_search(doors.begin(), doors.end(), h)) return is_boundary(h);
    const PlacedFeature& door = features.doors.at(h);
    return leads_right({door.feature, relative(door.shape, origin_)}, mesh.point(mesh.origin(e)),
                       mesh.point(mesh.target(e)));
  };
  for (const TriangleId t : IdRange<TriangleId>(mesh.triangles.size())) {
    check_interrupt();
    if (!mesh.is_live(t) || !mesh.is_free(t)) continue;
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i), twin = mesh.twin(e);
      if (twin == none || !mesh.is_free(Mesh::triangle_of(twin))) continue;
      if (mesh.constrained(e)) {
        const std::vector<Handle> owners = world_.owners_of_edge(e);
        if (!std::all_of(owners.begin(), owners.end(), [&](Handle h) { return lets_out(h, e); }))
          continue;
      }
      is_open_[e] = 1;
    }
  }
}

void WeightedRegions::find_cells(const Features& features,
                                 const std::vector<std::string>& avoided) {
  const Mesh& mesh = world_.mesh();
  struct Shape {
    std::string name;
    Box box;
    std::vector<InputChain> chains;
  };
  std::vector<Shape> shapes;
  for (const auto& [handle, area] : features.areas) {
    if (std::binary_search(avoided.begin(), avoided.end(), area.feature.name)) continue;
    Shape shape{area.feature.name, {}, input_chains(relative(area.shape, origin_))};
    shape.box = shape.chains.front().box;
    for (const InputChain& chain : shape.chains) {
      shape.box.add(chain.box.low);
      shape.box.add(chain.box.high);
    }
    shapes.push_back(std::move(shape));
  }
  areas_of_.assign(mesh.triangles.size(), none);
  const AreaSetId found{};  // until the names are known
  std::map<std::vector<std::string>, AreaSetId> known;
  std::vector<TriangleId> cell;
  for (const TriangleId first : IdRange<TriangleId>(mesh.triangles.size())) {
    if (!mesh.is_live(first) || !mesh.is_free(first) || areas_of_[first] != none) continue;
    // The widest triangle: its centroid is the farthest from rounded boundaries.
    TriangleId widest = first;
    double most = 0.0;
    cell.assign(1, first);
    areas_of_[first] = found;
    for (std::size_t k = 0; k < cell.size(); ++k) {
      check_interrupt();
      const TriangleId t = cell[k];
      if (const double area = area_of(mesh, t); area > most) {
        most = area;
        widest = t;
      }
      for (Index i = 0; i < 3; ++i) {
        const HalfEdgeId e = Mesh::half_edge(t, i);
        if (mesh.constrained(e)) continue;
        const TriangleId next = Mesh::triangle_of(mesh.twin(e));
        if (areas_of_[next] != none) continue;
        areas_of_[next] = found;
        cell.push_back(next);
      }
    }
    const HalfEdgeId e = Mesh::half_edge(widest, 0);
    const Point p =
        centroid(mesh.point(mesh.origin(e)), mesh.point(mesh.target(e)), mesh.point(mesh.apex(e)));
    std::vector<std::string> names;
    for (const Shape& shape : shapes) {
      check_interrupt();
      if (shape.box.distance(box_of(p, p)) > 0 || !is_blocked(shape.chains, p, 0.0)) continue;
      names.push_back(shape.name);
    }
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    const auto [at, is_new] = known.emplace(std::move(names), areas_.end_id());
    if (is_new) areas_.push_back(at->first);
    for (const TriangleId t : cell) areas_of_[t] = at->second;
  }
}

IdVector<AreaSetId, double> WeightedRegions::weights(const AreaFactors& factors) const {
  IdVector<AreaSetId, double> out;
  for (const std::vector<std::string>& names : areas_) out.push_back(factor_of(factors, names));
  return out;
}

}  // namespace clearway
