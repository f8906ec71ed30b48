// A field (planners/field.hpp) of a shared world. It follows the world's edits and serves many
// threads.
//
// An edit that cannot have changed any answer leaves the field as it is; after any other edit the
// next query builds it again, from the same goals. So no answer is out of date. Building may take
// long, and may be interrupted or run out of memory: then the query throws, and the next one builds.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "clearway/planners/field.hpp"
#include "clearway/session/paths.hpp"

namespace clearway {

class SharedField final : public EditObserver {
 public:
  // Builds the field. Throws InvalidInput for coordinates and a radius outside the numeric domain.
  // The world must outlive it.
  static std::shared_ptr<SharedField> make(SharedWorld& world, Place goals, double radius);
  ~SharedField() override;
  const SharedWorld& world() const { return world_; }

  // The values at many points, in their order; those of one call belong to one version of the
  // world. They do not depend on the number of threads.
  struct Values {
    std::uint64_t version = 0;
    std::vector<double> distances;
    std::vector<Point> directions;
    std::vector<std::int64_t> goals;  // parts of the place; -1: none
  };
  Values at(std::span<const Point> points, std::size_t threads) const;

  // Shortest paths from the points, and the parts of the place that they reach; -1: none.
  struct PathAnswers {
    Answers answers;
    std::vector<std::int64_t> goals;
  };
  PathAnswers paths(std::span<const Point> points, std::size_t threads) const;

  // Whether the next query builds the field again.
  bool is_stale() const;
  // Of the field of the current version, and how often it has been built. Builds it if it is stale.
  struct Stats {
    Field::Stats field;
    std::uint64_t builds;
  };
  Stats stats() const;

  void edited(const World& world, const Obstacles& removed, std::span<const Handle> added) override;

 private:
  struct Parts;
  class Reading;
  SharedField(const SharedWorld& world, Place goals, double radius);

  const SharedWorld& world_;
  std::unique_ptr<Parts> parts_;
};

}  // namespace clearway
