#include "bottleneck_cell.hpp"

#include <algorithm>
#include <utility>

#include "base/infinity.hpp"

namespace clearway {

namespace {

bool is_wider(const BottleneckCell::Link& a, const BottleneckCell::Link& b) {
  return a.width > b.width;
}

}  // namespace

void BottleneckCell::begin_leaf(std::vector<Side>& sides, std::span<Index> ranks) {
  std::sort(sides.begin(), sides.end(),
            [](const Side& a, const Side& b) { return a.portal < b.portal; });
  std::size_t count = 0;
  for (std::size_t i = 0; i < sides.size(); ++i)
    count += i == 0 || sides[i].portal != sides[i - 1].portal;
  members_.clear();
  members_.shrink_to_fit();
  members_.reserve(count);
  for (std::size_t i = 0; i < sides.size(); ++i) {
    if (i > 0 && sides[i].portal == sides[i - 1].portal)
      members_.back().is_exit = false;
    else
      members_.push_back({sides[i].portal, none, true, 0.0});
    ranks[sides[i].number] = static_cast<Index>(members_.size() - 1);
  }
}

Index BottleneckCell::rank(HalfEdgeId portal) const {
  // No branch on what is effectively random.
  const Member* at = members_.data();
  for (std::size_t left = members_.size(); left > 1;) {
    const std::size_t half = left / 2;
    at += at[half - 1].portal < portal ? half : 0;
    left -= half;
  }
  return static_cast<Index>(at - members_.data());
}

void BottleneckCell::finish_leaf(std::vector<Link>& links) {
  std::sort(links.begin(), links.end(), is_wider);
  unite(links);
}

void BottleneckCell::join(std::span<const BottleneckCell* const> parts) {
  // The exits of each part, by rank, and their ranks here.
  std::vector<HalfEdgeId> exits[4];
  std::vector<Index> ranks[4];
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (const Member& m : parts[i]->members_)
      if (m.is_exit) exits[i].push_back(m.portal);
  members_.clear();
  while (true) {
    HalfEdgeId least = none;
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (ranks[i].size() < exits[i].size()) least = std::min(least, exits[i][ranks[i].size()]);
    if (least == none) break;
    int count = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (ranks[i].size() == exits[i].size() || exits[i][ranks[i].size()] != least) continue;
      ranks[i].push_back(static_cast<Index>(members_.size()));
      ++count;
    }
    members_.push_back({least, none, count == 1, 0.0});
  }
  members_.shrink_to_fit();
  std::vector<Link> links;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto middle = static_cast<std::ptrdiff_t>(links.size());
    for (const Link& link : parts[i]->links_)
      links.push_back({link.width, ranks[i][link.a], ranks[i][link.b]});
    std::inplace_merge(links.begin(), links.begin() + middle, links.end(), is_wider);
  }
  unite(links);
}

void BottleneckCell::unite(std::span<const Link> links) {
  std::vector<Index> top(members_.size()), size(members_.size(), 1), exit_rank(members_.size());
  Index exits = 0;
  for (Index i = 0; i < top.size(); ++i) {
    top[i] = i;
    exit_rank[i] = exits;
    exits += members_[i].is_exit;
  }
  const auto find = [&](Index a) {
    while (top[a] != a) a = top[a] = top[top[a]];
    return a;
  };
  links_.clear();
  for (const Link& link : links) {
    Index a = find(link.a), b = find(link.b);
    if (a == b) continue;
    const bool both = members_[a].is_exit && members_[b].is_exit;
    if (both) links_.push_back({link.width, exit_rank[a], exit_rank[b]});
    // A tree with an exit stays on top; else the larger one does.
    const bool is_alike = members_[a].is_exit == members_[b].is_exit;
    if (is_alike ? size[a] > size[b] : members_[a].is_exit) std::swap(a, b);
    top[a] = b;
    size[b] += size[a];
    members_[a].parent = b;
    members_[a].width = link.width;
  }
  links_.shrink_to_fit();
}

double BottleneckCell::joined(HalfEdgeId from, HalfEdgeId to) const {
  // Widths decrease upwards: the one that was joined to its parent at the larger width climbs
  // first.
  double width = infinity;
  for (Index a = rank(from), b = rank(to); a != b;) {
    const Member &x = members_[a], &y = members_[b];
    if (x.parent == none && y.parent == none) return -1.0;
    const bool climbs_a = y.parent == none || (x.parent != none && x.width >= y.width);
    const Member& lower = climbs_a ? x : y;
    width = std::min(width, lower.width);
    (climbs_a ? a : b) = lower.parent;
  }
  return width;
}

BottleneckCell::Reached BottleneckCell::exit(HalfEdgeId portal) const {
  double width = infinity;
  for (Index i = rank(portal); i != none; i = members_[i].parent) {
    const Member& member = members_[i];
    if (member.is_exit) return {member.portal, width};
    width = member.width;
  }
  return {none, -1.0};
}

}  // namespace clearway
