// Corners for discs: from which directions a disc can touch them, and which *hidden* corners a disc
// touches across an edge of the mesh. Computed on demand and kept while world and radius stay the
// same.
#pragma once

#include <vector>

#include "clearway/world/world.hpp"
#include "geometry/tangents.hpp"
#include "touch_directions.hpp"

namespace clearway {

class DiscCorners {
 public:
  explicit DiscCorners(const World& world)
      : world_(world), mesh_(world.mesh()), touch_directions_(world.mesh()) {}
  void begin(double radius, double slack);

  // False: no disc can roll around this vertex.
  bool can_roll(VertexId vertex) { return corner(vertex).kind != Corner::never; }
  // Whether a disc can touch the vertex with its centre in direction `outwards`, by the walls that
  // end in the vertex.
  bool can_touch(VertexId vertex, const Vector& outwards);

  // Bit 0 (bit 1) is set if a disc that moves in a direction between low and high may touch the
  // vertex on its left (right). Only after can_roll().
  unsigned may_touch(VertexId vertex, const Vector& low, const Vector& high) const {
    const Corner& c = corners_[vertex];
    const double most = tolerance::slacks_of_touch * slack_;
    const double a = cross(c.first, low), b = cross(c.first, high), e = cross(c.last, low),
                 f = cross(c.last, high);
    // No branches: the outcome is unpredictable.
    const unsigned left = (std::min(a, b) > most) | (std::min(e, f) > most),
                   right = (std::max(a, b) < -most) | (std::max(e, f) < -most);
    return (left | right << 1) ^ 3;
  }

  // Whether nothing but walls that end in the vertex is within this distance of it. A sufficient
  // test; only after can_roll().
  bool is_isolated(VertexId vertex, double distance) const {
    return corners_[vertex].apart > distance;
  }
  // No other corner is nearer to the vertex. Only after can_roll().
  double apart(VertexId vertex) const { return corners_[vertex].apart; }
  // How far the disc can roll around a corner that is isolated within twice its radius, until its
  // centre is at the angle `least` to a wall there.
  double isolated_reach(VertexId vertex, const Vector& outwards, int side, double least) const;

  // No shortest path turns around a post by more than this angle; infinity for other corners.
  // `end_distance`: no end of the path is nearer to the vertex.
  double max_turn(VertexId vertex, double end_distance);

  // As can_touch() and may_touch(), for hidden corners: also by the obstacles around the corner.
  bool may_touch_at(VertexId vertex, const Vector& outwards) const {
    return touch_directions_.may_touch_at(vertex, outwards, outwards);
  }
  bool may_touch_at(VertexId vertex, int side, const Vector& low, const Vector& high) const {
    return touch_directions_.may_touch_at(vertex, {side * low.y, -side * low.x},
                                          {side * high.y, -side * high.x});
  }

  // False: no disc that touches the vertex fits with its centre in this direction. Cheaper than
  // DiscCollision::line(), which rejects everything that this rejects, as it demands more
  // clearance.
  bool fits_at_contact(VertexId vertex, const Vector& outwards) {
    return touch_directions_.is_any(vertex) && may_touch_at(vertex, outwards);
  }

  // Whether a corner is hidden behind `exit`: a disc can touch it before its centre crosses `exit`.
  bool is_any_behind(HalfEdgeId exit) { return behind(exit) != hidden_stamp_; }
  // Whether for_each_behind() visits a corner for some edge of the triangle.
  bool is_any_around(TriangleId triangle) {
    const std::uint16_t known = hidden_[Mesh::half_edge(triangle, 3)] - hidden_stamp_;
    return known > 1 ? look_around(triangle) : known != 0;
  }
  // Calls visit(vertex) for each corner hidden behind `exit` that a disc can touch with its centre
  // in the triangle of `exit`.
  template <class Visit>
  void for_each_behind(HalfEdgeId exit, Visit visit) {
    if (behind(exit) != hidden_stamp_ + 1) return;
    for (Index i = first_[exit]; i != none; i = behind_[i].next) visit(behind_[i].vertex);
  }

 private:
  // A corner has one sector wider than half a turn; a disc that touches it lies behind both walls
  // that bound this sector.
  struct Corner {
    enum Kind : std::uint8_t { post, edge, never } kind;
    std::uint32_t stamp;
    float apart;         // nothing is nearer, except for walls that end here
    Vector first, last;  // along those walls; zero for posts
  };
  struct Behind {
    VertexId vertex;
    Index next;
  };
  Point at(VertexId v) const { return mesh_.point(v); }
  const Corner& corner(VertexId vertex) {
    const Corner& c = corners_[vertex];
    return c.stamp == stamp_ ? c : find_corner(vertex);
  }
  const Corner& find_corner(VertexId vertex);
  std::uint16_t behind(HalfEdgeId exit) {
    const std::uint16_t known = hidden_[exit] - hidden_stamp_;
    if (known > 2) find_hidden(exit);
    return hidden_[exit];
  }
  void find_hidden(HalfEdgeId exit);
  bool look_around(TriangleId triangle);
  double apart_of(HalfEdgeId spoke);
  double room_around(HalfEdgeId spoke) const;

  const World& world_;
  const Mesh& mesh_;
  double r_ = 0.0, slack_ = 0.0;
  std::uint64_t version_ = ~std::uint64_t{0};
  IdVector<VertexId, Corner> corners_;  // by vertex
  std::uint32_t stamp_ = 0;
  // By half-edge, relative to hidden_stamp_: 0 no corner is hidden behind it; 1 behind_ has a list;
  // 2 none of them can be touched from its triangle; more: unknown. The fourth entry of a triangle:
  // 1 if an edge has a list. Small, as every wedge reads it.
  IdVector<HalfEdgeId, std::uint16_t> hidden_;
  IdVector<HalfEdgeId, Index> first_;
  std::vector<Behind> behind_;
  std::uint16_t hidden_stamp_ = 0;  // a multiple of 4
  std::vector<HalfEdgeId> queue_, sides_;
  TouchDirections touch_directions_;
};

}  // namespace clearway
