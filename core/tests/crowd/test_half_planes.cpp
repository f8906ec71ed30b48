// The linear program of ORCA beside a search over many velocities.
#include <cmath>
#include <vector>

#include "check.hpp"
#include "crowd/src/contacts.hpp"
#include "crowd/src/half_planes.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

namespace {

// The greatest violation of the half-planes; of the hard ones it must not be positive.
double worst(const std::vector<HalfPlane>& planes, std::size_t first, const Vector& v) {
  double out = -INFINITY;
  for (std::size_t i = first; i < planes.size(); ++i)
    out = std::max(out, cross(v - planes[i].point, planes[i].direction));
  return out;
}

}  // namespace

TEST(the_velocity_program_finds_the_nearest_velocity) {
  worlds::Random random{7};
  int feasible = 0, infeasible = 0;
  for (int round = 0; round < 400; ++round) {
    std::vector<HalfPlane> planes;
    const std::size_t hard = static_cast<std::size_t>(random.below(3));
    for (std::size_t i = 0; i < hard + 1 + static_cast<std::size_t>(random.below(6)); ++i) {
      const Vector direction = turn({1.0, 0.0}, random.real(0, 6.28));
      // (0, 0) is in the hard ones: it lies to the left of the line.
      const double off = i < hard ? random.real(0, 0.5) : random.real(-0.6, 0.8);
      planes.push_back({{off * direction.y, -off * direction.x}, direction});
    }
    const Vector wanted{random.real(-1, 1), random.real(-1, 1)};
    VelocityProgram program;
    bool is_feasible = false;
    const Vector found = program.solve(planes, hard, 1.0, wanted, is_feasible);
    CHECK(length(found) <= 1 + 1e-9);
    if (hard > 0)
      CHECK(worst(std::vector<HalfPlane>(planes.begin(),
                                         planes.begin() + static_cast<std::ptrdiff_t>(hard)),
                  0, found) <= 1e-7);
    // No velocity of a fine grid is better by more than its spacing allows.
    double nearest = INFINITY, least = INFINITY;
    for (int i = -100; i <= 100; ++i)
      for (int j = -100; j <= 100; ++j) {
        const Vector v{0.01 * i, 0.01 * j};
        if (dot(v, v) > 1) continue;
        if (hard > 0) {
          double violated = -INFINITY;
          for (std::size_t k = 0; k < hard; ++k)
            violated = std::max(violated, cross(v - planes[k].point, planes[k].direction));
          if (violated > 0) continue;
        }
        const double soft = worst(planes, hard, v);
        least = std::min(least, soft);
        if (soft <= 0) nearest = std::min(nearest, length(v - wanted));
      }
    const double soft = worst(planes, hard, found);
    if (nearest < INFINITY) {
      ++feasible;
      CHECK(soft <= 1e-7 && length(found - wanted) <= nearest + 1e-9);
    } else {
      ++infeasible;
      CHECK(!is_feasible || soft <= 1e-7);
      CHECK(soft <= least + 1e-7);
    }
  }
  CHECK(feasible > 100 && infeasible > 30);
}

TEST(shortened_moves_keep_discs_apart) {
  worlds::Random random{3};
  int shortened = 0;
  for (int round = 0; round < 20000; ++round) {
    const Vector offset = random.real(1.0, 1.6) * turn({1.0, 0.0}, random.real(0, 6.28));
    const Vector move = random.real(0, 1) * turn({1.0, 0.0}, random.real(0, 6.28));
    Vector other = random.real(0, 1) * turn({1.0, 0.0}, random.real(0, 6.28));
    // The other has moved before: its move is legal while this one stays.
    other = part_clear_of_disc(Vector{-offset.x, -offset.y}, other, {0.0, 0.0}, 1.0) * other;
    const double part = part_clear_of_disc(offset, move, other, 1.0);
    CHECK(part >= 0 && part <= 1);
    shortened += part < 1;
    double least = INFINITY;
    for (int i = 0; i <= 200; ++i)
      least = std::min(least, length(offset + (i / 200.0) * (other - part * move)));
    CHECK(least >= 1 - 1e-9);
  }
  CHECK(shortened > 1000);
}

}  // namespace CLEARWAY_TEST_FILE
