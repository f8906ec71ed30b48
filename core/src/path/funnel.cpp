#include "clearway/path/funnel.hpp"

#include <cstddef>

#include "clearway/geometry/predicates.hpp"

namespace clearway {
namespace {

// Points in order of travel from the apex, which is not among them.
struct Chain {
  std::vector<Point> points;
  std::size_t head = 0;
  bool empty() const { return head == points.size(); }
  std::size_t size() const { return points.size() - head; }
  const Point& front() const { return points[head]; }
  void clear() {
    points.clear();
    head = 0;
  }
};

// Two chains from one apex; the near one turns outward to its side, `side` being +1 for
// the left chain and -1 for the right, so that both are one piece of code.
class Funnel {
 public:
  explicit Funnel(const Point& start) : apex_(start), ends_{start, start} {
    path_.push_back(start);
  }

  // Moves the end of the chain on this side to p: shortens it to the tangent from p and,
  // when p lies beyond the other chain, carries the apex along that one.
  void add(int side, const Point& p) {
    Chain& own = side > 0 ? left_ : right_;
    Chain& other = side > 0 ? right_ : left_;
    ends_[side < 0] = p;
    if (!own.empty() && own.points.back() == p) return;
    while (!own.empty()) {
      const Point& last = own.points.back();
      const Point& before = own.size() > 1 ? own.points[own.points.size() - 2] : apex_;
      const int turn = side * orientation(before, last, p);
      // Straight back: around the end of a wall, if the door has turned past the line; else p
      // lies on the door.
      if (turn > 0 || (turn == 0 && direction(last, before, p) > 0 &&
                       side * orientation(before, last, ends_[side > 0]) > 0))
        break;
      own.points.pop_back();
    }
    if (own.empty()) {
      own.clear();
      while (!other.empty() && side * orientation(apex_, other.front(), p) < 0) {
        apex_ = other.front();
        ++other.head;
        path_.push_back(apex_);
      }
      if (p == apex_) return;
    }
    own.points.push_back(p);
  }

  std::vector<Point> finish(const Point& goal) {
    add(+1, goal);
    path_.insert(path_.end(), left_.points.begin() + static_cast<std::ptrdiff_t>(left_.head),
                 left_.points.end());
    if (path_.back() != goal) path_.push_back(goal);
    return std::move(path_);
  }

 private:
  Point apex_;
  Point ends_[2];  // of the last door: left, right
  Chain left_, right_;
  std::vector<Point> path_;
};

}  // namespace

std::vector<Point> funnel(const Point& start, const Point& goal, std::span<const Portal> portals) {
  Funnel f(start);
  for (const Portal& portal : portals) {
    f.add(+1, portal.left);
    f.add(-1, portal.right);
  }
  const std::vector<Point> raw = f.finish(goal);
  std::vector<Point> path;
  for (const Point& p : raw) {
    if (!path.empty() && path.back() == p) continue;
    while (path.size() > 1 && orientation(path[path.size() - 2], path.back(), p) == 0 &&
           between(path[path.size() - 2], p, path.back()))
      path.pop_back();
    path.push_back(p);
  }
  return path;
}

}  // namespace clearway
