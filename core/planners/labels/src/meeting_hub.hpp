// The hub at which the labels of two ends of a path meet at the least cost.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "clearway/base/status.hpp"
#include "clearway/planners/expanded_corner.hpp"
#include "label_data.hpp"

namespace clearway {

// An end of a path and the corners at which the path may bend next.
struct SeeingEnd {
  struct Corner {
    HubId corner;
    bool turns_left;  // otherwise right
    double distance;
  };
  Point at;
  std::vector<Corner> seen;
};

struct Meeting {
  HubId hub = none, from = none, to = none;  // hub and corners; none: there is no path
  double length = std::numeric_limits<double>::infinity();
};

class MeetingHub {
 public:
  // For labels of this many corners. Keeps scratch arrays.
  explicit MeetingHub(std::size_t corners) : reached_(corners) {}

  // Minimizes over the corners u of one end, v of the other and the hubs of both: from the end to
  // u, to the hub, to v, to the other end. Reads only labels along which a path can continue at u
  // or v without a detour (Property Two, Vinther 2015, 4.4.2). `expanded`, unless null, receives
  // the corners whose labels it reads, with the end that sees them.
  Meeting find(const LabelData& data, const SeeingEnd& from, const SeeingEnd& to,
               SearchStats& stats, std::vector<ExpandedCorner>* expanded = nullptr);

 private:
  struct Reached {
    double cost;
    HubId corner;
    std::uint32_t query = 0;  // the last that reached the hub
  };
  IdVector<HubId, Reached> reached_;  // from one end
  std::uint32_t query_ = 0;
};

// The corners from `corner` to a hub of its labels, both included.
void list_way(const LabelTable& table, HubId corner, HubId hub, std::vector<HubId>& out);

}  // namespace clearway
