#include "clearway/path/path_table.hpp"

namespace clearway {
namespace {

// Of a row, in most worlds: enough for one growth of the array or none.
constexpr std::size_t expected_segments = 3;
// Triangles of a row, likewise.
constexpr std::size_t expected_triangles = 16;

// Appends the elements of row `row` of one array in parts to another, `size` numbers an element.
template <class T>
void append_part(const std::vector<T>& from, const std::vector<std::int64_t>& from_starts,
                 std::size_t row, std::size_t size, std::vector<T>& to,
                 std::vector<std::int64_t>& starts) {
  const auto at = [&](std::size_t i) {
    return from.begin() + from_starts[i] * static_cast<std::ptrdiff_t>(size);
  };
  to.insert(to.end(), at(row), at(row + 1));
  starts.push_back(static_cast<std::int64_t>(to.size() / size));
}

}  // namespace

void PathColumns::reserve(std::size_t rows) {
  status.reserve(rows);
  optimal.reserve(rows);
  for (std::vector<double>* column : {&length, &lower_bound, &seconds}) column->reserve(rows);
  for (std::vector<std::int64_t>* column : {&expanded, &generated}) column->reserve(rows);
  segment_starts.reserve(rows + 1);
  segments.reserve(expected_segments * segment_size * rows);
}

void PathColumns::append_columns(const PathColumns& other, std::size_t row) {
  status.push_back(other.status[row]);
  optimal.push_back(other.optimal[row]);
  length.push_back(other.length[row]);
  lower_bound.push_back(other.lower_bound[row]);
  seconds.push_back(other.seconds[row]);
  expanded.push_back(other.expanded[row]);
  generated.push_back(other.generated[row]);
  append_part(other.segments, other.segment_starts, row, segment_size, segments, segment_starts);
}

void PathTable::reserve(std::size_t rows) {
  PathColumns::reserve(rows);
  channel_starts.reserve(rows + 1);
  channel.reserve(expected_triangles * rows);
}

void PathTable::append(const Path& path) {
  append_columns(path);
  channel.insert(channel.end(), path.channel.begin(), path.channel.end());
  channel_starts.push_back(static_cast<std::int64_t>(channel.size()));
}

void PathTable::append(const PathTable& other, std::size_t row) {
  append_columns(other, row);
  append_part(other.channel, other.channel_starts, row, 1, channel, channel_starts);
}

Path PathTable::operator[](std::size_t row) const {
  Path out;
  out.status = static_cast<Status>(status[row]);
  out.length = length[row];
  out.lower_bound = lower_bound[row];
  out.optimal = optimal[row];
  out.stats = {static_cast<std::uint64_t>(expanded[row]),
               static_cast<std::uint64_t>(generated[row]), seconds[row]};
  for (auto i = static_cast<std::size_t>(segment_starts[row]);
       i < static_cast<std::size_t>(segment_starts[row + 1]); ++i) {
    const double* s = &segments[i * segment_size];
    out.segments.push_back(
        {{s[0], s[1]}, {s[2], s[3]}, {s[4], s[5]}, s[6], static_cast<int>(s[7])});
  }
  out.channel.assign(channel.begin() + channel_starts[row],
                     channel.begin() + channel_starts[row + 1]);
  return out;
}

}  // namespace clearway
