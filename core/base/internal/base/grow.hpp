// Growing and filling large vectors in chunks, with interrupt checks in between.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "clearway/base/interrupt.hpp"

namespace clearway {

namespace detail {
constexpr std::size_t grow_block = std::size_t{1} << 16;
constexpr std::uint32_t grow_work = 1024;  // work units per block, mostly page faults
}  // namespace detail

// v.resize(size, value...) for a vector that may only grow. If interrupted, only some of the
// elements have been added, and the next call adds the others.
template <class T, class... Value>
void grow_to(std::vector<T>& v, std::size_t size, const Value&... value) {
  v.reserve(size);
  while (v.size() < size) {
    check_interrupt(detail::grow_work);
    v.resize(std::min(size, v.size() + detail::grow_block), value...);
  }
}

// Reserves space for one more element, doubling the capacity if it is exhausted. If interrupted,
// elements may have been moved from; the vector can then only be destroyed or cleared.
template <class T>
void make_room(std::vector<T>& v) {
  if (v.size() < v.capacity()) return;
  std::vector<T> moved;
  moved.reserve(std::max<std::size_t>(2 * v.size(), 16));
  for (T& element : v) {
    if (moved.size() % detail::grow_block == 0) check_interrupt(detail::grow_work);
    moved.push_back(std::move(element));
  }
  v.swap(moved);
}

}  // namespace clearway
