// Flood fill of the mesh from a triangle, across the sides that the caller accepts.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "clearway/base/interrupt.hpp"
#include "clearway/mesh/mesh.hpp"

namespace clearway {

// A set of triangles. Small sets (nearly all) are stored on the stack, so that a query writes
// nothing shared between threads.
class TriangleSet {
 public:
  TriangleSet() { small_.fill(none); }

  bool insert(TriangleId triangle) {  // returns whether it is new
    if (2 * (count_ + 1) > capacity()) grow();
    const bool fresh = put(triangle);
    count_ += fresh;
    return fresh;
  }

 private:
  std::size_t capacity() const { return large_.empty() ? small_.size() : large_.size(); }
  bool put(TriangleId triangle) {
    TriangleId* slots = large_.empty() ? small_.data() : large_.data();
    const std::size_t mask = capacity() - 1;
    std::size_t i = (triangle.number() * 0x9e3779b1u >> 7) & mask;
    for (; slots[i] != none; i = (i + 1) & mask)
      if (slots[i] == triangle) return false;
    slots[i] = triangle;
    return true;
  }
  void grow() {
    std::vector<TriangleId> old(
        large_.empty() ? std::vector<TriangleId>(small_.begin(), small_.end()) : std::move(large_));
    large_.assign(4 * old.size(), none);
    for (const TriangleId t : old)
      if (t != none) put(t);
  }

  std::array<TriangleId, 128> small_;
  std::vector<TriangleId> large_;
  std::size_t count_ = 0;
};

// The same for repeated use by one thread: one mark per triangle, cleared by incrementing an epoch.
class TriangleMarks {
 public:
  void begin(const Mesh& mesh) {
    if (marks_.size() < mesh.triangles.size()) marks_.resize(mesh.triangles.size(), 0);
    if (++now_ == 0) {
      marks_.assign(marks_.size(), 0);
      now_ = 1;
    }
  }
  bool insert(TriangleId triangle) {
    const bool fresh = marks_[triangle] != now_;
    marks_[triangle] = now_;
    return fresh;
  }

 private:
  IdVector<TriangleId, std::uint32_t> marks_;
  std::uint32_t now_ = 0;
};

enum class Side { wall, pass, stop };

// Visits the triangle of `start` and every triangle reachable from it, breadth first, each once. In
// each triangle it calls corner(vertex) -> bool (false ends the flood) and side(half_edge) -> Side,
// except for the side by which it entered and the ends of that side. Returns false if a callback
// ended the flood. `seen` and `queue` are scratch and must be empty.
template <class Seen, class Corner, class OnSide>
bool flood(const Mesh& mesh, HalfEdgeId start, Seen& seen, std::vector<HalfEdgeId>& queue,
           Corner corner, OnSide side) {
  const auto check = [&](HalfEdgeId e) {
    const Side answer = side(e);
    if (answer == Side::stop) return false;
    if (answer == Side::pass)
      if (const HalfEdgeId t = mesh.twin(e); t != none && seen.insert(Mesh::triangle_of(t)))
        queue.push_back(t);
    return true;
  };
  const HalfEdgeId sides[] = {start, Mesh::next(start), Mesh::prev(start)};
  seen.insert(Mesh::triangle_of(start));
  for (const HalfEdgeId e : sides)
    if (!corner(mesh.origin(e))) return false;
  for (const HalfEdgeId e : sides)
    if (!check(e)) return false;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    check_interrupt();
    const HalfEdgeId e = queue[i];
    if (!corner(mesh.apex(e)) || !check(Mesh::next(e)) || !check(Mesh::prev(e))) return false;
  }
  return true;
}

template <class Seen, class Corner, class OnSide>
bool flood(const Mesh& mesh, TriangleId start, Seen& seen, std::vector<HalfEdgeId>& queue,
           Corner corner, OnSide side) {
  return flood(mesh, Mesh::half_edge(start, 0), seen, queue, corner, side);
}

// The queue of a flood, lent by its thread, so that a flood allocates no memory. A flood inside
// another one gets a queue of its own.
class FloodQueue {
 public:
  FloodQueue() : queue_(std::move(kept())) {
    queue_.clear();
    queue_.reserve(64);
  }
  ~FloodQueue() {
    if (queue_.capacity() <= most_kept) kept() = std::move(queue_);
  }
  FloodQueue(const FloodQueue&) = delete;
  FloodQueue& operator=(const FloodQueue&) = delete;
  std::vector<HalfEdgeId>& operator*() { return queue_; }

 private:
  static constexpr std::size_t most_kept = 4096;
  static std::vector<HalfEdgeId>& kept() {
    static thread_local std::vector<HalfEdgeId> queue;
    return queue;
  }
  std::vector<HalfEdgeId> queue_;
};

template <class Corner, class OnSide>
bool flood(const Mesh& mesh, TriangleId start, Corner corner, OnSide side) {
  TriangleSet seen;
  FloodQueue queue;
  return flood(mesh, start, seen, *queue, corner, side);
}

}  // namespace clearway
