#include "grid/cell_route.hpp"

namespace clearway {

Steps CellRoute::steps() const {
  Steps out;
  for (std::size_t k = 1; k < corners.size(); ++k) out = out + octile(corners[k - 1], corners[k]);
  return out;
}

void extend(CellRoute& route, const Cell& next) {
  std::vector<Cell>& c = route.corners;
  if (!c.empty() && c.back() == next) return;
  if (c.size() >= 2) {
    const Cell &a = c[c.size() - 2], &b = c.back();
    if (sign(b.x - a.x) == sign(next.x - b.x) && sign(b.y - a.y) == sign(next.y - b.y)) {
      c.back() = next;
      return;
    }
  }
  c.push_back(next);
}

void extend_bent(CellRoute& route, const Cell& next) {
  const Cell from = route.corners.back();
  const auto diagonal = static_cast<std::int32_t>(octile(from, next).diagonal);
  extend(route,
         {from.x + sign(next.x - from.x) * diagonal, from.y + sign(next.y - from.y) * diagonal});
  extend(route, next);
}

}  // namespace clearway
