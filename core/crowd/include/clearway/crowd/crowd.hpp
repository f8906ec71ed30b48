// A crowd: discs that walk to their goals in one world and never overlap.
//
// Where an agent wants to go comes from exact distances: a field (planners/field.hpp), shared by
// the agents of equal radius and goal, or a shortest path of its own if few share it. Around others
// it avoids by reciprocal velocity obstacles: ORCA (van den Berg, Guy, Lin, Manocha 2011), a
// half-plane of velocities for each neighbour and a linear program, with the walls nearby as hard
// constraints.
//
// The law: at the end of every step, and on the straight line to it, no disc overlaps an obstacle,
// and no two discs overlap, by more than rounding. ORCA alone does not give this; so every move is
// shortened where it would break the law. Walls: by an exact test of the swept disc against the
// edges nearby. Others: the agents move one after the other, in a fixed order; a move is legal
// against the moves made before it, in continuous time, and against all who have yet to move where
// they stand. So staying is always legal. Discs that were put into an obstacle or into each other
// are let out; they never get deeper into each other.
//
// The result of a step does not depend on the number of threads. A step allocates no memory, unless
// a scratch array must grow, a field is missing, an agent needs a path of its own, or one backs out
// of a lock.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "clearway/base/id.hpp"
#include "clearway/query/place.hpp"
#include "clearway/world/world.hpp"

namespace clearway {

// Agents are numbered in the order of adding. Numbers are not used again.
using AgentId = Id<struct AgentTag>;

struct AgentSpec {
  Point position;
  double radius;       // >= 0
  double speed;        // >= 0; never exceeded
  int priority = 0;    // those of a higher priority go first, the others give way
  bool avoids = true;  // false: keeps to its way at its speed; others avoid it. It still stops
                       // where it would overlap.
};

// What an agent walks to.
struct AgentGoal {
  Place place;           // empty: see `agent`
  AgentId agent = none;  // follows this agent; none and no place: it has no goal and stands
  bool leaves = false;   // whether it leaves the crowd on arrival
};

enum class CrowdEvent : std::uint8_t {
  inside,   // it was put, or an edit has put an obstacle, where it does not fit: it is let out by
            // the nearest way
  let_out,  // it is out
  shut_in,  // its disc fits nowhere in the world
  overlap,  // it was put into agent `other`
  no_way,   // no path leads to its goal; it waits until an edit opens one
  lock,     // it and `other` block each other: it has the lower precedence and makes room, or gets
            // out of a dead end first while `other` waits
  unresolved  // the same, but nothing lets it back out: it waits; or it has come no nearer to its
              // goal for a minute, whatever locks were resolved; or another is in its way out of an
              // obstacle
};

struct CrowdReport {
  double time;
  CrowdEvent event;
  AgentId agent;
  AgentId other;  // none where there is no other
};

// Runs work(i) for every i < count, each once, on one thread or several.
using CrowdLoop =
    std::function<void(std::size_t count, const std::function<void(std::size_t)>& work)>;

class Crowd {
 public:
  struct Options {
    double horizon = 2.0;         // seconds ahead for which agents avoid each other, > 0
    std::size_t neighbours = 10;  // at most so many of the nearest are avoided
  };
  // The world must outlive the crowd, which must be told of every edit: edited().
  Crowd(const World& world, const Options& options);
  ~Crowd();

  // Adds agents with their goals, all or none; returns the number of the first. Those that do not
  // fit where they are put are reported and let out. Radii and speeds are finite and not negative,
  // positions in the numeric domain. Goals: none, one for all, or one for each, as in send().
  AgentId add(std::span<const AgentSpec> specs, std::span<const AgentGoal> goals = {});
  // These take agents that exist; those that have left are ignored.
  void remove(std::span<const AgentId> agents);
  // Gives agents goals, to all or to none: one for all, or one for each. Agents of equal radius and
  // goal share one field.
  void send(std::span<const AgentId> agents, std::span<const AgentGoal> goals);
  void send(std::span<const AgentId> agents, const AgentGoal& goal) { send(agents, {&goal, 1}); }
  void stop(std::span<const AgentId> agents, bool is_stopped);
  void set_speed(std::span<const AgentId> agents, double speed);
  void set_priority(std::span<const AgentId> agents, int priority);

  // Moves everybody by `seconds` > 0. After an exception (an interrupt, no memory) nobody has
  // moved. With a loop the work has up to `parts` parts, each with its own scratch.
  void step(double seconds, std::size_t parts = 1, const CrowdLoop& loop = {});
  double time() const;

  // Call it after each edit of the world, before anything else. Does not throw.
  void edited() noexcept;

  std::size_t size() const;  // agents ever added
  struct State {
    Point position, velocity;  // NaN once it has left
    double radius, speed;
    // Length of its path to the goal; infinity: no way, NaN: no goal, or no step since it was sent.
    double remaining;
    int priority;
    // Arrived: it stands at its goal, or has left there. Not while it is away from where it stood,
    // to make room for others.
    bool has_left, has_arrived, is_waiting, is_inside, is_stopped, is_sent_to_place;
  };
  State state(AgentId agent) const;
  // What has happened and is not forgotten yet, in the order of time.
  std::span<const CrowdReport> reports() const;
  void forget_reports(std::size_t count);  // the first so many

  struct Stats {
    std::size_t fields, field_builds, paths, asked, shortened_by_walls, shortened_by_agents, locks;
    std::size_t bytes;
  };
  Stats stats() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace clearway
