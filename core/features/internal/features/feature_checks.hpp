// The rules for features as users give them. Each rule is checked here and nowhere else.
#pragma once

#include "clearway/features/feature.hpp"

namespace clearway {

// Throws InvalidInput unless there is one shape for each feature, every shape is valid input
// (obstacles/input_checks.hpp) and of the form that its kind requires (feature.hpp), names of areas
// are not empty, costs are finite and not negative, and radii not negative. The index is that of
// the feature.
void check_features(const Obstacles& shapes, const std::vector<Feature>& features);

// One obstacle of several, on its own.
Obstacles obstacle_at(const Obstacles& obstacles, std::size_t i);

}  // namespace clearway
