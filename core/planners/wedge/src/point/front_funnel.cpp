#include "front_funnel.hpp"

#include <algorithm>

namespace clearway {

void FrontFunnel::begin(const Point& start) {
  constexpr std::size_t room = 64;
  corners_.assign(1, {start, 0.0, none, first_corner});
  saved_.clear();
  if (chain_.empty()) chain_.resize(room);
}

void FrontFunnel::open(const Point& left_end, const Point& right_end) {
  const Point start = corners_[first_corner].at;
  apex_ = static_cast<Index>(chain_.size() / 2);
  first_ = apex_ - 1;
  last_ = apex_ + 1;
  const FunnelCornerId next = corners_.end_id();
  corners_.push_back({left_end, length(start, left_end), first_corner, next});
  corners_.push_back({right_end, length(start, right_end), first_corner, next + 1});
  chain_[first_] = corners_[next];
  chain_[apex_] = corners_[first_corner];
  chain_[last_] = corners_[next + 1];
}

double FrontFunnel::lower_bound(Point goal) const {
  // A goal before the portal is mirrored at it, as in PortalInterval::shortest_through().
  const Point l = end(left).at, r = end(right).at;
  const Vector edge = l - r;
  if (const double before = rounded_side(edge, goal - r); before > 0) {
    const double k = 2 * before / dot(edge, edge);
    goal = {goal.x + k * edge.y, goal.y - k * edge.x};
  }
  const FunnelCorner& last = tangent(goal, [](const Point& a, const Point& b, const Point& c) {
    return rounded_side(b - a, c - a);
  });
  return last.cost + length(last.at, goal);
}

FrontFunnel::Saved FrontFunnel::save() {
  const auto begin = static_cast<Index>(saved_.size());
  saved_.insert(saved_.end(), chain_.begin() + first_, chain_.begin() + last_ + 1);
  return {begin, begin + apex_ - first_, static_cast<Index>(saved_.size())};
}

void FrontFunnel::load(const Saved& saved) {
  const Index size = saved.end - saved.begin;
  if (chain_.size() < 2 * std::size_t{size}) chain_.resize(4 * std::size_t{size});
  first_ = static_cast<Index>(chain_.size() - size) / 2;
  apex_ = first_ + saved.apex - saved.begin;
  last_ = first_ + size - 1;
  std::copy(saved_.begin() + saved.begin, saved_.begin() + saved.end, chain_.begin() + first_);
}

FrontFunnel::Split FrontFunnel::split(const Saved& saved, const Point& end) {
  const FunnelCorner* const chain = saved_.data();
  Index i = saved.apex;
  int where = 0;
  if (i != saved.begin) {
    while (i != saved.begin && (where = sides_.of({chain[i].at, chain[i - 1].at}, end)) > 0) --i;
    if (where == 0) return {saved, i, {end, -1.0, none, none}};
  }
  if (i == saved.apex && i + 1 != saved.end) {
    where = -1;
    while (i + 1 != saved.end && (where = sides_.of({chain[i].at, chain[i + 1].at}, end)) < 0) ++i;
    if (where == 0) return {saved, i, {end, -1.0, none, none}};
  }
  const FunnelCorner& parent = chain[i];
  const FunnelCornerId id = corners_.end_id();
  corners_.push_back({end, parent.cost + length(parent.at, end), parent.id, id});
  return {saved, i, corners_.back()};
}

template <FrontFunnel::Side side>
void FrontFunnel::load(const Split& split) {
  const auto& [saved, last, corner] = split;
  const Index begin = side == left ? last : saved.begin, end = side == left ? saved.end : last + 1,
              size = end - begin;
  if (chain_.size() < 2 * (std::size_t{size} + 1)) chain_.resize(4 * (std::size_t{size} + 1));
  const auto at = static_cast<Index>(chain_.size() - size) / 2;
  std::copy(saved_.begin() + begin, saved_.begin() + end, chain_.begin() + at);
  first_ = side == left ? at - 1 : at;
  last_ = side == left ? at + size - 1 : at + size;
  apex_ = at + (side == left ? std::max(last, saved.apex) : std::min(last, saved.apex)) - begin;
  chain_[side == left ? first_ : last_] = corner;
}

template void FrontFunnel::load<FrontFunnel::left>(const Split& split);
template void FrontFunnel::load<FrontFunnel::right>(const Split& split);

void FrontFunnel::make_room() {
  const Saved now = save();
  chain_.resize(2 * chain_.size());
  load(now);
  saved_.resize(now.begin);
}

}  // namespace clearway
