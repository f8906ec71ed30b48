// The directions from a viewpoint that no fragment visited so far hides.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "geometry/exact_direction.hpp"

namespace clearway {

class FieldOfView {
 public:
  struct Window {  // directions, less than half a turn
    ExactDirection right, left;
  };
  struct Wedge {  // a part of the field of view
    Window all;
    std::vector<Window> open;            // its open windows, counter-clockwise
    std::vector<ExactDirection> looked;  // along which sight_line() was called, in order
    bool gap_after;                      // the next sector counter-clockwise is blocked
  };

  // An empty field. Keeps the memory of its wedges.
  void begin(const Point& from);
  // Wedges are added counter-clockwise, or clockwise.
  void add(const ExactDirection& right, const ExactDirection& left);
  void add_gap() { wedges_[size_ - 1].gap_after = true; }

  std::size_t size() const { return size_; }
  Wedge& operator[](std::size_t k) { return wedges_[k]; }
  bool is_closed() const { return open_count_ == 0; }

  int turn(const ExactDirection& a, const ExactDirection& b) const {
    return clearway::turn(from_, a, b);
  }
  bool contains(const Window& w, const ExactDirection& b) const {
    return turn(w.right, b) >= 0 && turn(b, w.left) >= 0;
  }

  // Whether an open part may reach the line ab, seen from the side of it where the viewpoint lies
  // (+1 left, -1 right).
  bool reaches(const Point& a, const Point& b, int side) const;

  // Closes the directions between two bounds. piece(k, window, low, high): the part of an open
  // window of wedge k between low and high is closed. new_bound(wedge, old, bound): beside one of
  // the two, the window that ends at `old` now ends, or is empty, at `bound`.
  template <class Piece, class NewBound>
  void close(const ExactDirection& right, const ExactDirection& left, Piece&& piece,
             NewBound&& new_bound);

 private:
  Point from_;
  std::vector<Wedge> wedges_;
  std::size_t size_ = 0;        // wedges in use
  std::size_t open_count_ = 0;  // open windows of all wedges
};

template <class Piece, class NewBound>
void FieldOfView::close(const ExactDirection& right, const ExactDirection& left, Piece&& piece,
                        NewBound&& new_bound) {
  const Window span{right, left};
  for (std::size_t k = 0; k < size_; ++k) {
    Wedge& wedge = wedges_[k];
    if (wedge.open.empty()) continue;
    ExactDirection low = right, high = left;
    if (!contains(wedge.all, right)) {
      if (!contains(span, wedge.all.right)) continue;
      low = wedge.all.right;
    }
    if (!contains(wedge.all, left)) high = wedge.all.left;
    // Inside a wedge directions are ordered.
    auto& open = wedge.open;
    auto first = std::partition_point(open.begin(), open.end(),
                                      [&](const Window& w) { return turn(low, w.left) <= 0; });
    auto last = first;
    for (; last != open.end() && turn(last->right, high) > 0; ++last) piece(k, *last, low, high);
    if (first == last) continue;
    const Window before{first->right, low}, after{high, (last - 1)->left};
    if (low == right && !(before.right == low)) new_bound(wedge, before.right, low);
    if (high == left && !(after.left == high)) new_bound(wedge, after.left, high);
    Window rest[2];
    std::size_t count = 0;
    if (turn(before.right, before.left) > 0) rest[count++] = before;
    if (turn(after.right, after.left) > 0) rest[count++] = after;
    const std::size_t closed = static_cast<std::size_t>(last - first);
    const std::size_t kept = std::min(count, closed);
    std::copy_n(rest, kept, first);
    if (count > kept)
      open.insert(first + 1, rest[1]);
    else
      open.erase(first + static_cast<std::ptrdiff_t>(kept), last);
    open_count_ += count;
    open_count_ -= closed;
  }
}

}  // namespace clearway
