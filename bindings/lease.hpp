// A thread's searches, taken from those idle at a world and given back with their scratch.
#pragma once

#include <memory>
#include <utility>

#include "bound_world.hpp"

namespace clearway::bindings {

class Lease {
 public:
  explicit Lease(const BoundWorld& w) : world_(w) {
    std::lock_guard cache(w.cache);
    if (w.searches.empty()) {
      search_ = std::make_unique<Searches>(w.world);
    } else {
      search_ = std::move(w.searches.back());
      w.searches.pop_back();
    }
  }
  ~Lease() {
    std::lock_guard cache(world_.cache);
    world_.searches.push_back(std::move(search_));
  }
  Searches& operator*() { return *search_; }

 private:
  const BoundWorld& world_;
  std::unique_ptr<Searches> search_;
};

}  // namespace clearway::bindings
