#include "grid/cell_search.hpp"

namespace clearway {

void CellSearch::flood(std::span<const Cell> sources) {
  constexpr std::uint32_t closed = 8;
  begin();
  const std::uint32_t mark = query_ * 16;
  open_.clear(0);
  for (const Cell& c : sources) {
    nodes_[grid_.index(c)] = {{}, mark};
    open_.push(grid_.index(c), 0);
  }
  while (!open_.empty()) {
    check_interrupt();
    open_.advance();
    const std::uint32_t i = open_.pop();
    if (nodes_[i].mark & closed) continue;
    nodes_[i].mark |= closed;
    const Steps g = nodes_[i].steps;
    for (unsigned exits = grid_.exits(i); exits != 0; exits &= exits - 1) {
      const auto d = static_cast<unsigned>(std::countr_zero(exits));
      const std::uint32_t j = i + grid_.offset(d);
      const Steps to{g.straight + !(d & 1), g.diagonal + (d & 1)};
      if (nodes_[j].mark >= mark && nodes_[j].steps.length() <= to.length()) continue;
      nodes_[j] = {to, mark | d};
      open_.push(j, to.length());
    }
  }
}

}  // namespace clearway
