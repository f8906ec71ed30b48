#include "clearway/query/free_sampler.hpp"

#include <algorithm>
#include <cmath>

#include "base/hash.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/query/queries.hpp"
#include "geometry/domain.hpp"
#include "query/free.hpp"
#include "query/search_square.hpp"

namespace clearway {
namespace {

// Failed draws from one set of shapes before a finer set replaces it.
constexpr int patience = 512;
// Squares are refined while there are fewer than this, except the finest (search_square.hpp). After
// that, snap finds a point.
constexpr std::size_t most_squares = std::size_t{1} << 14;

}  // namespace

FreeSampler::FreeSampler(const World& world, double radius, std::uint64_t seed)
    : world_(world), radius_(radius), state_(seed) {
  const Mesh& mesh = world.mesh();
  double sum = 0;
  for (const TriangleId t : mesh.triangles.ids()) {
    check_interrupt();
    if (!mesh.is_live(t) || !mesh.is_free(t)) continue;
    const auto& v = mesh.triangles[t].vertex;
    const Point a = mesh.point(v[0]), b = mesh.point(v[1]), c = mesh.point(v[2]);
    sum += std::max(0.0, ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)) / 2);
    triangles_.push_back(t);
    cumulative_.push_back(sum);
  }
}

std::uint64_t FreeSampler::random() { return next_random(state_); }

// 53 random bits as a fraction.
double FreeSampler::uniform() { return static_cast<double>(random() >> 11) * 0x1p-53; }

std::size_t FreeSampler::pick() {
  const double at = uniform() * cumulative_.back();
  const auto found = std::upper_bound(cumulative_.begin(), cumulative_.end(), at);
  return std::min<std::size_t>(static_cast<std::size_t>(found - cumulative_.begin()),
                               cumulative_.size() - 1);
}

Point FreeSampler::in_triangle(TriangleId triangle) {
  const Mesh& mesh = world_.mesh();
  const auto& v = mesh.triangles[triangle].vertex;
  const Point a = mesh.point(v[0]), b = mesh.point(v[1]), c = mesh.point(v[2]);
  double s = uniform(), t = uniform();
  if (s + t > 1) s = 1 - s, t = 1 - t;
  return in_domain(
      {a.x + s * (b.x - a.x) + t * (c.x - a.x), a.y + s * (b.y - a.y) + t * (c.y - a.y)});
}

std::optional<Point> FreeSampler::next() {
  if (exhausted_ || triangles_.empty()) return std::nullopt;
  if (!squares_.empty()) return from_squares();
  for (int i = 0; i < patience; ++i) {
    check_interrupt();
    const Point p = in_triangle(triangles_[pick()]);
    if (fits(world_, p, radius_)) return p;
  }
  if (radius_ <= 0) {
    // Triangles too thin to contain a rounded point: their corners are free.
    const auto& v = world_.mesh().triangles[triangles_[pick()]].vertex;
    return world_.mesh().point(v[random() % 3]);
  }
  const SearchSquare root = square_around(world_);
  squares_.push_back({root.centre, root.half});
  refine();
  return from_squares();
}

// Replaces squares by their quarters, and drops those where the disc does not fit, until there are
// several times as many.
void FreeSampler::refine() {
  // One refinement ends when there are so many squares: as if each had been split once, and some
  // more while there are few.
  constexpr std::size_t split_into = 4, at_least = 256;
  const std::size_t enough = std::min(most_squares, split_into * squares_.size() + at_least);
  std::vector<SearchSquare> quarters;
  bool split_any = true;
  while (split_any && squares_.size() < enough) {
    split_any = false;
    std::vector<Square> finer;
    for (const Square& s : squares_) {
      check_interrupt(4);
      const SearchSquare square{s.centre, s.half};
      if (!may_fit(world_, square, radius_)) continue;
      if (is_finest(square, radius_) || fits(world_, s.centre, radius_ + square.radius())) {
        finer.push_back(s);
        continue;
      }
      quarters.clear();
      split(square, quarters);
      for (const SearchSquare& q : quarters)
        if (may_fit(world_, q, radius_)) finer.push_back({q.centre, q.half});
      split_any = true;
    }
    squares_.swap(finer);
    if (squares_.empty()) break;
  }
  cumulative_.clear();
  double sum = 0;
  for (const Square& s : squares_) cumulative_.push_back(sum += 4 * s.half * s.half);
  exhausted_ = squares_.empty();
}

std::optional<Point> FreeSampler::from_squares() {
  while (!exhausted_) {
    for (int i = 0; i < patience; ++i) {
      check_interrupt();
      const Square& s = squares_[pick()];
      const Point p = in_domain(
          {s.centre.x + (2 * uniform() - 1) * s.half, s.centre.y + (2 * uniform() - 1) * s.half});
      if (fits(world_, p, radius_)) return p;
    }
    const std::size_t count = squares_.size();
    if (count < most_squares) refine();
    if (squares_.size() == count) {
      const auto p = snap(world_, squares_[pick()].centre, radius_);
      exhausted_ = !p;
      return p;
    }
  }
  return std::nullopt;
}

}  // namespace clearway
