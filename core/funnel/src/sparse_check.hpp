// Whether the path of the sparse funnel is legal for all corners.
//
// Lines are checked against the corners of the portals that they cross. Other corners near a line
// or an arc are found by walking the channel forwards and backwards from there, as far as the first
// portal that is out of reach: nothing behind it is near. Corners behind a side of the channel that
// is passed in this walk are searched through that side.
#pragma once

#include <cstddef>
#include <span>

#include "joined_funnel.hpp"

namespace clearway {

namespace disc_funnel {

// incomplete: corners were activated, and the path must be pulled again. unclear: the sparse funnel
// cannot decide. In the order of precedence.
enum class SparseVerdict { legal, incomplete, unclear };

}  // namespace disc_funnel

class DiscFunnel::SparseCheck {
 public:
  SparseCheck(const JoinedFunnel& funnel, std::span<const HalfEdgeId> portals)
      : mesh_(funnel.mesh), s_(funnel.s), portals_(portals), r_(funnel.r), least_(funnel.least) {}

  disc_funnel::SparseVerdict run();

 private:
  using Verdict = disc_funnel::SparseVerdict;
  using CornerId = disc_funnel::ChannelCornerId;

  Verdict check_portals(std::size_t to);
  Verdict check_line(std::size_t to, CornerId low, CornerId high);
  Verdict check_arc(std::size_t at, CornerId low, CornerId high);
  template <class Piece>
  Verdict check_ahead(const Piece& piece, CornerId first, CornerId high);
  template <class Piece>
  Verdict check_behind(const Piece& piece, CornerId first, CornerId low);
  template <class Piece>
  Verdict check_corner(const Piece& piece, CornerId corner);
  template <class Piece>
  bool has_corner_behind(const Piece& piece, CornerId corner) const;
  template <class Piece>
  Verdict check_end(const Piece& piece, HalfEdgeId portal) const;
  bool has_near_corner_behind(HalfEdgeId edge, const Segment& piece) const;

  const Mesh& mesh_;
  Scratch& s_;
  const std::span<const HalfEdgeId> portals_;
  const double r_, least_;
};

}  // namespace clearway
