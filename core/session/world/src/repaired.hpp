// Data of a world that is built on request and repaired, on the next request after edits, from the
// slots of the triangles that they touched.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "clearway/world/world.hpp"

namespace clearway {

// T is constructed from the world and has update(slots).
template <class T>
class Repaired {
 public:
  // After an edit. If memory runs out, the data is lost and will be rebuilt.
  void note(const World& world) {
    if (!data_) return;
    const Edit& edit = world.last_edit();
    const std::size_t count =
        touched_.size() + edit.removed.size() + edit.added.size() + edit.measured.size();
    const std::shared_ptr<T> kept = std::move(data_);
    if (repair_share * count > world.mesh().triangles.size()) {
      touched_.clear();
      return;
    }
    touched_.reserve(count);
    for (const std::vector<TriangleId>* list : {&edit.removed, &edit.added, &edit.measured})
      touched_.insert(touched_.end(), list->begin(), list->end());
    data_ = kept;
  }

  // Up to date with the world. Invalid after the next edit.
  std::shared_ptr<const T> updated(const World& world) {
    const std::vector<TriangleId> touched = std::move(touched_);
    touched_.clear();
    // Moved out first, so that nothing half-repaired remains after an exception.
    std::shared_ptr<T> kept = std::move(data_);
    if (!kept)
      kept = std::make_shared<T>(world);
    else if (!touched.empty())
      kept->update(touched);
    data_ = kept;
    return kept;
  }

 private:
  // If edits have touched more than this fraction of the mesh, the data is rebuilt rather than
  // repaired: a repair costs a few times as much per triangle.
  static constexpr std::size_t repair_share = 4;

  std::shared_ptr<T> data_;
  std::vector<TriangleId> touched_;
};

}  // namespace clearway
