// 128-bit integers: the compiler's, or those of portable_int128.hpp where it has none (MSVC) or
// where CLEARWAY_PORTABLE_INT128 asks for them.
#pragma once

#include "portable_int128.hpp"

namespace clearway::exact {

#if defined(__SIZEOF_INT128__) && !defined(CLEARWAY_PORTABLE_INT128)
__extension__ using Int128 = __int128;
__extension__ using Uint128 = unsigned __int128;
#else
using Int128 = PortableInt128;
using Uint128 = PortableUint128;
#endif

}  // namespace clearway::exact
