#include "half_planes.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/tolerances.hpp"

namespace clearway {
namespace {

// How far v lies outside the half-plane; negative inside.
double violation(const HalfPlane& plane, const Vector& v) {
  return cross(v - plane.point, plane.direction);
}

// On the line of planes[i], inside the planes before it and the circle of `speed`: the velocity
// nearest to `wanted`, or farthest in its direction. False if there is none.
bool solve_on_line(std::span<const HalfPlane> planes, std::size_t i, double speed,
                   const Vector& wanted, bool is_direction, Vector& result) {
  const HalfPlane& line = planes[i];
  const double along = dot(line.point, line.direction);
  const double away = std::abs(cross(line.point, line.direction));  // of the line from (0, 0)
  if (away > speed) return false;
  const double half = std::sqrt((speed - away) * (speed + away));
  double low = -along - half, high = -along + half;
  for (std::size_t j = 0; j < i; ++j) {
    const double turn = cross(line.direction, planes[j].direction);
    const double off = cross(planes[j].direction, line.point - planes[j].point);
    if (std::abs(turn) <= tolerance::parallel_planes) {
      if (off < -tolerance::parallel_planes * speed) return false;
      continue;
    }
    const double t = off / turn;
    if (turn > tolerance::parallel_planes)
      high = std::min(high, t);
    else
      low = std::max(low, t);
    if (low > high) return false;
  }
  double t;
  if (is_direction)
    t = rounded_ahead(wanted, line.direction) > 0 ? high : low;
  else
    t = std::clamp(dot(line.direction, wanted - line.point), low, high);
  result = line.point + t * line.direction;
  return true;
}

// Incremental linear programming: adds the planes one after the other. Returns the number of the
// first that cannot be kept, with the result for those before it; their count if all can.
std::size_t solve_plane(std::span<const HalfPlane> planes, double speed, const Vector& wanted,
                        bool is_direction, Vector& result) {
  if (is_direction) {
    result = speed * wanted;
  } else {
    const double squared = dot(wanted, wanted);
    result = squared > speed * speed ? (speed / std::sqrt(squared)) * wanted : wanted;
  }
  for (std::size_t i = 0; i < planes.size(); ++i) {
    if (violation(planes[i], result) <= 0) continue;
    const Vector before = result;
    if (!solve_on_line(planes, i, speed, wanted, is_direction, result)) {
      result = before;
      return i;
    }
  }
  return planes.size();
}

}  // namespace

HalfPlane avoiding(const Encounter& e, const Vector& velocity, double share,
                   const Vector& fallback) {
  const double squared = dot(e.offset, e.offset), radius = e.radius;
  HalfPlane plane;
  Vector change;  // the least change of the relative velocity that leaves the obstacle
  const auto leave_circle = [&](double inverse) {
    // The velocity obstacle ends in a circle: leave it radially.
    const Vector from = e.relative - inverse * e.offset;
    const double size = length(from);
    const Vector out = size > 0 ? (1 / size) * from : fallback;
    plane.direction = {out.y, -out.x};
    change = (radius * inverse - size) * out;
  };
  if (squared > radius * radius) {
    const double inverse = 1 / e.horizon;
    const Vector from = e.relative - inverse * e.offset;
    const double ahead = dot(from, e.offset), size = dot(from, from);
    if (rounded_ahead(from, e.offset) < 0 && ahead * ahead > radius * radius * size) {
      leave_circle(inverse);
    } else {
      // Leave it over the nearer leg.
      const double leg = std::sqrt(squared - radius * radius);
      if (rounded_side(e.offset, from) > 0)
        plane.direction = (1 / squared) * Vector{e.offset.x * leg - e.offset.y * radius,
                                                 e.offset.x * radius + e.offset.y * leg};
      else
        plane.direction = (-1 / squared) * Vector{e.offset.x * leg + e.offset.y * radius,
                                                  -e.offset.x * radius + e.offset.y * leg};
      change = dot(e.relative, plane.direction) * plane.direction - e.relative;
    }
  } else {
    leave_circle(1 / e.step);
  }
  plane.point = velocity + share * change;
  return plane;
}

HalfPlane beside(const Encounter& e, double share, const Vector& other) {
  const double apart = length(e.offset);
  const Vector ahead = (1 / apart) * e.offset;
  const double gap = std::max(0.0, apart - e.radius * (1 + tolerance::contact_gap)),
               away = std::max(0.0, dot(ahead, other));
  return {(share * gap / e.step + away) * ahead, {-ahead.y, ahead.x}};
}

Vector VelocityProgram::solve(std::span<const HalfPlane> planes, std::size_t hard, double speed,
                              const Vector& wanted, bool& is_feasible) {
  Vector result;
  const std::size_t failed = solve_plane(planes, speed, wanted, false, result);
  is_feasible = failed == planes.size();
  if (is_feasible) return result;
  if (failed < hard) return {0.0, 0.0};  // only by rounding: it stays
  double worst = 0;
  for (std::size_t i = failed; i < planes.size(); ++i) {
    if (violation(planes[i], result) <= worst) continue;
    // Minimise the violation of plane i where no plane before it is violated by more.
    projected_.assign(planes.begin(), planes.begin() + static_cast<std::ptrdiff_t>(hard));
    for (std::size_t j = hard; j < i; ++j) {
      HalfPlane line;
      const double turn = cross(planes[i].direction, planes[j].direction);
      if (std::abs(turn) <= tolerance::parallel_planes) {
        if (rounded_ahead(planes[i].direction, planes[j].direction) > 0) continue;
        line.point = 0.5 * (planes[i].point + planes[j].point);
      } else {
        const double t = cross(planes[j].direction, planes[i].point - planes[j].point) / turn;
        line.point = planes[i].point + t * planes[i].direction;
      }
      const Vector between = planes[j].direction - planes[i].direction;
      line.direction = (1 / length(between)) * between;
      projected_.push_back(line);
    }
    const Vector before = result;
    const Vector inwards{-planes[i].direction.y, planes[i].direction.x};
    // It can fail by rounding only: the result before was in all of them.
    if (solve_plane(projected_, speed, inwards, true, result) < projected_.size()) result = before;
    worst = violation(planes[i], result);
  }
  return result;
}

}  // namespace clearway
