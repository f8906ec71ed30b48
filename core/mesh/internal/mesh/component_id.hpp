// Numbers of the connected parts of the free triangles.
#pragma once

#include "clearway/base/id.hpp"

namespace clearway {

// As numbered by the object that labels them; numbers of different objects do not compare.
using ComponentId = Id<struct ComponentTag>;

}  // namespace clearway
