// Indices into flat arrays. Indices of a named concept are ids (id.hpp).
#pragma once

#include <cstdint>

namespace clearway {

using Index = std::uint32_t;

// The null value of an Index and of every id.
struct None {
  constexpr operator Index() const { return 0x7fffffff; }
};
inline constexpr None none;

}  // namespace clearway
