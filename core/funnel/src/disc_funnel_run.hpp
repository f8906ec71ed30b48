// The implementation of DiscFunnel: the funnel over all corners of a channel (disc_funnel.cpp), and
// the one that begins with a few of them (sparse_funnel.cpp).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "clearway/funnel/disc_funnel.hpp"
#include "funnel/circle_funnel.hpp"
#include "funnel/funnel.hpp"

namespace clearway {

namespace disc_funnel {

// A corner that the funnel takes into account, in the order of the portals of which it is an end.
struct Join {
  VertexId vertex;
  int side;
  double normal;
};

// A corner that may be within the radius of the path. Side 0: either.
struct Candidate {
  VertexId vertex;
  int side;
  // The joins before which it could be inserted: one, until others are inserted there.
  Index before, last;
};

// A corner of the channel, for the sparse funnel. Corners 0 and 1 are the ends of the first portal,
// the left one first; corner k + 1 is the new end of portal k.
struct Corner {
  Point at;
  double side;  // +1: left, -1: right
  VertexId vertex;
  Index before;  // the previous corner on its side; none
  Index across;  // the previous one on the other side, the other end of its portal; none: the first
  int turns;     // whole turns of the direction across its portal
};

// The corners that a line is checked against by the portals it crosses: from `first` to the next
// contact.
struct Span {
  Index first;
  bool is_plain;  // all of them, and the one across from the first, are on their sides of the line
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
};

class DiscFunnel::Run {
 public:
  Run(const Mesh& mesh, Scratch& scratch, const Point& start, const Point& goal, double radius)
      : mesh_(mesh), s_(scratch), start_(start), goal_(goal), r_(radius) {}

  bool pull_tight(TriangleId first, std::span<const HalfEdgeId> portals, std::vector<Segment>& out);

 private:
  void list_joins(TriangleId first, std::span<const HalfEdgeId> portals);
  void add_end_candidates(TriangleId triangle, HalfEdgeId portal);
  void set_tolerances(double extent);
  void add_candidates_behind(HalfEdgeId side_edge, int side);
  void join(VertexId vertex, int side, double normal);
  bool pull();
  bool write(std::vector<Segment>& out);
  bool find_too_near(const std::vector<Segment>& path, disc_funnel::Join& intruder, Index& before,
                     Index& next) const;

  // incomplete: corners were activated, and the path must be pulled again. unclear: the sparse
  // funnel cannot decide.
  enum class Verdict { legal, incomplete, unclear };
  bool pull_sparse(std::span<const HalfEdgeId> portals, std::vector<Segment>& out);
  double list_corners();
  void activate_taut();
  bool pull_active();
  bool connect_joins();
  double lift_of(Index corner) const;
  Verdict check();
  Verdict check_portals(std::size_t to);
  Verdict check_line(std::size_t to, Index low, Index high);
  Verdict check_arc(std::size_t at, Index low, Index high);
  template <class Piece>
  Verdict check_ahead(const Piece& piece, Index first, Index high);
  template <class Piece>
  Verdict check_behind(const Piece& piece, Index first, Index low);
  template <class Piece>
  Verdict check_corner(const Piece& piece, Index corner);
  template <class Piece>
  bool has_corner_behind(const Piece& piece, Index corner) const;
  template <class Piece>
  Verdict check_end(const Piece& piece, HalfEdgeId portal) const;
  bool has_near_corner_behind(HalfEdgeId edge, const Segment& piece) const;

  const Mesh& mesh_;
  Scratch& s_;
  const Point start_, goal_;
  const double r_;
  std::span<const HalfEdgeId> portals_;  // of the funnel over a few corners
  double least_ = 0.0;        // clearance that the path must keep: the radius minus rounding
  double last_normal_ = 0.0;  // lift of the direction across the last portal
  double slack_ = 0.0;        // by how much rounding can turn a heading, in quarter turns
  bool rejoined_ = false;     // whether a corner was inserted a second time
};

}  // namespace clearway
