// The region visible from a point, by triangular expansion (Bungiu et al. 2014): a wedge enters a
// triangle through one side and leaves through the others, split where it meets a vertex. Every
// split is decided exactly. The cost is one step for each time a triangle is entered, mostly the
// visible triangles; nothing is prepared.
//
// bsp.hpp is the other algorithm.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/geometry/predicates.hpp"
#include "clearway/visibility/corners.hpp"
#include "clearway/visibility/sight_line.hpp"
#include "clearway/world/world.hpp"

namespace clearway {

// Parts of a corner's sector (Property One). `beside_right` lies next to the solid as one
// turns left from it: from Corner::right counter-clockwise to the direction away from
// Corner::left; seen from the corner, the solid is to the right of what lies there.
// `beside_left` is its mirror image. Between them is the area in front of the corner. Both
// contain their bounds.
enum class Field : std::uint8_t { all, beside_right, beside_left };

// Sides opposite to a place, of the free triangles that hold it, counter-clockwise; `none`
// stands for blocked triangles, one or more, and comes last when there are any.
void list_exits(const Mesh& mesh, const Location& at, std::vector<HalfEdgeId>& exits);

// A ring in the making: stretches of edges, counter-clockwise around the viewpoint. One edge
// seen in several stretches that follow one another gives one, and so do edges that meet in a
// refinement vertex (mesh.hpp), which is no corner of anything.
class Outline {
 public:
  Outline(const Mesh& mesh, std::vector<Point>& ring) : mesh_(mesh), ring_(ring) { ring.clear(); }
  void stretch(HalfEdgeId edge, const Point& right, const Point& left);
  void gap(const Point& at);  // blocked around the viewpoint itself
  void close();

 private:
  bool add(const Point& p);
  bool is_refinement(HalfEdgeId edge, const Point& p) const;
  const Mesh& mesh_;
  std::vector<Point>& ring_;
  HalfEdgeId first_ = none, last_ = none;
  bool has_end_ = false;  // the last point is the left end of the last stretch
};

// Where the ray from p towards q meets the edge that runs from a to b, rounded.
Point meet_edge(const Point& p, const Point& q, const Point& a, const Point& b);

class Sight {
 public:
  // Keeps scratch between queries; one object per thread. World and corners must outlive it
  // and belong together.
  Sight(const World& world, const Corners& corners);

  // Corners seen from p, counter-clockwise from anywhere, each once; empty when p is blocked.
  // With `in_sector` only those that are seen through their sector, as a path needs it, and
  // not a corner that p stands on.
  void corners_from(const Point& p, bool in_sector, std::vector<Index>& out);
  // Corners seen from a corner through both sectors, without itself, counter-clockwise. Where
  // several lie in one direction their order is not said.
  void corners_from(Index corner, Field field, std::vector<Index>& out);

  // The closure of the inside of what is seen from p, as a ring, counter-clockwise. Parts
  // without width are left out. Vertices of the mesh are exact, other points rounded. When p
  // lies on a boundary it is a point of the ring, once for each blocked sector around it.
  // Empty when p is blocked.
  void region_from(const Point& p, std::vector<Point>& ring);

 private:
  struct Ray {  // a bound of a wedge
    Point at;
    VertexId vertex;  // none: nothing stands at the bound
    bool away;        // from the point, not towards it
  };
  // Sight through a side of a triangle, which runs from right to left. `on`: that end of the
  // side lies on the ray without being its vertex. Or a report: `exit` starts at a vertex seen.
  struct Wedge {
    Ray right, left;
    HalfEdgeId exit;
    bool right_on, left_on, is_report;
  };

  int side(const Ray& ray, const Point& p) const {
    const int s = orientation(from_.at, ray.at, p);
    return ray.away ? -s : s;
  }
  Ray ray(VertexId vertex) const { return {mesh_.point(vertex), vertex, false}; }
  Wedge through(HalfEdgeId exit) const;
  template <bool collects, class Wall>
  void expand(const Wedge& first, Wall&& wall);
  void begin(const Viewpoint& from, bool in_sector, std::vector<Index>& out);
  void collect(const Wedge& first);
  void meet(HalfEdgeId through);
  void look_along(VertexId vertex);
  Point end_of(const Wedge& wedge, bool is_left) const;

  const World& world_;
  const Mesh& mesh_;
  const Corners& corners_;
  Viewpoint from_{};
  bool in_sector_ = false;
  std::vector<Index>* out_ = nullptr;
  std::vector<Wedge> stack_, field_;
  std::vector<HalfEdgeId> exits_;
  std::vector<Seen> line_;
  std::vector<std::uint32_t> seen_;  // by corner: the last question that saw it
  std::uint32_t question_ = 0;
};

}  // namespace clearway
