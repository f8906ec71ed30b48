// Stretches of many discs, by the squares of a grid that they touch.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "timed_stretch.hpp"

namespace clearway {

class TimedStretchGrid {
 public:
  struct Item {
    TimedStretch stretch;
    double radius;
    std::int64_t owner;
  };

  explicit TimedStretchGrid(double cell) : cell_(cell) {}
  double cell() const { return cell_; }

  // If memory runs out, the item may be in a part of its lists; remove() takes it out.
  void add(const Item& item) {
    const bool is_reused = !free_.empty();
    const Index slot = is_reused ? free_.back() : static_cast<Index>(items_.size());
    if (!is_reused) {
      if (free_.capacity() <= items_.size()) free_.reserve(2 * items_.size() + 1);  // for remove()
      items_.push_back(item);
    }
    by_owner_[item.owner].push_back(slot);
    if (is_reused) {
      items_[slot] = item;
      free_.pop_back();
    }
    const Cells cells = cells_of(grown(item));
    if (cells.are_many()) return everywhere_.push_back(slot);
    for (std::int64_t y = cells.y0; y <= cells.y1; ++y)
      for (std::int64_t x = cells.x0; x <= cells.x1; ++x) lists_[key(x, y)].push_back(slot);
  }

  // Needs no memory.
  void remove(std::int64_t owner) noexcept {
    const auto found = by_owner_.find(owner);
    if (found == by_owner_.end()) return;
    for (const Index slot : found->second) {
      take_out(slot);
      free_.push_back(slot);
    }
    by_owner_.erase(found);
  }

  // Calls visit(item) for the items whose discs may touch the box; for some of them repeatedly.
  template <class Visit>
  void for_each_near(const Box& box, Visit visit) const {
    const Cells cells = cells_of(box);
    if (cells.are_many()) {
      for (const auto& [owner, slots] : by_owner_)
        for (const Index slot : slots) visit(items_[slot]);
      return;
    }
    for (const Index slot : everywhere_) visit(items_[slot]);
    for (std::int64_t y = cells.y0; y <= cells.y1; ++y) {
      for (std::int64_t x = cells.x0; x <= cells.x1; ++x) {
        const auto found = lists_.find(key(x, y));
        if (found == lists_.end()) continue;
        for (const Index slot : found->second) visit(items_[slot]);
      }
    }
  }

 private:
  struct Cells {
    std::int64_t x0, y0, x1, y1;
    bool are_many() const { return double(x1 - x0 + 1) * double(y1 - y0 + 1) > 64; }
  };
  // Far from the origin, and for coordinates that are not finite, cells coincide: still correct.
  std::int64_t cell_of(double c) const;
  Cells cells_of(const Box& b) const {
    return {cell_of(b.low.x), cell_of(b.low.y), cell_of(b.high.x), cell_of(b.high.y)};
  }
  static std::uint64_t key(std::int64_t x, std::int64_t y) {
    return static_cast<std::uint64_t>(x) * 0x9e3779b97f4a7c15u ^ static_cast<std::uint64_t>(y);
  }
  static Box grown(const Item& item) {
    Box box = item.stretch.box();
    const double by = item.radius + item.stretch.slack;
    return {{box.low.x - by, box.low.y - by}, {box.high.x + by, box.high.y + by}};
  }
  void take_out(Index slot) noexcept {
    const Cells cells = cells_of(grown(items_[slot]));
    if (cells.are_many()) {
      std::erase(everywhere_, slot);
      return;
    }
    for (std::int64_t y = cells.y0; y <= cells.y1; ++y)
      for (std::int64_t x = cells.x0; x <= cells.x1; ++x)
        if (const auto list = lists_.find(key(x, y)); list != lists_.end())
          std::erase(list->second, slot);
  }

  double cell_;
  std::vector<Item> items_;
  std::vector<Index> free_, everywhere_;
  std::unordered_map<std::uint64_t, std::vector<Index>> lists_;
  std::unordered_map<std::int64_t, std::vector<Index>> by_owner_;
};

}  // namespace clearway
