// The corners that each free triangle sees, so that a query need not search for them.
//
// Only lines along which a shortest path can bend at the corner count (Property One, Vinther 2015,
// 4.4.2): those through SectorPart::beside_right and SectorPart::beside_left. A corner that looks
// through such a field enters a triangle with a wedge, as in triangular expansion (Bungiu et al.
// 2014). The list of the triangle keeps the corner and the bounds of the wedge. A point of the
// triangle sees the corner if it lies between the bounds, which at most two exact orientations
// decide.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/geometry/predicates.hpp"
#include "clearway/world/world.hpp"
#include "label_table.hpp"
#include "visibility/corners.hpp"

namespace clearway {

// A bound of a wedge: the ray from the corner through a vertex, or away from it. none: the whole
// triangle lies inside. Four bytes: the lists are long.
class SightBound {
 public:
  SightBound() = default;
  SightBound(None) : packed_(none) {}
  static SightBound through(VertexId vertex) { return SightBound(vertex.number()); }
  static SightBound away_from(VertexId vertex) { return SightBound(vertex.number() | away_bit); }

  // The side of the ray on which p lies: 1 left, -1 right, 0 on its line. Not of none.
  int side(const Mesh& mesh, const Point& corner, const Point& p) const {
    const int s = orientation(corner, mesh.point(VertexId(packed_ & ~away_bit)), p);
    return packed_ & away_bit ? -s : s;
  }
  friend bool operator==(SightBound, SightBound) = default;

 private:
  explicit SightBound(Index packed) : packed_(packed) {}
  static constexpr Index away_bit = 0x80000000;
  Index packed_;
};

class SightLists {
 public:
  // A corner, which renumber() replaces by its hub. Its solid lies to the left of the line to it if
  // a path turns left there; otherwise to the right.
  class Sight {
   public:
    Sight() = default;
    Sight(CornerId corner, bool turns_left, SightBound right, SightBound left)
        : right(right), left(left), turns_left_(turns_left), number_(corner.number()) {}
    CornerId corner() const { return CornerId(number_); }
    HubId hub() const { return HubId(number_); }
    void set_hub(HubId hub) { number_ = hub.number(); }
    bool turns_left() const { return turns_left_; }

    SightBound right, left;

   private:
    Index turns_left_ : 1;
    Index number_ : 31;
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
      const Point corner = at[s.hub()];
      if (s.right != none && s.right.side(mesh, corner, p) < 0) continue;
      if (s.left != none && s.left.side(mesh, corner, p) > 0) continue;
      see(s.hub(), corner, s.turns_left());
    }
  }

  std::size_t size() const { return sights_.size(); }
  std::size_t memory() const {
    return sights_.capacity() * sizeof(Sight) + start_.capacity() * sizeof(std::uint64_t);
  }

 private:
  IdVector<TriangleId, std::uint64_t> start_;
  std::vector<Sight> sights_;
};

}  // namespace clearway
