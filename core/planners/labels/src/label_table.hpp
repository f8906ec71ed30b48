// Hub labels (Cohen et al. 2003; Akiba et al. 2013): each corner knows its distances to some hubs,
// so that a shortest path between two corners passes a hub that both know.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/base/id.hpp"

namespace clearway {

// A corner, numbered in the order in which the corners became hubs.
using HubId = Id<struct HubTag>;

// The labels of corner c are those of paths that continue beside its solid's right
// (SectorPart::beside_right), [start[c], left[c]), then those beside its left, [left[c], start[c + 1] -
// 1), each from the solid outwards, and at last that of c itself, at distance 0. So the labels that
// a path can use after a straight line to c are the first ones of one part. A path straight along
// the wall that c ends is in both.
struct LabelTable {
  IdVector<HubId, std::uint64_t> start{0};  // by corner; one more than corners
  IdVector<HubId, std::uint64_t> left;      // by corner
  struct Label {
    double distance;
    HubId hub;
    HubId next;  // the corner after this one on the way to the hub; itself at the hub
  };
  std::vector<Label> labels;

  std::size_t size() const { return left.size(); }
  static constexpr std::size_t bytes_per_label = sizeof(Label);
  static constexpr std::size_t bytes_per_corner = 2 * sizeof(std::uint64_t);
  std::size_t memory() const {
    return labels.capacity() * bytes_per_label + left.capacity() * bytes_per_corner;
  }
};

}  // namespace clearway
