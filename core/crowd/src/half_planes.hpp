// ORCA: the velocities that avoid a neighbour, and the one nearest to what an agent wants
// (van den Berg, Guy, Lin, Manocha 2011: Reciprocal n-body collision avoidance).
#pragma once

#include <span>
#include <vector>

#include "geometry/tangents.hpp"

namespace clearway {

// The velocities on the left of a line and on it. `direction` is a unit vector.
struct HalfPlane {
  Vector point, direction;
};

inline Vector operator+(const Vector& a, const Vector& b) { return {a.x + b.x, a.y + b.y}; }
inline Vector operator-(const Vector& a, const Vector& b) { return {a.x - b.x, a.y - b.y}; }
inline Vector operator*(double k, const Vector& a) { return {k * a.x, k * a.y}; }

// How two agents stand to each other, as one of them sees it.
struct Encounter {
  Vector offset;    // from it to the other
  Vector relative;  // its velocity less that of the other
  double radius;    // the sum of their radii, positive
  double horizon;   // seconds
  double step;      // seconds: overlapping discs separate in this time
};

// The half-plane of an agent with this velocity that takes this share of the avoidance, 0 to 1: 1/2
// if the other takes the other half. `fallback`: a unit vector, used where two centres coincide.
HalfPlane avoiding(const Encounter& encounter, const Vector& velocity, double share,
                   const Vector& fallback);

// The velocities with which a disc comes no nearer to another than its share, 0 to 1, of the gap
// between them allows in one step, plus what the other gives way at `other`, its velocity. Discs
// that keep to their shares do not overlap: each stays on its side of a line between them.
HalfPlane beside(const Encounter& encounter, double share, const Vector& other);

// The velocity of at most `speed` nearest to `wanted` in all half-planes. The first `hard` are
// always kept: (0, 0) must be in them. If there is no such velocity, the one that violates the
// worst of the others least, and `is_feasible` is false. Expected linear.
class VelocityProgram {
 public:
  Vector solve(std::span<const HalfPlane> planes, std::size_t hard, double speed,
               const Vector& wanted, bool& is_feasible);
  // Makes room for so many half-planes.
  void reserve(std::size_t planes) { projected_.reserve(planes); }

 private:
  std::vector<HalfPlane> projected_;
};

}  // namespace clearway
