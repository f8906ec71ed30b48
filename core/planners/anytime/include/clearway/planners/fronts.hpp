// The extended search of Kallmann 2010, section 7: proves the path of "channel" shortest, or finds
// better ones until one is proved.
//
// A state is a front: a channel from the start to a portal, with its funnel. Fronts may reach the
// same portal by many channels. f is the length of the funnel's path through the portal to the
// goal, or to the goal's mirror image in the portal if the goal lies before it. A front is
// discarded
//   1. when f is at least the length of the best path;
//   2. (points) when another front reaches every point of the portal by a shorter path than this
//      one reaches any;
//   3. when another front has an equal funnel at the same portal and is no longer;
//   4. when its root was reached by a shorter path.
// docs/explanation/channel.md lists differences from the paper, and what fails for discs.
#pragma once

#include "clearway/planners/anytime.hpp"

namespace clearway {

class FrontSearch final : public AnytimeSearch {
 public:
  explicit FrontSearch(const World& world);
};

}  // namespace clearway
