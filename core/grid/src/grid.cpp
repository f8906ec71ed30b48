#include "clearway/grid/grid.hpp"

#include <string>

#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"

namespace clearway {

namespace {

// From this many cells on, an assignment can be interrupted. It then works on a copy of the grid,
// which costs less than the assignment.
constexpr std::size_t many_cells = std::size_t{1} << 22;

std::int32_t side(const char* name, std::int32_t value) {
  if (value < 1 || value > Grid::max_side)
    throw InvalidInput("the " + std::string(name) + " of a grid is " + std::to_string(value) +
                       ": between 1 and 2**20");
  return value;
}

// From the bits of a free cell and the eight around it, row by row, to directions.
constexpr std::array<std::uint8_t, 512> make_exit_table(bool corner_cutting) {
  std::array<std::uint8_t, 512> table{};
  for (unsigned around = 0; around < 512; ++around) {
    const auto free = [around](int dx, int dy) { return around >> ((dy + 1) * 3 + dx + 1) & 1; };
    unsigned exits = 0;
    for (unsigned d = 0; d < 8; ++d) {
      const int dx = direction_x[d], dy = direction_y[d];
      const bool is_clear =
          corner_cutting ? free(dx, 0) || free(0, dy) : free(dx, 0) && free(0, dy);
      if (free(dx, dy) && is_clear) exits |= 1u << d;
    }
    table[around] = static_cast<std::uint8_t>(free(0, 0) ? exits : 0);
  }
  return table;
}

// After a step: straight on, or half a turn aside. Without corner cutting, after a straight step
// also aside where the cell behind that side is blocked; where it is free, one can leave back to
// it. With corner cutting, after a diagonal step also a full turn aside around a cell that is
// blocked; where it is free, the path through it is shorter.
constexpr std::array<std::array<std::uint8_t, 256>, 8> make_onward_table(bool corner_cutting) {
  std::array<std::array<std::uint8_t, 256>, 8> table{};
  for (unsigned d = 0; d < 8; ++d) {
    const auto bit = [d](unsigned turn) { return 1u << ((d + turn) & 7); };
    for (unsigned exits = 0; exits < 256; ++exits) {
      unsigned kept = bit(0) | bit(1) | bit(7);
      const bool may_turn = ((d & 1) != 0) == corner_cutting;
      if (may_turn && !(exits & bit(3))) kept |= bit(2);
      if (may_turn && !(exits & bit(5))) kept |= bit(6);
      table[d][exits] = static_cast<std::uint8_t>(exits & kept);
    }
  }
  return table;
}

}  // namespace

constinit const std::array<std::array<std::array<std::uint8_t, 256>, 8>, 2> Grid::onward_tables{
    make_onward_table(false), make_onward_table(true)};
constinit const std::array<std::array<std::uint8_t, 512>, 2> Grid::exit_tables{
    make_exit_table(false), make_exit_table(true)};

Grid::Grid(std::int32_t width, std::int32_t height, std::span<const std::uint8_t> blocked,
           bool corner_cutting)
    : width_(side("width", width)),
      height_(side("height", height)),
      corner_cutting_(corner_cutting),
      // Checked here, before the bitmaps allocate memory.
      rows_(std::int64_t{width} * std::int64_t{height} <= max_cells
                ? Bitmap(width, height)
                : throw InvalidInput("a grid of " + std::to_string(width) + " x " +
                                     std::to_string(height) + " cells: at most 2**28")),
      columns_(height, width) {
  if (blocked.size() != static_cast<std::size_t>(width) * height)
    throw InvalidInput("a grid needs width times height bytes");
  for (unsigned d = 0; d < 8; ++d)
    offsets_[d] = static_cast<std::uint32_t>(direction_y[d]) * rows_.stride() +
                  static_cast<std::uint32_t>(direction_x[d]);
  write({0, 0, width, height}, blocked);
}

CellBox Grid::assign(const CellBox& box, std::span<const std::uint8_t> blocked) {
  const std::size_t cells =
      box.empty() ? 0 : static_cast<std::size_t>(box.x1 - box.x0) * (box.y1 - box.y0);
  if (blocked.size() != 1 && blocked.size() != cells)
    throw InvalidInput("cells and values differ in number");
  CellBox changed;
  if (cells < many_cells) {
    const InterruptScope whole(no_check);
    changed = write(box, blocked);
  } else {
    // An interrupt leaves the cells unchanged.
    Grid next(*this);
    changed = next.write(box, blocked);
    *this = std::move(next);
  }
  if (!changed.empty()) ++version_;
  return changed;
}

CellBox Grid::write(const CellBox& box, std::span<const std::uint8_t> blocked) {
  const std::size_t columns = box.empty() ? 0 : box.x1 - box.x0;
  const bool one = blocked.size() == 1;
  CellBox changed{width_, height_, 0, 0};
  for (std::int32_t y = std::max(box.y0, 0); y < std::min(box.y1, height_); ++y) {
    check_interrupt(1 + static_cast<std::uint32_t>(columns) / 64);
    for (std::int32_t x = std::max(box.x0, 0); x < std::min(box.x1, width_); ++x) {
      const bool free = !(one ? blocked[0] : blocked[(y - box.y0) * columns + (x - box.x0)]);
      const std::uint32_t i = rows_.index(x, y);
      if (rows_.test(i) == free) continue;
      rows_.set(i, free);
      columns_.set(columns_.index(y, x), free);
      free_ += free ? 1 : -1;
      changed = {std::min(changed.x0, x), std::min(changed.y0, y), std::max(changed.x1, x + 1),
                 std::max(changed.y1, y + 1)};
    }
  }
  return changed.empty() ? CellBox{} : changed;
}

std::vector<std::uint8_t> Grid::blocked(const CellBox& box) const {
  std::vector<std::uint8_t> out;
  if (box.empty()) return out;
  out.reserve(static_cast<std::size_t>(box.x1 - box.x0) * (box.y1 - box.y0));
  for (std::int32_t y = box.y0; y < box.y1; ++y) {
    check_interrupt(1 + static_cast<std::uint32_t>(box.x1 - box.x0) / 64);
    for (std::int32_t x = box.x0; x < box.x1; ++x) out.push_back(!is_free(Cell{x, y}));
  }
  return out;
}

}  // namespace clearway
