// The turn widths of all triangles (Clearance::turn_width), as an array that can be rolled back.
#pragma once

#include <cstddef>

#include "clearance/search_records.hpp"

namespace clearway {

class Triangulation;

class TurnWidths {
 public:
  double operator[](HalfEdgeId e) const { return widths_[Mesh::side_index(e)]; }
  // Makes room for this many triangles.
  void resize(std::size_t triangles) { widths_.resize(3 * triangles, -1.0); }
  std::size_t size() const { return widths_.size(); }
  std::size_t bytes() const { return widths_.bytes(); }

  // Measures a triangle, with the gates that are charged to its turns.
  void measure(const Triangulation& triangulation, const SearchRecords& records,
               TriangleId triangle);
  // Measures all triangles, each side once.
  void measure_all(const Triangulation& triangulation, const SearchRecords& records);

  template <class F>
  void for_journaled(F f) {
    f(widths_);
  }

 private:
  template <class F>
  void measure_turns(const Triangulation& triangulation, TriangleId triangle, F side);
  void charge(HalfEdgeId turn, double width);

  JournaledArray<double> widths_;
};

}  // namespace clearway
