// Point location by sectors (Demyen 2007, 8.1): a grid over the bounds stores a triangle for each
// cell; an exact walk starts there. Expected constant cost as the mesh grows.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/mesh/mesh.hpp"

namespace clearway {

// An exact walk from half-edge `start` to p, which must lie inside the frame. Always terminates: a
// walk that is longer than the number of triangles falls back to a scan.
Location walk(const Mesh& mesh, const Point& p, HalfEdgeId start);

// Whether p lies inside the triangle or on its boundary. Exact.
bool holds(const Mesh& mesh, TriangleId triangle, const Point& p);

class Sectors {
 public:
  // Builds a grid over [low, high] with about one cell per two live triangles.
  void rebuild(const Mesh& mesh, Point low, Point high);
  // True once the mesh has grown or shrunk so much that a rebuild pays off.
  bool is_stale(std::size_t live_triangles) const;
  // Notifies the grid that this triangle is new or has changed shape.
  void note(const Mesh& mesh, TriangleId triangle);
  // A live triangle's half-edge near p.
  HalfEdgeId hint(const Mesh& mesh, const Point& p) const;
  std::size_t memory() const { return cell_.capacity() * sizeof(Index); }

 private:
  std::size_t column(double x) const;
  std::size_t row(double y) const;
  Point low_, high_;
  double scale_x_ = 0, scale_y_ = 0;
  std::size_t columns_ = 0, rows_ = 0, built_for_ = 0;
  std::vector<HalfEdgeId> cell_;
};

}  // namespace clearway
