// An agent of a crowd, with what it keeps between steps.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "clearway/crowd/crowd.hpp"
#include "clearway/mesh/ids.hpp"
#include "geometry/construction.hpp"
#include "geometry/tangents.hpp"

namespace clearway {

// Agents of equal radius and goal share a way (ways.hpp).
using WayId = Id<struct WayTag>;

// All walls within `reach` of a point near an agent: edges of the mesh on obstacles, by their ends,
// and posts, whose ends are equal. They are used as long as it stays near there. Of a fixed size,
// so that an agent that walks needs no more memory.
struct NearWalls {
  static constexpr std::size_t most = 16;
  struct Ends {
    VertexId a, b;
  };
  std::array<Ends, most> walls{};
  std::uint32_t count = 0;
  Point from{};
  double reach = -1.0;  // negative: not known
};

// Where an agent goes next.
struct Guide {
  Point target{};                          // the end of the first line of its path
  Point from{};                            // where it was when that was asked
  Vector direction{};                      // where the path begins with an arc; else from -> target
  double beyond = 0.0;                     // the length of the path after the target
  std::uint32_t age = 0;                   // steps since it was asked
  bool is_known = false, is_lost = false;  // lost: there is no path
  // The path of an agent that shares no field: its corners, the last one first.
  std::vector<Point> corners;
};

struct Agent {
  Point position;
  Vector velocity{};  // of its last step, as it was made
  Vector move{};      // of this step
  Vector wish{};      // the velocity that it wants, which the others see in the next step
  double radius, speed;
  int priority;
  WayId way = none;
  AgentId leader = none;
  bool has_left = false, has_arrived = false, is_waiting = false, is_inside = false;
  bool is_stopped = false, avoids = true, leaves = false, is_crowded = false;
  bool is_returning = false;  // to where it had arrived, after it has made room for others
  bool is_shut_in = false;    // inside, and it fits nowhere
  bool is_reported = false;   // that it has no way

  Guide guide;
  NearWalls near;
  Point post{};  // arrived: where it stays
  Point exit{};  // inside: a free point, the nearest unless others block the way to it
  double remaining = std::numeric_limits<double>::quiet_NaN();
  // The same before this step, which the others read.
  double remaining_before = std::numeric_limits<double>::quiet_NaN();
  double progress = 1.0;  // moved over wanted, smoothed over about a second
  double waited = 0.0;    // seconds
  double away = 0.0;      // seconds for which Scene::is_away()
  double nearest = std::numeric_limits<double>::infinity();    // the least `remaining` so far
  double farthest = -std::numeric_limits<double>::infinity();  // the greatest since then
  double stalled = 0.0;  // seconds since it has last come nearer by half a radius, or backed out
  double late = 0.0;     // the same, backing out or not
  // Where it and the one that it follows were when it had last come nearer.
  Point nearest_at{}, leader_at{};
  double backed_out = 0.0;  // how far it has moved since it was last on its way to its goal
  // The world was edited, and its way may be another one; what remained before that, at most. NaN:
  // not known.
  bool is_edited = false;
  double remaining_unedited = std::numeric_limits<double>::quiet_NaN();

  // Backing out of a lock: it goes to `refuge` until `yields_to` has passed.
  AgentId yields_to = none;
  // Or it gets out of a dead end past `evades`, which waits at a refuge of its own, yielding to
  // this one, and goes in afterwards. This one goes to `refuge`, too, and yields when it is there.
  AgentId evades = none;
  Point refuge{}, lock_at{};
  double yields_since = 0.0;  // the time
  bool is_stuck = false;      // in a lock that was reported and that nothing resolves
  // Others have backed out for it: its number among these agents of the crowd, which it keeps until
  // it has arrived. 0: none.
  std::uint64_t ticket = 0;

  // It is inside no obstacle any more.
  void come_out() {
    is_inside = false;
    guide.is_known = false;
    near.reach = -1;
    waited = 0.0;
    is_waiting = is_stuck = false;
  }

  bool is_present() const { return !has_left; }
  // Whether it waits at its refuge: so many radii from it, or nearer.
  static constexpr double at_refuge = 0.5;
  bool is_at_refuge() const {
    return has_refuge() && distance(position, refuge) <= at_refuge * radius;
  }
  bool has_refuge() const { return yields_to != none || evades != none; }
  // Whether it walks to its goal or to a refuge.
  bool is_underway() const { return is_walking() || (has_refuge() && !has_left && !is_stopped); }
  // The distance at which it stops beside the agent that it follows: half a radius between them.
  double beside(const Agent& other) const { return 1.5 * radius + other.radius; }
  bool has_goal() const { return way != none || leader != none; }
  bool is_walking() const { return !has_left && !is_stopped && !has_arrived && has_goal(); }
};

}  // namespace clearway
