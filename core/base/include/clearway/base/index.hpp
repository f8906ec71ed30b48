// Indices into flat arrays. Indices of a named concept are ids (id.hpp).
#pragma once

#include <cstdint>

namespace clearway {

using Index = std::uint32_t;

// No thing: an Index, or an id of any concept.
struct None {
  constexpr operator Index() const { return 0x7fffffff; }
};
inline constexpr None none;

}  // namespace clearway
