#include "clearway/features/area_lengths.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "clearway/base/interrupt.hpp"
#include "features/area_shapes.hpp"
#include "geometry/box.hpp"
#include "geometry/construction.hpp"
#include "geometry/tolerances.hpp"
#include "obstacles/input_chains.hpp"
#include "path_piece.hpp"
#include "wall_sides.hpp"

namespace clearway {

double factor_of(const AreaFactors& factors, const std::vector<std::string>& names) {
  double out = 1.0;
  for (const std::string& name : names)
    if (const auto found = factors.find(name); found != factors.end()) out *= found->second;
  return out;
}

namespace {

// The areas near a path.
class NearAreas {
 public:
  // `only_weighted`: areas without a factor are left out.
  NearAreas(const AreaShapes& shapes, std::span<const Segment> path, const AreaFactors& factors,
            bool only_weighted)
      : factors_(factors) {
    Box all = path.empty() ? Box{} : PathPiece(path.front()).box();
    for (const Segment& s : path) {
      const PathPiece piece(s);
      all.add(piece.box().low);
      all.add(piece.box().high);
    }
    const double reach = tolerance::beside_path * touch_of(all);
    const auto add = [&](const auto& named) {
      for (const AreaShape& shape : named.second)
        if (all.distance(shape.box) <= reach) areas_.push_back({&named.first, &shape});
    };
    if (!only_weighted) {
      for (const auto& named : shapes.by_name()) add(named);
      return;
    }
    for (const auto& [name, factor] : factors)
      if (const auto found = shapes.by_name().find(name); found != shapes.by_name().end())
        add(*found);
  }

  void cut(const PathPiece& piece, std::vector<double>& cuts) const {
    for (const Area& area : areas_) cut_by(area.shape->chains, piece, cuts);
  }
  static void cut_by(const std::vector<InputChain>& chains, const PathPiece& piece,
                     std::vector<double>& cuts) {
    const double touch = piece.touch();
    for (const InputChain& chain : chains) {
      if (piece.box().distance(chain.box) > touch || chain.points.size() < 2) continue;
      chain.any_near(piece.box(), touch, [&](std::size_t i) {
        piece.cut(chain.start(i), chain.end(i), cuts);
        return false;
      });
    }
  }

  PathStretch::Side at(const Point& p, double touch) const {
    PathStretch::Side out;
    const Box at = box_of(p, p);
    for (const Area& area : areas_)
      if (area.shape->box.distance(at) <= touch && is_blocked(area.shape->chains, p, touch))
        out.names.push_back(*area.name);
    std::sort(out.names.begin(), out.names.end());
    out.names.erase(std::unique(out.names.begin(), out.names.end()), out.names.end());
    out.factor = factor_of(factors_, out.names);
    return out;
  }

 private:
  struct Area {
    const std::string* name;
    const AreaShape* shape;
  };
  const AreaFactors& factors_;
  std::vector<Area> areas_;
};

bool is_along(const std::vector<InputChain>& chains, const Point& p, double touch) {
  const Box box = box_of(p, p);
  return std::any_of(chains.begin(), chains.end(), [&](const InputChain& chain) {
    return chain.points.size() > 1 && chain.any_near(box, touch, [&](std::size_t i) {
      return distance(p, chain.start(i), chain.end(i)) <= touch;
    });
  });
}

// Cut where the path crosses boundaries and obstacles. Without factors the sides are that of the
// path itself.
std::vector<PathStretch> stretches_of(std::span<const Segment> path, const NearAreas& areas,
                                      const std::vector<InputChain>& obstacles, bool has_sides) {
  std::vector<PathStretch> out;
  bool is_first = true;
  for (std::size_t k = 0; k < path.size(); ++k) {
    const Segment& s = path[k];
    if (s.is_link()) {
      is_first = true;
      continue;
    }
    const PathPiece piece(s);
    std::vector<double> cuts{0.0, 1.0};
    areas.cut(piece, cuts);
    NearAreas::cut_by(obstacles, piece, cuts);
    std::sort(cuts.begin(), cuts.end());
    const double touch = piece.touch(), off = tolerance::beside_path * touch;
    for (std::size_t i = 1; i < cuts.size(); ++i) {
      check_interrupt();
      const double from = std::clamp(cuts[i - 1], 0.0, 1.0), to = std::clamp(cuts[i], 0.0, 1.0);
      if (from >= to) continue;
      const double at = 0.5 * (from + to);
      PathStretch next{k,
                       piece.at(from),
                       piece.at(to),
                       (to - from) * piece.length(),
                       touch,
                       is_first,
                       s.turn == 0,
                       false,
                       {},
                       {}};
      is_first = false;
      if (has_sides) {
        const Point left = piece.beside(at, off), right = piece.beside(at, -off);
        next.left = areas.at(left, touch);
        next.right = areas.at(right, touch);
        next.is_along_wall = is_along(obstacles, piece.at(at), touch);
        next.left.is_blocked = next.is_along_wall && is_blocked(obstacles, left, touch);
        next.right.is_blocked = next.is_along_wall && is_blocked(obstacles, right, touch);
      } else {
        next.left = next.right = areas.at(piece.at(at), touch);
      }
      out.push_back(std::move(next));
    }
  }
  return out;
}

bool is_divided(const PathStretch& s) { return s.left.factor != s.right.factor; }

struct Measured {
  std::vector<PathStretch> stretches;
  std::vector<char> is_left;
};

Measured measured(const AreaShapes& shapes, std::span<const Segment> path,
                  const AreaFactors& factors, const ObstaclesAlong& obstacles, bool only_weighted) {
  const NearAreas areas(shapes, path, factors, only_weighted);
  const bool has_sides = !factors.empty();
  Measured out{stretches_of(path, areas, {}, has_sides), {}};
  std::vector<InputChain> walls;
  if (obstacles && std::any_of(out.stretches.begin(), out.stretches.end(), is_divided)) {
    const TouchedObstacles touched = obstacles(path);
    walls = input_chains(touched.obstacles, &touched.bounds);
    if (!walls.empty()) out.stretches = stretches_of(path, areas, walls, has_sides);
  }
  out.is_left = cheapest_sides(out.stretches, walls);
  return out;
}

std::vector<AreaShare> shares_of(Measured&& path) {
  std::map<std::vector<std::string>, double> shares;
  for (std::size_t i = 0; i < path.stretches.size(); ++i) {
    PathStretch& s = path.stretches[i];
    shares[std::move(path.is_left[i] ? s.left.names : s.right.names)] += s.length;
  }
  std::vector<AreaShare> out;
  for (auto& [names, length] : shares) out.push_back({names, length});
  return out;
}

}  // namespace

std::vector<AreaShare> area_lengths(const AreaShapes& areas, std::span<const Segment> path,
                                    const AreaFactors& factors, const ObstaclesAlong& obstacles) {
  return shares_of(measured(areas, path, factors, obstacles, false));
}

double area_cost(const AreaShapes& areas, std::span<const Segment> path, const AreaFactors& factors,
                 const ObstaclesAlong& obstacles) {
  double out = 0.0;
  for (const AreaShare& share : shares_of(measured(areas, path, factors, obstacles, true)))
    out += share.length * factor_of(factors, share.names);
  return out;
}

std::vector<double> segment_costs(const AreaShapes& areas, std::span<const Segment> path,
                                  const AreaFactors& factors, const ObstaclesAlong& obstacles) {
  const Measured measure = measured(areas, path, factors, obstacles, true);
  std::vector<double> out(path.size(), 0.0);
  for (std::size_t i = 0; i < measure.stretches.size(); ++i) {
    const PathStretch& s = measure.stretches[i];
    out[s.segment] += s.length * (measure.is_left[i] ? s.left.factor : s.right.factor);
  }
  return out;
}

std::vector<AreaShare> area_lengths(const Features& features, std::span<const Segment> path,
                                    const AreaFactors& factors, const ObstaclesAlong& obstacles) {
  return area_lengths(AreaShapes(features), path, factors, obstacles);
}

double area_cost(const Features& features, std::span<const Segment> path,
                 const AreaFactors& factors, const ObstaclesAlong& obstacles) {
  return area_cost(AreaShapes(features), path, factors, obstacles);
}

}  // namespace clearway
