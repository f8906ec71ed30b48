// The agents by the square cells of a plane, for finding those near a point. Cells are hashed: the
// memory does not depend on the extent. Agents larger than a cell are in a list of their own: one
// giant would make everybody search far.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "agent.hpp"

namespace clearway {

class AgentGrid {
 public:
  // An agent at the time of building.
  struct Entry {
    Point position;
    Vector velocity;
    Vector claim;  // its velocity, the nearer to the one that it wants the less way it makes
    double radius;
    std::int32_t column, row;
    AgentId agent;
  };

  // Linear. `cell` > 0: the side of a cell.
  void build(const IdVector<AgentId, Agent>& agents, std::span<const AgentId> present, double cell);

  double cell() const { return cell_; }
  // Of the agents in cells.
  double largest_radius() const { return largest_radius_; }

  // Calls visit(entry) for the agents larger than a cell, ascending.
  template <class Visit>
  void for_each_large(Visit visit) const {
    for (const Entry& entry : large_) visit(entry);
  }
  // The same for the agents of the cells of one ring around the cell of p, ring 0: that cell.
  // Ascending by row, then column, then agent.
  template <class Visit>
  void for_each_in_ring(const Point& p, std::int32_t ring, Visit visit) const {
    const std::int32_t x = column(p.x), y = column(p.y);
    for (std::int32_t row = y - ring; row <= y + ring; ++row) {
      const bool is_edge = row == y - ring || row == y + ring;
      for (std::int32_t c = x - ring; c <= x + ring; c += is_edge ? 1 : std::max(1, 2 * ring))
        for_each_in_cell(c, row, visit);
    }
  }
  // The same for all agents in cells.
  template <class Visit>
  void for_each_in_cells(Visit visit) const {
    for (const Entry& entry : entries_) visit(entry);
  }
  // Whether there are fewer agents in cells than cells within `reach`: then looking at the agents
  // costs less.
  bool is_wide(double reach) const {
    const double side = 2 * reach * inverse_ + 1;
    return side * side > static_cast<double>(entries_.size());
  }
  // The same for all agents whose discs may be within `reach` of p. At most linear.
  template <class Visit>
  void for_each_near(const Point& p, double reach, Visit visit) const {
    const double far = reach + largest_radius_;
    if (is_wide(far)) {
      for_each_in_cells(visit);
    } else {
      const std::int32_t x0 = column(p.x - far), x1 = column(p.x + far);
      const std::int32_t y0 = column(p.y - far), y1 = column(p.y + far);
      for (std::int32_t row = y0; row <= y1; ++row)
        for (std::int32_t c = x0; c <= x1; ++c) for_each_in_cell(c, row, visit);
    }
    for_each_large(visit);
  }

 private:
  template <class Visit>
  void for_each_in_cell(std::int32_t column, std::int32_t row, Visit visit) const {
    const std::size_t bucket = bucket_of(column, row);
    for (std::uint32_t i = first_[bucket]; i < first_[bucket + 1]; ++i)
      if (entries_[i].column == column && entries_[i].row == row) visit(entries_[i]);
  }
  // Far outside of what a crowd covers, columns coincide: that only costs time.
  std::int32_t column(double x) const {
    return static_cast<std::int32_t>(std::clamp(std::floor(x * inverse_), -1e9, 1e9));
  }
  std::size_t bucket_of(std::int32_t column, std::int32_t row) const {
    const std::uint32_t h = static_cast<std::uint32_t>(column) * 0x9e3779b1u ^
                            static_cast<std::uint32_t>(row) * 0x85ebca77u;
    return (h ^ h >> 15) & mask_;
  }

  double cell_ = 1.0, inverse_ = 1.0, largest_radius_ = 0.0;
  std::size_t mask_ = 0;
  std::vector<std::uint32_t> first_;   // by bucket
  std::vector<Entry> entries_;         // in cells: by bucket, then by agent
  std::vector<Entry> large_;           // by agent
  std::vector<std::uint32_t> bucket_;  // by position in `present`; scratch
};

}  // namespace clearway
