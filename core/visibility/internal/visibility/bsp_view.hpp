// The corners and the region visible from a point, by the BSP (Vinther 2015, 4.4.3).
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "clearway/world/world.hpp"
#include "geometry/exact_direction.hpp"
#include "visibility/bsp.hpp"
#include "visibility/bsp_tree.hpp"
#include "visibility/corners.hpp"
#include "visibility/field_of_view.hpp"
#include "visibility/sight_line.hpp"
#include "visibility/viewpoint.hpp"

namespace clearway {

// The tree gives fragments front to back, and each closes its part of the field of view; the
// traversal ends when no part is open. Fragments decide about vertices strictly inside or outside
// of an open part; if a vertex lies exactly in line with another, sight_line() decides.
class BspView {
 public:
  // Keeps scratch between queries; one object per thread. All three must outlive it and
  // belong together.
  BspView(const World& world, const Corners& corners, const Bsp& bsp);

  // As in ExpansionView, but in no particular order.
  void corners_from(const Point& p, bool in_sector, std::vector<CornerId>& out);
  // `before`: null, or a point in the other part of the corner's sector (beside_right or
  // beside_left). Then only what the corner hides from that point is listed (Property Two, Vinther
  // 2015, 4.4.2).
  void corners_from(CornerId corner, SectorPart part, const Point* before,
                    std::vector<CornerId>& out);
  void region_from(const Point& p, std::vector<Point>& ring);

 private:
  using Window = FieldOfView::Window;
  using Wedge = FieldOfView::Wedge;
  struct Piece {  // the visible part of a fragment
    Window window;
    FragmentId fragment;
  };

  int turn(const ExactDirection& a, const ExactDirection& b) const { return field_.turn(a, b); }
  void begin(const Viewpoint& from, bool in_sector);
  void see_around(const Location& at);
  bool see_part(const Corner& corner, SectorPart part, const Point* before);
  void traverse();
  void visit(const BspTree::Node& node, int side);
  Point point_on(const BspTree::Fragment& f, const ExactDirection& towards) const;
  void look_at(const BspTree::End& end);
  void see(Wedge& wedge, VertexId vertex);
  void cover(FragmentId fragment, const ExactDirection& right, const ExactDirection& left);
  void cross_portal(HalfEdgeId through);
  void look_along(Wedge& wedge, const ExactDirection& towards);
  void look_along(const ExactDirection& towards);

  const World& world_;
  const Mesh& mesh_;
  const Corners& corners_;
  const BspTree& tree_;
  Viewpoint from_{};
  bool in_sector_ = false, outlines_ = false;
  std::vector<CornerId>* out_ = nullptr;
  FieldOfView field_;
  std::vector<std::vector<Piece>> pieces_;  // by wedge, in order of visit
  std::vector<std::pair<BspNodeId, int>> stack_;
  std::vector<HalfEdgeId> exits_;
  std::vector<Seen> line_;
  IdVector<CornerId, std::uint32_t> seen_;     // the last query that saw each corner
  IdVector<VertexId, std::uint32_t> decided_;  // by vertex: the last query that decided about it
  std::uint32_t query_ = 0;
};

}  // namespace clearway
