// Touch directions: the directions from a corner in which the centre of a disc that touches it can
// lie. Computed from the first few obstacles near the corner, so that the cost is bounded also for
// large discs. Conservative: a direction that is rejected is impossible, one that is accepted may
// be. On outlines finer than the radius, as of grid cells, few corners have any touch direction.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "clearway/mesh/mesh.hpp"
#include "geometry/tangents.hpp"
#include "geometry/tolerances.hpp"
#include "mesh/flood.hpp"

namespace clearway {

class TouchDirections {
 public:
  explicit TouchDirections(const Mesh& mesh) : mesh_(mesh) {}
  // Forgets everything. `slack` bounds the rounding of the direction of a tangent.
  void begin(double radius, double slack);

  // Whether the corner has a touch direction. Computes them if needed.
  bool is_any(VertexId vertex) {
    return (is_known(vertex) ? free_[vertex] : find(vertex)).count > 0;
  }
  // Whether a touch direction may lie between low and high, counter-clockwise, less than half a
  // turn apart. Only after is_any().
  bool may_touch_at(VertexId vertex, const Vector& low, const Vector& high) const {
    const Free& free = free_[vertex];
    bool is = free.count > most_arcs;
    for (std::uint32_t i = 0; !is && i < free.count; ++i) {
      const Arc& arc = free.arcs[i];
      is = !(is_right(low, arc.from) && is_right(low, arc.to)) &&
           !(is_right(arc.from, high) && is_right(arc.to, high));
    }
    return is;
  }

  // Whether the centre of a disc that touches the corner may lie in the triangle.
  bool may_touch_from(VertexId vertex, TriangleId triangle) const;

 private:
  static constexpr std::uint32_t most_arcs = 2;
  struct Ray {
    float x, y;
  };
  // Counter-clockwise, less than half a turn.
  struct Arc {
    Ray from, to;
  };
  struct Free {
    std::uint32_t stamp;
    std::uint32_t count;  // more than most_arcs: every direction
    Arc arcs[most_arcs];
  };
  // Whether the second is clockwise of the first.
  static bool is_right(const Vector& u, const Ray& v) {
    return u.x * v.y - u.y * v.x < -tolerance::float_direction;
  }
  static bool is_right(const Ray& u, const Vector& v) {
    return u.y * v.x - u.x * v.y > tolerance::float_direction;
  }

  bool is_known(VertexId v) const { return v < free_.end_id() && free_[v].stamp == stamp_; }
  const Free& find(VertexId vertex);
  void block(double from, double to);
  void block_by_corner(const Vector& to_corner);
  void block_by_wall(const Vector& to_a, const Vector& to_b);
  void block_by_own(const Vector& wall);
  bool merge(Free& free);

  const Mesh& mesh_;
  double r_ = 0.0, keep_ = 0.0;
  IdVector<VertexId, Free> free_;  // by vertex
  std::uint32_t stamp_ = 0;
  // Scratch.
  std::vector<std::pair<double, double>> blocked_, gaps_;
  std::vector<HalfEdgeId> queue_;
  TriangleMarks seen_;
};

}  // namespace clearway
