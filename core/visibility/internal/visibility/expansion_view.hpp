// The region visible from a point, by triangular expansion (Bungiu et al. 2014): a wedge enters a
// triangle through one side and leaves through the others, split where it meets a vertex. Every
// split is decided exactly. The cost is one step for each time a triangle is entered, mostly the
// visible triangles; nothing is prepared.
//
// bsp_view.hpp is the other algorithm.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/geometry/predicates.hpp"
#include "clearway/world/world.hpp"
#include "visibility/corners.hpp"
#include "visibility/sight_line.hpp"

namespace clearway {

class ExpansionView {
 public:
  // Keeps scratch between queries; one object per thread. World and corners must outlive it
  // and belong together.
  ExpansionView(const World& world, const Corners& corners);

  // Corners seen from p, counter-clockwise, each once; empty if p is blocked. With `in_sector` only
  // those seen through their sector, as a path needs it, and without a corner at p itself.
  void corners_from(const Point& p, bool in_sector, std::vector<CornerId>& out);
  // Corners seen from a corner through both sectors, without itself, counter-clockwise. The order
  // of several in one direction is unspecified.
  void corners_from(CornerId corner, SectorPart part, std::vector<CornerId>& out);

  // The visible region of p as a ring, counter-clockwise: the closure of its interior, without
  // parts that have no width. Vertices of the mesh are exact, other points rounded. If p lies on a
  // boundary it is a point of the ring, once for each blocked sector around it. Empty if p is
  // blocked.
  void region_from(const Point& p, std::vector<Point>& ring);

 private:
  struct Ray {  // a bound of a wedge
    Point at;
    VertexId vertex;  // none: no vertex defines the bound
    bool away;        // from the point, not towards it
  };
  // The view through a side of a triangle, which runs from right to left. `right_on`, `left_on`:
  // that end of the side lies on the ray without being its vertex. Or a report: `exit` starts at a
  // visible vertex.
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
  void begin(const Viewpoint& from, bool in_sector, std::vector<CornerId>& out);
  void collect(const Wedge& first);
  void cross_portal(HalfEdgeId through);
  void look_along(VertexId vertex);
  Point end_of(const Wedge& wedge, bool is_left) const;

  const World& world_;
  const Mesh& mesh_;
  const Corners& corners_;
  Viewpoint from_{};
  bool in_sector_ = false;
  std::vector<CornerId>* out_ = nullptr;
  std::vector<Wedge> stack_, field_;
  std::vector<HalfEdgeId> exits_;
  std::vector<Seen> line_;
  IdVector<CornerId, std::uint32_t> seen_;  // the last query that saw each corner
  std::uint32_t question_ = 0;
};

}  // namespace clearway
