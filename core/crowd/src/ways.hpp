// Ways: the goals of a crowd by radius, each with a field if enough agents share it.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "agent.hpp"
#include "clearway/planners/field.hpp"

namespace clearway {

struct Way {
  Place place;
  double radius;
  std::uint32_t users = 0;  // agents that are sent this way and have not left
  Index goal;               // the same for all radii
  std::unique_ptr<const Field> field;
  std::uint64_t built = 0;  // number of the field among all that were built

  bool is_point() const {
    return place.parts.size() == 1 && place.parts[0].lines.size() == 1 &&
           place.parts[0].lines[0].size() == 1;
  }
};

class Ways {
 public:
  // A field costs as much as dozens of paths, and more than some agents will ever ask for.
  static constexpr std::uint32_t users_of_field = 8;

  // The way of this goal and radius.
  WayId find(const Place& place, double radius);
  Way& operator[](WayId way) { return ways_[way]; }
  const Way& operator[](WayId way) const { return ways_[way]; }
  std::size_t size() const { return ways_.size(); }
  // By goal: the sum of the squared radii of the agents that have arrived and stay.
  double& arrived_squares(WayId way) { return arrived_squares_[ways_[way].goal]; }

  // Builds the fields that are missing. May be interrupted.
  void build(const World& world);
  // Discards the fields that the last edit of the world may have changed.
  void discard(const World& world) noexcept;

  std::size_t builds() const { return builds_; }
  std::size_t fields() const;
  std::size_t bytes() const;

 private:
  IdVector<WayId, Way> ways_;
  std::map<std::vector<double>, WayId> known_;  // by coordinates and radius
  std::map<std::vector<double>, Index> goals_;  // by coordinates
  std::vector<double> arrived_squares_;         // by goal
  std::size_t builds_ = 0;
};

}  // namespace clearway
