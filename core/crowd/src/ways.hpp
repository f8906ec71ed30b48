// Ways: the goals of a crowd by radius, each with a field if enough agents share it.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "agent.hpp"
#include "clearway/planners/field.hpp"

namespace clearway {

struct Way {
  using Keys = std::map<std::vector<double>, WayId>;

  Place place;
  double radius = 0.0;
  std::uint32_t users = 0;  // agents that are sent this way and have not left
  Index goal = none;        // the same for all radii
  std::unique_ptr<const Field> field;
  std::uint64_t built = 0;  // number of the field among all that were built
  Keys::iterator key{};     // where it is known
  bool is_unused = true;    // a slot for a way that is asked for later

  bool is_point() const {
    return place.parts.size() == 1 && place.parts[0].lines.size() == 1 &&
           place.parts[0].lines[0].size() == 1;
  }
};

class Ways {
 public:
  // A field costs as much as dozens of paths, and more than some agents will ever ask for.
  static constexpr std::uint32_t users_of_field = 8;

  // The way of this goal and radius. It lasts until the next build() without users.
  WayId find(const Place& place, double radius);
  Way& operator[](WayId way) { return ways_[way]; }
  const Way& operator[](WayId way) const { return ways_[way]; }
  // One more than the greatest number of a way. Numbers are used again.
  std::size_t size() const { return ways_.size(); }

  // The sum of the squared radii of the agents that have arrived at the goal of a way and stay.
  double arrived_squares(WayId way) const { return goals_[ways_[way].goal].arrived_squares; }
  void add_arrived(WayId way, double radius);
  void remove_arrived(WayId way, double radius);

  // Forgets the ways without users, and builds the fields that are missing. May be interrupted.
  void build(const World& world);
  // Discards the fields that the last edit of the world may have changed.
  void discard(const World& world) noexcept;

  std::size_t builds() const { return builds_; }
  std::size_t fields() const;
  std::size_t bytes() const;

 private:
  struct Goal {
    std::map<std::vector<double>, Index>::iterator key{};
    std::uint32_t ways = 0;
    std::uint32_t arrived = 0;
    double arrived_squares = 0.0;
  };
  void make_room();
  void forget(WayId way) noexcept;

  IdVector<WayId, Way> ways_;
  std::vector<Goal> goals_;
  std::vector<WayId> unused_ways_;
  std::vector<Index> unused_goals_;
  Way::Keys known_;                                   // by coordinates and radius
  std::map<std::vector<double>, Index> known_goals_;  // by coordinates
  std::size_t builds_ = 0;
};

}  // namespace clearway
