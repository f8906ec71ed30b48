// A path table: many paths in flat arrays, one row each. No row needs an allocation of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "clearway/path/path.hpp"

namespace clearway {

// The common columns of paths in worlds and on grids.
struct PathColumns {
  std::vector<std::uint8_t> status, optimal;  // Status; 0 or 1
  std::vector<double> length, lower_bound, seconds;
  std::vector<std::int64_t> expanded, generated;
  // Row i has the segments from segment_starts[i] to segment_starts[i + 1].
  std::vector<std::int64_t> segment_starts{0};
  // 8 numbers per segment: the members of Segment, in order.
  std::vector<double> segments;
  static constexpr std::size_t segment_size = 8;

  std::size_t size() const { return status.size(); }
  bool empty() const { return status.empty(); }
  void reserve(std::size_t rows);

 protected:
  // Appends a path without its channel.
  template <class AnyPath>
  void append_columns(const AnyPath& path);
  void append_columns(const PathColumns& other, std::size_t row);
};

struct PathTable : PathColumns {
  // Row i crosses the triangles from channel_starts[i] to channel_starts[i + 1].
  std::vector<std::int64_t> channel_starts{0};
  std::vector<TriangleId> channel;

  void reserve(std::size_t rows);
  void append(const Path& path);
  void append(const PathTable& other, std::size_t row);
  // A row as a path of its own.
  Path operator[](std::size_t row) const;
};

template <class AnyPath>
void PathColumns::append_columns(const AnyPath& path) {
  status.push_back(static_cast<std::uint8_t>(path.status));
  optimal.push_back(path.optimal);
  length.push_back(path.length);
  lower_bound.push_back(path.lower_bound);
  seconds.push_back(path.stats.seconds);
  expanded.push_back(static_cast<std::int64_t>(path.stats.expanded));
  generated.push_back(static_cast<std::int64_t>(path.stats.generated));
  for (const Segment& s : path.segments) {
    const double row[segment_size] = {
        s.start.x,  s.start.y,  s.end.x,  s.end.y,
        s.center.x, s.center.y, s.radius, static_cast<double>(s.turn)};
    segments.insert(segments.end(), row, row + segment_size);
  }
  segment_starts.push_back(static_cast<std::int64_t>(segments.size() / segment_size));
}

}  // namespace clearway
