#include "meeting_hub.hpp"

#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/predicates.hpp"
#include "geometry/construction.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {
namespace {

// Calls use(label) for each label of a corner along which a path from the end can continue; returns
// how many there are. The first label that it cannot use ends the loop: the others lie beyond.
template <class Use>
std::uint64_t for_each_label(const LabelData& data, const Point& end, const SeeingEnd::Corner& seen,
                             Use&& use) {
  const LabelTable& table = data.table;
  const std::uint64_t own = table.start[seen.corner + 1] - 1, left = table.left[seen.corner];
  const std::uint64_t first = seen.turns_left ? left : table.start[seen.corner],
                      last = seen.turns_left ? own : left;
  const int against = seen.turns_left ? -1 : 1;
  const Point at = data.at[seen.corner];
  use(table.labels[own]);
  std::uint64_t i = first;
  while (i < last) {
    const HubId next = table.labels[i].next;
    if (orientation(end, at, data.at[next]) == against) break;
    do {
      use(table.labels[i++]);
    } while (i < last && table.labels[i].next == next);
  }
  return i - first + 1;
}

}  // namespace

Meeting MeetingHub::find(const LabelData& data, const SeeingEnd& from, const SeeingEnd& to,
                         SearchStats& stats, std::vector<ExpandedCorner>* expanded) {
  Meeting best;
  if (++query_ == 0) {
    for (Reached& r : reached_) r.query = 0;
    query_ = 1;
  }
  check_interrupt(static_cast<std::uint32_t>(from.seen.size() + to.seen.size()));
  for (const SeeingEnd::Corner& u : from.seen) {
    ++stats.expanded;
    if (expanded) expanded->push_back({from.at, data.at[u.corner]});
    stats.generated += for_each_label(data, from.at, u, [&](const LabelTable::Label& l) {
      const double cost = u.distance + l.distance;
      Reached& r = reached_[l.hub];
      if (r.query != query_ || cost < r.cost) r = {cost, u.corner, query_};
    });
  }
  for (const SeeingEnd::Corner& v : to.seen) {
    const double straight = distance(data.at[v.corner], from.at) * (1 - tolerance::estimate);
    if (v.distance + straight > best.length) continue;
    ++stats.expanded;
    if (expanded) expanded->push_back({to.at, data.at[v.corner]});
    stats.generated += for_each_label(data, to.at, v, [&](const LabelTable::Label& l) {
      const Reached& r = reached_[l.hub];
      if (r.query != query_) return;
      const double length = r.cost + (l.distance + v.distance);
      if (length < best.length) best = {l.hub, r.corner, v.corner, length};
    });
  }
  return best;
}

void list_way(const LabelTable& table, HubId corner, HubId hub, std::vector<HubId>& out) {
  out.assign(1, corner);
  while (corner != hub) {
    std::uint64_t label = table.start[corner];
    while (label < table.start[corner + 1] && table.labels[label].hub != hub) ++label;
    if (label == table.start[corner + 1]) throw InternalError("a label does not lead to its hub");
    out.push_back(corner = table.labels[label].next);
  }
}

}  // namespace clearway
