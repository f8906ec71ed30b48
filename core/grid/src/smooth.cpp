#include "smooth.hpp"

#include <algorithm>
#include <cstdlib>

#include "clearway/base/interrupt.hpp"

namespace clearway {

namespace {

bool straight_is_free(const Grid& grid, const Cell& a, const Cell& b) {
  const auto between = [](const Bitmap& map, std::int32_t row, std::int32_t p, std::int32_t q) {
    return map.all(map.index(std::min(p, q), row), static_cast<std::uint32_t>(std::abs(p - q)) + 1);
  };
  return a.y == b.y ? between(grid.rows(), a.y, a.x, b.x) : between(grid.columns(), a.x, a.y, b.y);
}

bool diagonal_is_free(const Grid& grid, const Cell& a, const Cell& b) {
  const std::int32_t dx = sign(b.x - a.x), dy = sign(b.y - a.y);
  unsigned d = 1;
  while (direction_x[d] != dx || direction_y[d] != dy) d += 2;
  std::uint32_t i = grid.index(a);
  for (std::int32_t n = std::abs(b.x - a.x); n > 0; --n, i += grid.offset(d))
    if (!(grid.exits(i) >> d & 1)) return false;
  return true;
}

// Where the connection from a to b turns.
Cell turn(const Cell& a, const Cell& b, bool is_diagonal_first) {
  const auto n = static_cast<std::int32_t>(octile(a, b).diagonal);
  const std::int32_t dx = sign(b.x - a.x) * n, dy = sign(b.y - a.y) * n;
  return is_diagonal_first ? Cell{a.x + dx, a.y + dy} : Cell{b.x - dx, b.y - dy};
}

bool leads(const Grid& grid, const Cell& a, const Cell& b, bool is_diagonal_first) {
  const Cell t = turn(a, b, is_diagonal_first);
  const Cell &diagonal_from = is_diagonal_first ? a : t, &diagonal_to = is_diagonal_first ? t : b;
  const Cell &straight_from = is_diagonal_first ? t : a, &straight_to = is_diagonal_first ? b : t;
  return straight_is_free(grid, straight_from, straight_to) &&
         (diagonal_from == diagonal_to || diagonal_is_free(grid, diagonal_from, diagonal_to));
}

// One pass over the corners: the shortest chain of connections, each over a few corners.
bool pass(const Grid& grid, CellRoute& route) {
  constexpr std::size_t reach = 8;
  const std::vector<Cell>& c = route.corners;
  const std::size_t n = c.size();
  std::vector<Steps> best(n);
  std::vector<std::size_t> from(n, 0);
  for (std::size_t j = 1; j < n; ++j) {
    check_interrupt(16);
    best[j] = best[j - 1] + octile(c[j - 1], c[j]);
    from[j] = j - 1;
    for (std::size_t i = j >= reach ? j - reach : 0; i + 1 < j; ++i) {
      const Steps through = best[i] + octile(c[i], c[j]);
      if (through.length() < best[j].length() && is_connected(grid, c[i], c[j])) {
        best[j] = through;
        from[j] = i;
      }
    }
  }
  if (best[n - 1].length() >= route.steps().length()) return false;
  std::vector<std::size_t> chain;
  for (std::size_t j = n - 1; j != 0; j = from[j]) chain.push_back(j);
  CellRoute out;
  out.corners.push_back(c[0]);
  std::size_t last = 0;
  for (std::size_t k = chain.size(); k-- > 0; last = chain[k])
    connect(grid, c[last], c[chain[k]], out);
  route = std::move(out);
  return true;
}

}  // namespace

bool is_connected(const Grid& grid, const Cell& a, const Cell& b) {
  return leads(grid, a, b, true) || leads(grid, a, b, false);
}

bool connect(const Grid& grid, const Cell& a, const Cell& b, CellRoute& route) {
  for (const bool is_diagonal_first : {true, false}) {
    if (!leads(grid, a, b, is_diagonal_first)) continue;
    extend(route, turn(a, b, is_diagonal_first));
    extend(route, b);
    return true;
  }
  return false;
}

void smooth(const Grid& grid, CellRoute& route) {
  while (route.corners.size() > 2 && pass(grid, route)) {
  }
}

}  // namespace clearway
