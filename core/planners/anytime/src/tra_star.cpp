#include "planners/anytime/tra_star.hpp"

#include "anytime_loop.hpp"
#include "tra_star/expansion.hpp"

namespace clearway {

TRAStarSearch::TRAStarSearch(const World& world)
    : AnytimeSearch(AnytimeLoop::make<TRAStarExpansion>(world)) {}

void TRAStarSearch::use(const Abstraction& abstraction, const TerrainCosts* costs) {
  static_cast<TRAStarExpansion&>(loop().expansion()).use(abstraction, costs);
}

}  // namespace clearway
