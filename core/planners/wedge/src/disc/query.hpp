// What all parts of the search for discs know about the query.
#pragma once

#include "clearway/path/path.hpp"
#include "collision.hpp"
#include "planners/common/goals.hpp"
#include "records.hpp"
#include "remaining.hpp"

namespace clearway {

struct DiscQuery {
  double r = 0.0;      // the radius; 0: there was no query
  double slack = 0.0;  // angles this close count as equal: rounding of tangents
  Goals* goals = nullptr;
  SearchStats* stats = nullptr;
  bool has_many_goals = false;
  const DiscCollision* collision = nullptr;
  const DiscRemaining* remaining = nullptr;  // null: not known
  DiscRecords* records = nullptr;            // of a search to everywhere
  std::vector<TriangleId>* explored = nullptr;
  void note(TriangleId t) const {
    if (explored) [[unlikely]]
      explored->push_back(t);
  }
};

}  // namespace clearway
