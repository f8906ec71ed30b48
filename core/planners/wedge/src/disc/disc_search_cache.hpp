// Searches for discs by radius: what one learns about corners and tangents is good for its radius
// only, so each of some radii that come again has a search of its own.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "disc_wedge_search.hpp"

namespace clearway {

class DiscSearchCache {
 public:
  explicit DiscSearchCache(const World& world) : world_(world), spare_(world) {}

  // The search to use for this radius, until the next call.
  DiscWedgeSearch& search_for(double radius) {
    const bool comes_again = note(radius);
    if (spare_.radius() == radius) return spare_;
    const auto is_its = [&](const auto& spread) { return spread->radius() == radius; };
    auto it = std::find_if(kept_.begin(), kept_.end(), is_its);
    if (it == kept_.end()) {
      // A radius may never come again, and arrays just used are at hand.
      if (!comes_again) return spare_;
      if (kept_.size() < most) kept_.push_back(std::make_unique<DiscWedgeSearch>(world_));
      it = kept_.end() - 1;
    }
    std::rotate(kept_.begin(), it, it + 1);
    return *kept_.front();
  }

 private:
  static constexpr std::size_t most = 7;  // a thread keeps 70 bytes a triangle for each

  // Whether it is among the last that were asked for.
  bool note(double radius) {
    auto it = std::find(asked_.begin(), asked_.end(), radius);
    const bool is = it != asked_.end();
    if (!is) {
      if (asked_.size() <= most) asked_.push_back(radius);
      it = asked_.end() - 1;
      *it = radius;
    }
    std::rotate(asked_.begin(), it, it + 1);
    return is;
  }

  const World& world_;
  DiscWedgeSearch spare_;
  std::vector<std::unique_ptr<DiscWedgeSearch>> kept_;  // the last used first
  std::vector<double> asked_;                           // the last first
};

}  // namespace clearway
