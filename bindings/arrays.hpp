// Conversion of arrays: numpy in, with dtype and shape checked; numpy out, without a copy.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "clearway/geometry/point.hpp"
#include "clearway/path/path.hpp"
#include "clearway/world/world.hpp"

namespace clearway::bindings {

namespace nb = nanobind;

// Arguments. Another dtype, order or shape is a TypeError: src/clearway/_input.py converts.
template <class T>
using Vector = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Points = nb::ndarray<const double, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;
using SegmentRows = nb::ndarray<const double, nb::shape<-1, 8>, nb::c_contig, nb::device::cpu>;

// Converts a float in the numeric domain that is not minus zero, or a small int. Returns false for
// anything else, which src/clearway/_input.py must convert.
bool plain_number(nb::handle value, double& out);
// The same for a tuple of two numbers.
bool plain_pair(nb::handle value, Point& out);

// Results.
// A list of pairs of floats.
nb::object pairs_out(std::span<const Point> points);
template <class T>
using VectorOut = nb::ndarray<nb::numpy, T, nb::ndim<1>>;
template <class T, std::size_t columns>
using RowsOut = nb::ndarray<nb::numpy, T, nb::shape<-1, columns>>;

template <class T>
std::span<const T> view(const Vector<T>& array) {
  return {array.data(), array.shape(0)};
}

static_assert(sizeof(Point) == 2 * sizeof(double));
inline std::span<const Point> view(const Points& array) {
  return {reinterpret_cast<const Point*>(array.data()), array.shape(0)};
}

// Moves a vector into a numpy array, which owns it.
template <class T>
std::pair<T*, nb::capsule> release(std::vector<T>&& values) {
  auto* owned = new std::vector<T>(std::move(values));
  return {owned->data(),
          nb::capsule(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); })};
}

template <class T>
VectorOut<T> vector_out(std::vector<T>&& values) {
  const std::size_t n = values.size();
  auto [data, owner] = release(std::move(values));
  return VectorOut<T>(data, {n}, owner);
}

// numpy's bool is one byte; std::vector<bool> is not.
inline VectorOut<bool> flags_out(std::vector<std::uint8_t>&& values) {
  const std::size_t n = values.size();
  auto [data, owner] = release(std::move(values));
  return VectorOut<bool>(reinterpret_cast<bool*>(data), {n}, owner);
}

inline RowsOut<double, 2> points_out(std::vector<Point>&& values) {
  const std::size_t n = values.size();
  auto [data, owner] = release(std::move(values));
  return RowsOut<double, 2>(reinterpret_cast<double*>(data), {n, 2}, owner);
}

// Read-only views of memory that `owner` keeps alive.
template <class T>
VectorOut<const T> vector_view(const std::vector<T>& values, nb::handle owner) {
  return VectorOut<const T>(values.data(), {values.size()}, owner);
}
inline VectorOut<const bool> flags_view(const std::vector<std::uint8_t>& values, nb::handle owner) {
  return VectorOut<const bool>(reinterpret_cast<const bool*>(values.data()), {values.size()},
                               owner);
}
template <std::size_t columns, class T>
RowsOut<const T, columns> rows_view(const std::vector<T>& values, nb::handle owner) {
  return RowsOut<const T, columns>(values.data(), {values.size() / columns, columns}, owner);
}

template <std::size_t columns, class T>
RowsOut<T, columns> rows_out(std::vector<T>&& values) {
  const std::size_t n = values.size() / columns;
  auto [data, owner] = release(std::move(values));
  return RowsOut<T, columns>(data, {n, columns}, owner);
}

// Read-only properties that are views of a vector of the object; get(object) returns the vector.
template <std::size_t columns, class S, class F>
void add_array(nb::class_<S>& c, const char* name, F get) {
  c.def_prop_ro(name, [get](nb::handle self) {
    if constexpr (columns == 1)
      return vector_view(get(nb::cast<const S&>(self)), self);
    else
      return rows_view<columns>(get(nb::cast<const S&>(self)), self);
  });
}
template <class S, class F>
void add_flags(nb::class_<S>& c, const char* name, F get) {
  c.def_prop_ro(name,
                [get](nb::handle self) { return flags_view(get(nb::cast<const S&>(self)), self); });
}

// A dict from alternating names and values.
using Dict = nb::typed<nb::dict, nb::str, nb::any>;
inline void fill(Dict&) {}
template <class T, class... Rest>
void fill(Dict& out, const char* name, const T& value, const Rest&... rest) {
  out[name] = value;
  fill(out, rest...);
}
template <class... Pairs>
Dict dict_of(const Pairs&... pairs) {
  Dict out;
  fill(out, pairs...);
  return out;
}

// The verdict of verify() on a world or a grid.
template <class Verdict>
Dict verdict_out(const Verdict& v) {
  return dict_of("clearance", v.clearance, "nearest", v.nearest, "gap", v.gap, "inside", v.inside,
                 "crosses", v.crosses);
}

// Rows x0, y0, x1, y1, cx, cy, radius, turn (0 line, +1 counter-clockwise, -1 clockwise).
std::vector<Segment> segments_in(const SegmentRows& rows);

// Flat arrays to obstacles and back. Throws InvalidInput if the starts do not partition the array
// that they index, or if a role is unknown.
Obstacles obstacles_in(const Vector<std::int64_t>& handles,
                       const Vector<std::int64_t>& obstacle_starts,
                       const Vector<std::int64_t>& chain_starts, const Vector<std::uint8_t>& roles,
                       const Points& points);
std::vector<std::uint8_t> bytes_of(const std::vector<Role>& roles);
Obstacles bounds_in(const Vector<std::int64_t>& chain_starts, const Vector<std::uint8_t>& roles,
                    const Points& points);

}  // namespace clearway::bindings
