// Wide integers for oracles: the compiler's, which share no code with the core's. MSVC has none;
// there the oracles compute with the core's own, which test_int128.cpp checks.
#pragma once

#include "geometry/src/portable_int128.hpp"

namespace wide {

#ifdef __SIZEOF_INT128__
__extension__ using Wide = __int128;
#else
using Wide = clearway::exact::PortableInt128;
#endif

}  // namespace wide
