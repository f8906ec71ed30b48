// The funnel of a front (channel_search.hpp): the shortest paths through its channel to the ends of
// its last portal.
#pragma once

#include <cstddef>
#include <vector>

#include "dominance.hpp"
#include "sides.hpp"

namespace clearway {

using FunnelCornerId = Id<struct FunnelCornerTag>;

// A corner of a shortest path through a channel, or its start.
struct FunnelCorner {
  Point at;
  double cost;            // from the start
  FunnelCornerId parent;  // the previous corner, of FrontFunnel::corners(); none for the start
  FunnelCornerId id;      // its own
};

// Two chains of corners from the apex, where the shortest paths to the two ends of the portal part.
// Corners are kept for the whole search, as the paths of several funnels lead over them.
class FrontFunnel {
 public:
  enum Side : int { left = -1, right = 1 };

  explicit FrontFunnel(const PointSides& sides) : sides_(sides) {}

  const IdVector<FunnelCornerId, FunnelCorner>& corners() const { return corners_; }
  // Forgets all corners but the start.
  void begin(const Point& start);
  // The funnel from the start to a first portal.
  void open(const Point& left_end, const Point& right_end);

  // The next portal of the channel has this end on one side and the same end as before on the
  // other. Returns the new end. Amortized cost over a channel: constant.
  template <Side side>
  const FunnelCorner& add(const Point& end) {
    if (first_ == 0 || last_ + 1 == chain_.size()) [[unlikely]]
      make_room();
    constexpr auto step = static_cast<Index>(side);  // positions are added modulo 2^32
    Index& tip = side == left ? first_ : last_;
    const Index other_tip = side == left ? last_ : first_;
    Index i = tip;
    while (i != apex_ && sides_.of({chain_[i - step].at, chain_[i].at}, end) * side >= 0) i -= step;
    if (i == apex_) {
      // A point in line with the other chain is reached straight: it may lie before the corner.
      while (i != other_tip && sides_.of({chain_[i].at, chain_[i - step].at}, end) * side > 0)
        i -= step;
      apex_ = i;
    }
    const FunnelCorner& parent = chain_[i];
    const FunnelCornerId id = corners_.end_id();
    corners_.push_back({end, parent.cost + length(parent.at, end), parent.id, id});
    tip = i + step;
    return chain_[tip] = corners_.back();
  }
  const FunnelCorner& end(Side side) const { return chain_[side == left ? first_ : last_]; }

  // The last corner of the shortest path to a point behind the portal; exact.
  const FunnelCorner& tangent(const Point& p) const {
    return tangent(
        p, [this](const Point& a, const Point& b, const Point& c) { return sides_.of({a, b}, c); });
  }
  // A lower bound on the length of every path through the portal to the goal.
  double lower_bound(Point goal) const;

  // A copy of the chains, to be loaded again.
  struct Saved {
    Index begin, apex, end;  // in saved_
  };
  Saved save();
  void load(const Saved& saved);

  // A saved funnel whose next portals share this corner: add<left>() and add<right>() at once.
  struct Split {
    Saved saved;
    Index last;           // in saved_: the last corner before the new one
    FunnelCorner corner;  // the new one; its cost is negative if it was not decided
  };
  // Does not decide where the new corner is in line with two others: then the two sides differ.
  Split split(const Saved& saved, const Point& end);
  // Loads the funnel with the new corner on this side.
  template <Side side>
  void load(const Split& split);
  const FunnelCorner& end_of(const Split& split, Side side) const {
    return saved_[side == left ? split.saved.begin : split.saved.end - 1];
  }

 private:
  template <class SideOf>
  const FunnelCorner& tangent(const Point& p, SideOf side_of) const {
    Index i = apex_;
    if (i != first_ && side_of(chain_[i].at, chain_[i - 1].at, p) > 0) {
      do --i;
      while (i != first_ && side_of(chain_[i].at, chain_[i - 1].at, p) > 0);
    } else {
      while (i != last_ && side_of(chain_[i].at, chain_[i + 1].at, p) < 0) ++i;
    }
    return chain_[i];
  }
  void make_room();

  static constexpr FunnelCornerId first_corner{0};  // the start

  const PointSides& sides_;
  IdVector<FunnelCornerId, FunnelCorner> corners_;
  // The chains: first_ is the left end, last_ the right end, apex_ between them.
  std::vector<FunnelCorner> chain_;
  Index first_ = 0, apex_ = 0, last_ = 0;
  std::vector<FunnelCorner> saved_;
};

}  // namespace clearway
