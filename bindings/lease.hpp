// A thread's searches, borrowed from those idle at a world.
#pragma once

#include <memory>

#include "bound_world.hpp"

namespace clearway::bindings {

class Lease : public Loan<Searches> {
 public:
  explicit Lease(const BoundWorld& w)
      : Loan(w.searches, [&] { return std::make_unique<Searches>(w.world); }) {}
};

}  // namespace clearway::bindings
