// The extended search of Kallmann 2010, section 7: proves the path of "channel" shortest, or
// finds better ones on the way to the one that is.
//
// A state is a front: a channel from the start to a portal, with its funnel. Fronts may reach the
// same portal by many channels. f is the length of the funnel's path through the portal to the
// goal, or to its mirror image in the portal where it lies before it. A front dies
//   1. when f is no less than the best path known;
//   2. (points) when another front has a shorter way to all of the portal than this to any of it;
//   3. when another front has an equal funnel at the same portal and is no longer;
//   4. when its root (roots.hpp) was reached by a shorter way.
// What the paper says otherwise, and what of it does not hold for discs: docs/explanation/channel.md.
#pragma once

#include <memory>

#include "clearway/planners/anytime.hpp"

namespace clearway {

class FrontSearch final : public AnytimeSearch {
 public:
  explicit FrontSearch(const World& world);
  ~FrontSearch() override;

 private:
  struct Scratch;
  void open() override;
  void expand(Index state) override;

  void enter(Index portal, Index parent);
  template <class Fronts>
  bool grow(Fronts& fronts, Index portal, Index parent, double& f);
  bool is_goal(Index triangle) const;

  std::unique_ptr<Scratch> own_;
};

}  // namespace clearway
