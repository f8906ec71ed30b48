// The funnel for discs (Demyen 2007, 4.5; Kallmann 2010, section 6): the shortest path through a
// channel of triangles for a disc of any radius, as exact lines and arcs.
//
// A channel determines on which side each of its corners is passed. Among all paths of the disc
// that pass them in this way, one cannot be shortened: it consists of lines tangent to circles
// around corners, and of arcs on them. The disc, and the path itself, may leave the channel
// through unconstrained sides, so corners outside the channel can matter too and are searched for.
//
// The funnel consists of two chains of circles that split at an apex, as for points. Differences
// from points (docs/explanation/channel.md):
//   - a new circle can reach back over the other chain: it becomes the apex, and corners on both
//     sides of it may become slack;
//   - a path may turn by more than half a turn around one corner: headings are compared with
//     their turns counted, not by orientation;
//   - a corner beyond a side of the channel, or of the triangles of the ends, can be within the
//     radius: if the path comes too near to one, that corner joins the channel and the funnel is
//     pulled tight again.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "clearway/mesh/mesh.hpp"
#include "clearway/path/path.hpp"

namespace clearway {

class DiscFunnel {
 public:
  // Keeps scratch between channels; one object per thread. The mesh must outlive it.
  explicit DiscFunnel(const Mesh& mesh);
  ~DiscFunnel();

  // `first` is the triangle that contains the start, portals[k] the half-edge by which the next
  // triangle is entered: its origin lies to the left, its target to the right. The goal lies in the
  // triangle entered last. The disc must fit at both ends and be able to pass
  // (Clearance::turn_width, departure, capsule in query/departures.hpp). Radius 0: the funnel for
  // points.
  //
  // Writes the path to `out`; no segment if the ends are equal. Linear in the portals. False: the
  // disc cannot pass the channel, and `out` is undefined.
  bool pull(TriangleId first, std::span<const HalfEdgeId> portals, const Point& start,
            const Point& goal, double radius, std::vector<Segment>& out);

 private:
  struct JoinedFunnel;
  class FullFunnel;
  class SparseFunnel;
  class SparseCheck;
  struct Scratch;
  const Mesh& mesh_;
  std::unique_ptr<Scratch> scratch_;
};

}  // namespace clearway
