// Indices into flat arrays.
#pragma once

#include <cstdint>

namespace clearway {

using Index = std::uint32_t;
inline constexpr Index none = 0x7fffffff;

}  // namespace clearway
