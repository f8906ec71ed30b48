#include "planners/visibility/visibility_search.hpp"

#include "bsp_successors.hpp"
#include "corner_astar.hpp"
#include "direct_answer.hpp"
#include "graph_successors.hpp"
#include "planners/common/rounded_ends.hpp"
#include "planners/common/stopwatch.hpp"
#include "planners/visibility/polyline_path.hpp"

namespace clearway {

class VisibilitySearch::Method {
 public:
  virtual ~Method() = default;
  virtual Path find(const Point& start, const Point& goal, bool prune_successors,
                    std::vector<ExpandedCorner>* explored) = 0;
};

// A template, so that only the query is dispatched at run time and not each expansion.
template <class Successors>
class VisibilitySearch::AStar final : public Method {
 public:
  template <class Source>
  AStar(const World& world, const Corners& corners, const Source& source)
      : world_(world), corners_(corners), successors_(world, corners, source) {}

  Path find(const Point& start, const Point& goal, bool prune_successors,
            std::vector<ExpandedCorner>* explored) override {
    const Stopwatch stopwatch;
    Path path =
        find_from_rounded(world_, start, goal, 0.0, [&](const Point& a, const Point& b, double) {
          return find_free(a, b, prune_successors, explored);
        });
    path.stats.seconds = stopwatch.seconds();
    return path;
  }

 private:
  // As find(), with ends that are exactly free.
  Path find_free(const Point& start, const Point& goal, bool prune_successors,
                 std::vector<ExpandedCorner>* explored) {
    Path path;
    if (!answer_directly(world_, corners_, start, goal, path)) {
      search_.begin(corners_, start, goal, path.stats, explored);
      successors_.begin(prune_successors);
      std::vector<CornerId> visible;
      successors_.visible_from(goal, visible);
      for (const CornerId c : visible)
        if (successors_.can_bend(c, goal)) search_.mark_sees_goal(c);
      successors_.visible_from(start, visible);
      for (const CornerId c : visible)
        if (successors_.can_bend(c, start)) search_.relax(c, none);
      CornerId c = search_.pop();
      for (; c != none && c != search_.goal_node(); c = search_.pop())
        successors_.expand(c, search_);
      if (c != none) write_polyline(world_, search_.polyline(), path);
    }
    return path;
  }

  const World& world_;
  const Corners& corners_;
  Successors successors_;
  CornerAStar search_;
};

VisibilitySearch::VisibilitySearch(const World& world, const Corners& corners,
                                   const VisibilityGraph& graph)
    : method_(std::make_unique<AStar<GraphSuccessors>>(world, corners, graph)) {}
VisibilitySearch::VisibilitySearch(const World& world, const Corners& corners, const Bsp& bsp)
    : method_(std::make_unique<AStar<BspSuccessors>>(world, corners, bsp)) {}
VisibilitySearch::~VisibilitySearch() = default;

Path VisibilitySearch::find(const Point& start, const Point& goal, bool prune_successors,
                            std::vector<ExpandedCorner>* explored) {
  return method_->find(start, goal, prune_successors, explored);
}

}  // namespace clearway
