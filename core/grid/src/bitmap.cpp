#include "clearway/grid/detail/bitmap.hpp"

#include <algorithm>

namespace clearway {

bool Bitmap::all(std::uint32_t i, std::uint32_t count) const {
  while (count > 0) {
    const std::uint32_t now = std::min(count, window);
    const std::uint64_t wanted = (std::uint64_t{1} << now) - 1;
    if ((forward(i) & wanted) != wanted) return false;
    i += now;
    count -= now;
  }
  return true;
}

}  // namespace clearway
