// The number of a front that is stored, in the order in which they were stored.
#pragma once

#include "clearway/base/id.hpp"

namespace clearway {

using FrontId = Id<struct FrontTag>;

}  // namespace clearway
