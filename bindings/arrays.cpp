#include "arrays.hpp"

#include <cmath>

namespace clearway::bindings {

namespace {

void fill_chains(Obstacles& out, const Vector<std::int64_t>& chain_starts,
                 const Vector<std::uint8_t>& roles, const Points& points) {
  const auto starts = view(chain_starts);
  out.chain_starts.assign(starts.begin(), starts.end());
  out.roles.reserve(roles.shape(0));
  for (const std::uint8_t role : view(roles)) out.roles.push_back(static_cast<Role>(role));
  const auto xy = view(points);
  out.points.assign(xy.begin(), xy.end());
}

}  // namespace

bool plain_number(nb::handle value, double& out) {
  if (PyFloat_CheckExact(value.ptr())) {
    out = PyFloat_AsDouble(value.ptr());
    const double size = std::fabs(out);
    return out == 0 ? !std::signbit(out) : size >= min_coordinate && size <= max_coordinate;
  }
  if (!PyLong_CheckExact(value.ptr())) return false;
  int overflow = 0;
  const long long whole = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
  out = static_cast<double>(whole);
  return overflow == 0;
}

bool plain_pair(nb::handle value, Point& out) {
  PyObject* const pair = value.ptr();
  return PyTuple_CheckExact(pair) && PyTuple_Size(pair) == 2 &&
         plain_number(PyTuple_GetItem(pair, 0), out.x) &&
         plain_number(PyTuple_GetItem(pair, 1), out.y);
}

nb::object pairs_out(std::span<const Point> points) {
  const auto owned = [](PyObject* made) {
    if (made == nullptr) nb::raise_python_error();
    return made;
  };
  nb::object out = nb::steal(owned(PyList_New(static_cast<Py_ssize_t>(points.size()))));
  for (std::size_t i = 0; i < points.size(); ++i) {
    PyObject* const pair = owned(PyTuple_New(2));
    PyList_SetItem(out.ptr(), static_cast<Py_ssize_t>(i), pair);  // takes it, now or on an error
    PyTuple_SetItem(pair, 0, owned(PyFloat_FromDouble(points[i].x)));
    PyTuple_SetItem(pair, 1, owned(PyFloat_FromDouble(points[i].y)));
  }
  return out;
}

Obstacles obstacles_in(const Vector<std::int64_t>& handles,
                       const Vector<std::int64_t>& obstacle_starts,
                       const Vector<std::int64_t>& chain_starts, const Vector<std::uint8_t>& roles,
                       const Points& points) {
  Obstacles out;
  const auto h = view(handles);
  out.handles.assign(h.begin(), h.end());
  const auto starts = view(obstacle_starts);
  out.obstacle_starts.assign(starts.begin(), starts.end());
  fill_chains(out, chain_starts, roles, points);
  return out;
}

std::vector<std::uint8_t> bytes_of(const std::vector<Role>& roles) {
  std::vector<std::uint8_t> out;
  out.reserve(roles.size());
  for (const Role role : roles) out.push_back(static_cast<std::uint8_t>(role));
  return out;
}

Obstacles bounds_in(const Vector<std::int64_t>& chain_starts, const Vector<std::uint8_t>& roles,
                    const Points& points) {
  Obstacles out;
  fill_chains(out, chain_starts, roles, points);
  out.handles.push_back(-1);
  out.obstacle_starts.push_back(static_cast<std::int64_t>(out.roles.size()));
  return out;
}

std::vector<Segment> segments_in(const SegmentRows& rows) {
  std::vector<Segment> out;
  out.reserve(rows.shape(0));
  for (std::size_t i = 0; i < rows.shape(0); ++i) {
    const double* r = rows.data() + 8 * i;
    out.push_back({{r[0], r[1]}, {r[2], r[3]}, {r[4], r[5]}, r[6], (r[7] > 0) - (r[7] < 0)});
  }
  return out;
}

}  // namespace clearway::bindings
