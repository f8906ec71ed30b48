// A binary space partition of the boundary (Vinther 2015, 4.4.3), and visibility by it.
//
// The segments are the constrained edges of the mesh with free space on at least one side. A
// segment chosen at random divides the rest by its line; segments that cross the line are split,
// and both halves are divided in the same way. Where such a line leaves nearly all on one side, as
// along a convex chain, a chord between two vertices may divide them instead. From any point the
// tree gives the fragments front to back. The ends of fragments are intersections of lines that
// need not be doubles: they are kept as such, and directions to them are compared exactly
// (exact_direction.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "clearway/geometry/exact_direction.hpp"
#include "clearway/visibility/corners.hpp"
#include "clearway/visibility/sight.hpp"
#include "clearway/world/world.hpp"

namespace clearway {

inline constexpr std::uint64_t default_bsp_seed = 1;

class Bsp {
 public:
  // Size linear and depth logarithmic in practice (Vinther 4.4.3.1: expected O(n log n)
  // fragments proved for splitters along segments). The same seed gives the same tree. Valid
  // until the world's next edit.
  explicit Bsp(const World& world, std::uint64_t seed = default_bsp_seed);

  struct Stats {
    std::size_t segments, fragments, nodes, depth, bytes;
    double seconds;
  };
  Stats stats() const;

  // Ends of a fragment; the vertex is none where a line split it.
  struct End {
    ExactDirection at;
    VertexId vertex;
  };
  struct Fragment {
    End ends[2];
    HalfEdgeId edge;  // half-edge of the mesh
  };
  struct Node {
    Point a, b;         // the splitter
    Index left, right;  // none: nothing there
    Index first, last;  // fragments on its line: [first, last); none on most chords
  };
  const std::vector<Node>& nodes() const { return nodes_; }
  const Fragment& fragment(Index i) const { return fragments_[i]; }
  Index root() const { return nodes_.empty() ? none : 0; }

 private:
  class Builder;
  std::vector<Node> nodes_;
  std::vector<Fragment> fragments_;
  std::vector<std::unique_ptr<Crossing>> crossings_;
  std::size_t segments_ = 0, depth_ = 0;
  double seconds_ = 0;
};

// What is seen from a place: the tree gives fragments front to back, and each closes its part
// of the field of view; the search ends when nothing of it is open. Fragments decide strictly;
// where a vertex stands exactly in line with another, sight_line() does.
class BspView {
 public:
  // Keeps scratch between queries; one object per thread. All three must outlive it and
  // belong together.
  BspView(const World& world, const Corners& corners, const Bsp& bsp);

  // As in Sight, but in no particular order. Early termination: ends when nothing is left of
  // the field of view.
  void corners_from(const Point& p, bool in_sector, std::vector<Index>& out);
  // `before`: null, or a place in the other field of the corner (beside_right or beside_left):
  // then only what the corner hides from it counts (Property Two).
  void corners_from(Index corner, Field field, const Point* before, std::vector<Index>& out);
  void region_from(const Point& p, std::vector<Point>& ring);

  // Nodes of the tree visited by the last question.
  std::size_t visited() const { return visited_; }

 private:
  struct Window {  // of directions not yet blocked, less than half a turn
    ExactDirection right, left;
  };
  struct Wedge {  // a part of the field of view, and what is left of it, counter-clockwise
    Window all;
    std::vector<Window> open;
    std::vector<ExactDirection> looked;  // along which a line of sight was followed, in order
    bool gap_after;                      // what follows counter-clockwise is blocked
  };
  struct Piece {  // what is seen of a fragment
    Window window;
    Index fragment;
  };

  int turn(const ExactDirection& a, const ExactDirection& b) const {
    return clearway::turn(from_.at, a, b);
  }
  bool holds(const Window& w, const ExactDirection& b) const {
    return turn(w.right, b) >= 0 && turn(b, w.left) >= 0;
  }
  void begin(const Viewpoint& from, bool in_sector);
  void add_wedge(const ExactDirection& right, const ExactDirection& left);
  void around(const Location& at);
  bool field(const Corner& corner, Field field, const Point* before);
  void traverse();
  bool reaches(const Bsp::Node& node, int side) const;
  void visit(const Bsp::Node& node, int side);
  Point point_on(const Bsp::Fragment& f, const ExactDirection& towards) const;
  void look_at(const Bsp::End& end);
  void see(Wedge& wedge, VertexId vertex);
  void cover(Index fragment, const ExactDirection& right, const ExactDirection& left);
  void meet(HalfEdgeId through);
  void look_along(Wedge& wedge, const ExactDirection& towards);
  void look_along(const ExactDirection& towards);

  const World& world_;
  const Mesh& mesh_;
  const Corners& corners_;
  const Bsp& bsp_;
  Viewpoint from_{};
  bool in_sector_ = false, outlines_ = false;
  std::vector<Index>* out_ = nullptr;
  std::vector<Wedge> wedges_;
  std::size_t wedge_count_ = 0, open_count_ = 0, visited_ = 0;
  std::vector<std::vector<Piece>> pieces_;  // by wedge, in order of visit
  std::vector<std::pair<Index, int>> stack_;
  std::vector<HalfEdgeId> exits_;
  std::vector<Seen> line_;
  std::vector<std::uint32_t> seen_;            // by corner: the last question that did
  IdVector<VertexId, std::uint32_t> decided_;  // by vertex: the last question that did
  std::uint32_t question_ = 0;
};

}  // namespace clearway
