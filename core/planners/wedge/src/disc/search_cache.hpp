// The searches for discs by radius: what a search knows about corners and tangents holds for one
// radius, so each of the last recurring radii has its own search.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "wedge_search.hpp"

namespace clearway {

class DiscSearchCache {
 public:
  explicit DiscSearchCache(const World& world) : world_(world), spare_(world) {}

  // The search for this radius; valid until the next call.
  DiscWedgeSearch& search_for(double radius) {
    const bool recurs = note(radius);
    if (spare_.radius() == radius) return spare_;
    const auto has_radius = [&](const auto& search) { return search->radius() == radius; };
    auto it = std::find_if(kept_.begin(), kept_.end(), has_radius);
    if (it == kept_.end()) {
      // A radius may occur only once; the spare search has its arrays in the cache.
      if (!recurs) return spare_;
      if (kept_.size() < most) kept_.push_back(std::make_unique<DiscWedgeSearch>(world_));
      it = kept_.end() - 1;
    }
    std::rotate(kept_.begin(), it, it + 1);
    return *kept_.front();
  }

 private:
  static constexpr std::size_t most = 7;  // each thread keeps 70 bytes per triangle for each

  // Whether the radius is among the last ones requested.
  bool note(double radius) {
    auto it = std::find(requested_.begin(), requested_.end(), radius);
    const bool is = it != requested_.end();
    if (!is) {
      if (requested_.size() <= most) requested_.push_back(radius);
      it = requested_.end() - 1;
      *it = radius;
    }
    std::rotate(requested_.begin(), it, it + 1);
    return is;
  }

  const World& world_;
  DiscWedgeSearch spare_;
  std::vector<std::unique_ptr<DiscWedgeSearch>> kept_;  // last used first
  std::vector<double> requested_;                       // last first
};

}  // namespace clearway
