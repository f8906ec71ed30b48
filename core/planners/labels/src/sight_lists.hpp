// The corners that each free triangle sees, so that a query need not search for them.
//
// Only lines along which a shortest path can bend at the corner count (Property One, Vinther 2015,
// 4.4.2): those through SectorPart::beside_right and SectorPart::beside_left. A corner that looks through
// such a field enters a triangle with a wedge, as in triangular expansion (Bungiu et al. 2014). The
// list of the triangle keeps the corner and the bounds of the wedge. A point of the triangle sees
// the corner if it lies between the bounds, which at most two exact orientations decide.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/geometry/predicates.hpp"
#include "clearway/world/world.hpp"
#include "label_table.hpp"
#include "visibility/corners.hpp"

namespace clearway {

class SightLists {
 public:
  // A bound of a wedge: the ray from the corner through a vertex, or away from it (`away_bit`).
  // none: the whole triangle lies inside.
  static constexpr Index away_bit = 0x80000000;
  // The corner has the bit `left_bit` if its solid lies to the left of the line to it, so that a
  // path turns left there; otherwise right.
  static constexpr Index left_bit = 0x80000000;
  struct Sight {
    Index corner, right, left;
  };

  SightLists() = default;
  // Throws OverBudget as soon as the lists need more than `memory` bytes.
  struct OverBudget {};
  SightLists(const Mesh& mesh, const Corners& corners, std::size_t memory);

  // Numbers the corners as hubs, once. Needed before for_each().
  void renumber(const IdVector<CornerId, HubId>& number);

  // Calls see(corner, position, turns_left) for each corner at which a path that comes straight
  // from p may bend, p being a point of the closed triangle. `at`: the positions of corners by
  // number. A corner that sees the triangle through several wedges may come more than once.
  template <class See>
  void for_each(const Mesh& mesh, const IdVector<HubId, Point>& at, TriangleId triangle,
                const Point& p, See&& see) const {
    const std::uint64_t end = start_[triangle + 1];
    for (std::uint64_t i = start_[triangle]; i < end; ++i) {
      const Sight& s = sights_[i];
      const HubId number(s.corner & ~left_bit);
      const Point corner = at[number];
      if (s.right != none && side(mesh, corner, s.right, p) < 0) continue;
      if (s.left != none && side(mesh, corner, s.left, p) > 0) continue;
      see(number, corner, (s.corner & left_bit) != 0);
    }
  }

  std::size_t size() const { return sights_.size(); }
  std::size_t memory() const {
    return sights_.capacity() * sizeof(Sight) + start_.capacity() * sizeof(std::uint64_t);
  }

 private:
  static int side(const Mesh& mesh, const Point& from, Index bound, const Point& p) {
    const int s = orientation(from, mesh.point(VertexId(bound & ~away_bit)), p);
    return bound & away_bit ? -s : s;
  }
  IdVector<TriangleId, std::uint64_t> start_;
  std::vector<Sight> sights_;
};

}  // namespace clearway
