// The insides of DiscFunnel: the funnel over all corners of a channel (disc_funnel.cpp), and the
// one that begins with a few (sparse_funnel.cpp).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "clearway/funnel/disc_funnel.hpp"
#include "funnel/circle_funnel.hpp"
#include "funnel/funnel.hpp"

namespace clearway {

namespace disc_funnel {

// Corners in the order in which they join the channel.
struct Join {
  VertexId vertex;
  int side;
  double normal;
};

// A corner that may be within the radius of the path. Side 0: on either.
struct Candidate {
  VertexId vertex;
  int side;
  // The joins it could precede: one, until others have joined where it would.
  Index before, last;
};

// A corner of the channel, for a funnel that begins with a few of them. The first portal brings
// corners 0 and 1, the left one first; portal k the corner k + 1.
struct Corner {
  Point at;
  double side;  // +1: left, -1: right
  VertexId vertex;
  Index before;  // the corner before it on its side; none
  Index across;  // the last one before it on the other side: with it, its portal; none: the first
  int turns;     // whole turns of the direction across its portal
};

// The corners that a line checks by the portals it crosses: from `first` to the next contact.
struct Span {
  Index first;
  bool is_plain;  // all of them, and the one before them across, are on their sides of the line
};

}  // namespace disc_funnel

struct DiscFunnel::Scratch : disc_funnel::CircleFunnel {
  std::vector<disc_funnel::Join> joins;
  std::vector<disc_funnel::Candidate> candidates;
  std::vector<disc_funnel::Corner> corners;
  std::vector<std::uint8_t> is_active;     // by corner
  std::vector<Index> active;               // by join: its corner
  std::vector<Index> touched;              // by contact: its corner
  std::vector<disc_funnel::Span> spans;    // by contact: of the line that leads to it
  IdVector<VertexId, std::uint32_t> seen;  // by vertex: the last round it was active in
  std::uint32_t round = 0;
  std::vector<Index> ahead;  // by segment: the contact it leads to
  std::vector<HalfEdgeId> queue;
  std::vector<Portal> portals;
  std::uint64_t repeats = 0;
};

class DiscFunnel::Run {
 public:
  Run(const Mesh& mesh, Scratch& scratch, const Point& start, const Point& goal, double radius)
      : mesh_(mesh), s_(scratch), start_(start), goal_(goal), r_(radius) {}

  bool go(TriangleId first, std::span<const HalfEdgeId> portals, std::vector<Segment>& out);

 private:
  void lay_out(TriangleId first, std::span<const HalfEdgeId> portals);
  void lay_out_end(TriangleId triangle, HalfEdgeId portal);
  void measure(double extent);
  void look_beyond(HalfEdgeId side_edge, int side);
  void join(VertexId vertex, int side, double normal);
  bool pull();
  bool write(std::vector<Segment>& out);
  bool find_intruder(const std::vector<Segment>& path, disc_funnel::Join& intruder, Index& before,
                     Index& next) const;

  enum class Verdict { legal, wanting, unclear };
  bool go_thin(std::span<const HalfEdgeId> portals, std::vector<Segment>& out);
  double lay_out_corners();
  void mark_taut();
  bool pull_active();
  bool link_up();
  double lift_of(Index corner) const;
  Verdict check();
  Verdict check_portals(std::size_t to);
  Verdict check_line(std::size_t to, Index low, Index high);
  Verdict check_arc(std::size_t at, Index low, Index high);
  template <class Piece>
  Verdict walk_on(const Piece& piece, Index first, Index high);
  template <class Piece>
  Verdict walk_back(const Piece& piece, Index first, Index low);
  template <class Piece>
  Verdict check_corner(const Piece& piece, Index corner);
  template <class Piece>
  bool is_hidden_near(const Piece& piece, Index corner) const;
  template <class Piece>
  Verdict check_end(const Piece& piece, HalfEdgeId portal) const;
  bool hides(HalfEdgeId edge, const Segment& piece) const;

  const Mesh& mesh_;
  Scratch& s_;
  const Point start_, goal_;
  const double r_;
  std::span<const HalfEdgeId> portals_;  // of the funnel over a few corners
  double least_ = 0.0;                   // what the path must keep: the radius less rounding
  double last_normal_ = 0.0;             // lift of the direction across the last portal
  double slack_ = 0.0;                   // what rounding can turn a heading by, in quarter turns
  bool rejoined_ = false;                // whether a corner has joined a second time
};

}  // namespace clearway
