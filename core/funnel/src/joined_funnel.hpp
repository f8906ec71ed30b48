// A funnel over a list of corners, and the path that it yields: what the funnel over all corners of
// a channel (full_funnel.hpp) and the one over a few of them (sparse_funnel.hpp) have in common.
#pragma once

#include <cstdint>
#include <vector>

#include "funnel/circle_funnel.hpp"
#include "funnel/disc_funnel.hpp"
#include "funnel/funnel.hpp"

namespace clearway {

namespace disc_funnel {

// A corner that the funnel takes into account, in the order of the portals of which it is an end.
struct Join {
  VertexId vertex;
  int side;
  double normal;
};
using JoinId = Id<struct JoinTag>;  // its position in this order; Contact::order is its number

// A corner that may be within the radius of the path. Side 0: either.
struct Candidate {
  VertexId vertex;
  int side;
  // The joins before which it could be inserted: one, until others are inserted there.
  JoinId before, last;
};

// A corner of the channel, for the sparse funnel. Corners 0 and 1 are the ends of the first portal,
// the left one first; corner k + 1 is the new end of portal k.
using ChannelCornerId = Id<struct ChannelCornerTag>;
struct ChannelCorner {
  Point at;
  double side;  // +1: left, -1: right
  VertexId vertex;
  ChannelCornerId before;  // the previous corner on its side; none
  ChannelCornerId across;  // the previous one on the other side, the other end of its portal; none:
                           // the first
  int turns;               // whole turns of the direction across its portal
};

// The corners that a line is checked against by the portals it crosses: from `first` to the next
// contact.
struct Span {
  ChannelCornerId first;
  bool is_plain;  // all of them, and the one across from the first, are on their sides of the line
};

}  // namespace disc_funnel

struct DiscFunnel::Scratch : disc_funnel::CircleFunnel {
  IdVector<disc_funnel::JoinId, disc_funnel::Join> joins;
  std::vector<disc_funnel::Candidate> candidates;
  IdVector<disc_funnel::ChannelCornerId, disc_funnel::ChannelCorner> corners;
  IdVector<disc_funnel::ChannelCornerId, std::uint8_t> is_active;
  IdVector<disc_funnel::JoinId, disc_funnel::ChannelCornerId> active;  // the corner of each join
  std::vector<disc_funnel::ChannelCornerId> touched;                   // by contact: its corner
  std::vector<disc_funnel::Span> spans;    // by contact: of the line that leads to it
  IdVector<VertexId, std::uint32_t> seen;  // by vertex: the last round it was active in
  std::uint32_t round = 0;
  std::vector<std::size_t> ahead;  // by segment: the contact it leads to
  std::vector<HalfEdgeId> queue;
  // Of points.
  std::vector<Portal> portals;
  PointFunnel<> point_funnel;
  std::vector<Point> line;
};

// One query: its ends, its radius, and the scratch arrays, in which the joins are listed.
struct DiscFunnel::JoinedFunnel {
  JoinedFunnel(const Mesh& mesh, Scratch& scratch, const Point& start, const Point& goal,
               double radius)
      : mesh(mesh), s(scratch), start(start), goal(goal), r(radius) {}

  // `extent`: the largest magnitude of the corners' coordinates.
  void set_tolerances(double extent);
  // Writes the contacts of the path through the joins to s.path. False: nothing can pass.
  bool pull();
  // The segments of s.path. False: rounding has made an arc longer than a whole turn, or turned it
  // around.
  bool write(std::vector<Segment>& out);

  const Mesh& mesh;
  Scratch& s;
  const Point start, goal;
  const double r;
  double least = 0.0;        // clearance that the path must keep: the radius minus rounding
  double last_normal = 0.0;  // lift of the direction across the last portal
  double slack = 0.0;        // by how much rounding can turn a heading, in quarter turns
};

}  // namespace clearway
