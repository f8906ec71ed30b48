// Corners as discs meet them: where they can be touched, and which can be touched through
// a side of the mesh. Found when asked for and kept while the world and the radius stay.
#pragma once

#include <vector>

#include "clearway/world/world.hpp"
#include "geometry/tangents.hpp"
#include "touch_directions.hpp"

namespace clearway {

class DiscCorners {
 public:
  explicit DiscCorners(const World& world)
      : world_(world), mesh_(world.mesh()), stances_(world.mesh()) {}
  void begin(double radius, double slack);

  // False: no disc can roll around this vertex.
  bool can_roll(VertexId vertex) { return corner(vertex).kind != Corner::never; }
  // Whether a disc can touch the vertex from there, the center in this direction from it.
  bool can_touch(VertexId vertex, const Vector& outwards);

  // Bit 0, 1 not set: it can from no place that a line with its direction between low and high
  // reaches, the vertex on its left, right. Only after can_roll().
  unsigned may_touch(VertexId vertex, const Vector& low, const Vector& high) const {
    const Corner& c = corners_[vertex];
    const double most = 4 * slack_;
    const double a = cross(c.first, low), b = cross(c.first, high), e = cross(c.last, low),
                 f = cross(c.last, high);
    // No branches: what comes is as good as random.
    const unsigned left = (std::min(a, b) > most) | (std::min(e, f) > most),
                   right = (std::max(a, b) < -most) | (std::max(e, f) < -most);
    return (left | right << 1) ^ 3;
  }

  // Whether nothing but the walls that end in it is within the distance of the vertex; false where
  // that is not easily told. Only after can_roll().
  bool is_alone(VertexId vertex, double distance) const {
    return corners_[vertex].apart > distance;
  }
  // How far the disc can roll around a corner that is alone within twice its radius until its
  // center is at an angle of `least` to a wall there.
  double reach_alone(VertexId vertex, const Vector& outwards, int side, double least) const;

  // For a post no shortest path turns around it by more than this angle; for other corners
  // infinity. `ends`: no end of the path is nearer to the vertex.
  double most_turn(VertexId vertex, double ends);

  // The first two for a corner that hides behind a side, by what is around it too.
  bool may_stand(VertexId vertex, const Vector& outwards) const {
    return stances_.may_stand(vertex, outwards, outwards);
  }
  bool may_stand(VertexId vertex, int side, const Vector& low, const Vector& high) const {
    return stances_.may_stand(vertex, {side * low.y, -side * low.x},
                              {side * high.y, -side * high.x});
  }

  // False: no disc fits where its center lies in that direction from the vertex, at the radius.
  // Cheaper than DiscCollision::line(), which denies all that this does: it keeps more of the
  // radius.
  bool can_stand(VertexId vertex, const Vector& outwards) {
    return stances_.is_any(vertex) && may_stand(vertex, outwards);
  }

  // Whether there is a corner beyond the side `exit` that a disc can touch with its center still
  // before it.
  bool is_any_behind(HalfEdgeId exit) { return behind(exit) != hidden_stamp_; }
  // Whether there is a corner that for_each_behind() visits for some side of the triangle.
  bool is_any_around(TriangleId triangle) {
    const std::uint16_t known = hidden_[Mesh::half_edge(triangle, 3)] - hidden_stamp_;
    return known > 1 ? look_around(triangle) : known != 0;
  }
  // Calls visit(vertex) for each such corner, the center being in the side's triangle.
  template <class Visit>
  void for_each_behind(HalfEdgeId exit, Visit visit) {
    if (behind(exit) != hidden_stamp_ + 1) return;
    for (Index i = first_[exit]; i != none; i = behind_[i].next) visit(behind_[i].vertex);
  }

 private:
  // A disc must lie behind both sides of the vertex that bound its one sector wider than
  // half a turn.
  struct Corner {
    enum Kind : std::uint8_t { post, edge, never } kind;
    std::uint32_t stamp;
    float apart;         // nothing else is nearer but walls that end here
    Vector first, last;  // along those sides; of posts: null
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
  // By half-edge: hidden_stamp_ when nothing hides behind it, one more when a list in
  // behind_ says what, two more when none of that can be touched from its triangle. Small, as
  // every wedge looks there. The fourth of a triangle: one more when any of the three is.
  IdVector<HalfEdgeId, std::uint16_t> hidden_;
  IdVector<HalfEdgeId, Index> first_;
  std::vector<Behind> behind_;
  std::uint16_t hidden_stamp_ = 0;  // a multiple of 4
  std::vector<HalfEdgeId> queue_, sides_;
  TouchDirections stances_;
};

}  // namespace clearway
