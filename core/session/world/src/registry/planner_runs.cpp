#include "planner_runs.hpp"

#include <type_traits>
#include <utility>

#include "clearway/path/path_points.hpp"
#include "paths/query_share.hpp"
#include "planners/anytime/anytime_improver.hpp"
#include "planners/anytime/round_search.hpp"
#include "planners/common/stopwatch.hpp"
#include "planners/preferred/preferred_path.hpp"
#include "state/world_state.hpp"

namespace clearway {

PolylineAnswer PlannerRun::find_polyline(const Point& start, const Point& goal, double radius) {
  const Path path = find(start, goal, radius, {});
  return {path.status, points_of(path.segments)};
}

namespace {

// Runs of planners that belong to a thread's Searches.
template <auto member>
class SearchRun : public PlannerRun {
 public:
  explicit SearchRun(const WorldReading& reading)
      : reading_(reading), searches_(WorldState::of(reading)) {
    if constexpr (std::is_same_v<decltype(member), TRAStarSearch Searches::*>) {
      graph_ = WorldState::of(reading).updated_abstraction();
      searches_->tra_star.use(*graph_);
    }
  }
  Path find(const Point& start, const Point& goal, double radius,
            const SearchOptions& options) override {
    if (options.prefer >= 0) return find_preferred({start, goal, radius, options});
    return ((*searches_).*member).find(start, goal, radius, options);
  }
  PolylineAnswer find_polyline(const Point& start, const Point& goal, double radius) override {
    if constexpr (finds_into_paths) {
      SearchOptions options;
      options.needs_channel = false;
      Path& path = searches_->polyline;
      ((*searches_).*member).find(start, goal, radius, options, path);
      return {path.status, points_of(path.segments)};
    } else {
      return PlannerRun::find_polyline(start, goal, radius);
    }
  }
  void find_all(QueryShare& share) override {
    auto& search = (*searches_).*member;
    if (share.options().prefer >= 0) {
      share.answer(
          [&](const Point& start, const Point& goal, double radius, const SearchOptions& options) {
            return find_preferred({start, goal, radius, options});
          });
    } else if constexpr (finds_into_paths) {
      Path path;
      share.answer_timed([&](const Point& start, const Point& goal, double radius,
                             const SearchOptions& options) -> const Path& {
        search.find(start, goal, radius, options, path);
        return path;
      });
    } else {
      share.answer(
          [&](const Point& start, const Point& goal, double radius, const SearchOptions& options) {
            return search.find(start, goal, radius, options);
          });
    }
  }

 private:
  // Whether the search writes into a path whose memory is used again.
  static constexpr bool finds_into_paths =
      requires(Searches& s, const Point& p, const SearchOptions& options, Path& path) {
        (s.*member).find(p, p, 0.0, options, path);
      };

  Path find_preferred(const PreferredQuery& query) {
    const Stopwatch watch;
    WorldState& state = WorldState::of(reading_);
    const WidestRoutes routes{reading_.world(), state.updated_bottlenecks(),
                              state.updated_gate_tree()};
    auto& search = (*searches_).*member;
    Path path = find_preferred_path(
        routes,
        [&](const Point& start, const Point& goal, double radius, const SearchOptions& options) {
          return search.find(start, goal, radius, options);
        },
        query);
    path.stats.seconds = watch.seconds();
    return path;
  }

  const WorldReading& reading_;
  std::shared_ptr<const Abstraction> graph_;
  SearchLoan searches_;
};

// What visibility searches run on, and the pool of idle searches that use it.
template <bool is_pruned>
struct OnGraph {
  static const VisibilityGraph& prepare(const WorldReading& reading, VisibilityCache& cache) {
    return visibility_graph(reading, cache, is_pruned, 1);
  }
  static Pool<VisibilitySearch>& idle(VisibilityCache& cache) { return cache.idle[is_pruned]; }
};
struct OnBsp {
  static const Bsp& prepare(const WorldReading& reading, VisibilityCache& cache) {
    return bsp_of(reading, cache);
  }
  static Pool<VisibilitySearch>& idle(VisibilityCache& cache) { return cache.idle_bsp; }
};

template <class Structure>
class VisibilityRun : public PlannerRun {
 public:
  explicit VisibilityRun(const WorldReading& reading)
      : cache_(visibility_of(reading)), search_(Structure::idle(*cache_), [&] {
          return std::make_unique<VisibilitySearch>(reading.world(), cache_->corners,
                                                    Structure::prepare(reading, *cache_));
        }) {}
  Path find(const Point& start, const Point& goal, double, const SearchOptions& options) override {
    return search_->find(start, goal, options.prune_successors);
  }
  void find_all(QueryShare& share) override {
    share.answer([&](const Point& start, const Point& goal, double radius,
                     const SearchOptions& options) { return find(start, goal, radius, options); });
  }
  static std::vector<ExpandedCorner> explore(const WorldReading& reading, const Point& start,
                                             const Point& goal, const SearchOptions& options) {
    std::vector<ExpandedCorner> out;
    VisibilityRun(reading).search_->find(start, goal, options.prune_successors, &out);
    return out;
  }

 private:
  std::shared_ptr<VisibilityCache> cache_;
  Loan<VisibilitySearch> search_;
};

std::unique_ptr<Improver> begin_improving(std::unique_ptr<AnytimeSearch> search,
                                          const ImproveQuery& q) {
  search->begin(q.start, q.goal, q.radius, q.options);
  return std::make_unique<AnytimeImprover>(std::move(search));
}

// Keeps the abstraction alive while the search uses it.
class TRAStarImprover : public Improver {
 public:
  TRAStarImprover(const WorldReading& reading, const ImproveQuery& q)
      : graph_(WorldState::of(reading).updated_abstraction()) {
    auto search = std::make_unique<TRAStarSearch>(reading.world());
    search->use(*graph_);
    improver_ = begin_improving(std::move(search), q);
  }
  const Path* next() override { return improver_->next(); }
  const Path& best() const override { return improver_->best(); }

 private:
  std::shared_ptr<const Abstraction> graph_;
  std::unique_ptr<Improver> improver_;
};

}  // namespace

std::unique_ptr<PlannerRun> start_channel(const WorldReading& reading) {
  return std::make_unique<SearchRun<&Searches::channel>>(reading);
}
std::unique_ptr<PlannerRun> start_optimal(const WorldReading& reading) {
  return std::make_unique<SearchRun<&Searches::optimal>>(reading);
}
std::unique_ptr<PlannerRun> start_ta_star(const WorldReading& reading) {
  return std::make_unique<SearchRun<&Searches::ta_star>>(reading);
}
std::unique_ptr<PlannerRun> start_tra_star(const WorldReading& reading) {
  return std::make_unique<SearchRun<&Searches::tra_star>>(reading);
}
std::unique_ptr<PlannerRun> start_vg(const WorldReading& reading) {
  return std::make_unique<VisibilityRun<OnGraph<false>>>(reading);
}
std::unique_ptr<PlannerRun> start_vgo(const WorldReading& reading) {
  return std::make_unique<VisibilityRun<OnGraph<true>>>(reading);
}
std::unique_ptr<PlannerRun> start_bsp(const WorldReading& reading) {
  return std::make_unique<VisibilityRun<OnBsp>>(reading);
}

std::vector<ExpandedCorner> explore_vg(const WorldReading& reading, const Point& start,
                                       const Point& goal, const SearchOptions& options) {
  return VisibilityRun<OnGraph<false>>::explore(reading, start, goal, options);
}
std::vector<ExpandedCorner> explore_vgo(const WorldReading& reading, const Point& start,
                                        const Point& goal, const SearchOptions& options) {
  return VisibilityRun<OnGraph<true>>::explore(reading, start, goal, options);
}
std::vector<ExpandedCorner> explore_bsp(const WorldReading& reading, const Point& start,
                                        const Point& goal, const SearchOptions& options) {
  return VisibilityRun<OnBsp>::explore(reading, start, goal, options);
}

std::unique_ptr<Improver> improve_by_rounds(const WorldReading& reading, const ImproveQuery& q) {
  return std::make_unique<RoundSearch>(reading.world(), q.start, q.goal, q.radius, q.options);
}
std::unique_ptr<Improver> improve_by_fronts(const WorldReading& reading, const ImproveQuery& q) {
  return std::make_unique<FrontImprover>(reading.world(), q.start, q.goal, q.radius, q.options);
}
std::unique_ptr<Improver> improve_ta_star(const WorldReading& reading, const ImproveQuery& q) {
  return begin_improving(std::make_unique<TAStarSearch>(reading.world()), q);
}
std::unique_ptr<Improver> improve_tra_star(const WorldReading& reading, const ImproveQuery& q) {
  return std::make_unique<TRAStarImprover>(reading, q);
}

}  // namespace clearway
