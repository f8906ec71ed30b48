#include "query/free_end.hpp"

#include "query/free.hpp"

namespace clearway {

std::optional<FreeEnd> free_end(const World& world, const Point& p, double radius) {
  if (!fits(world, world.located(p), radius)) return std::nullopt;
  return FreeEnd{p, radius};
}

}  // namespace clearway
