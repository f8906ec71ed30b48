#include "clearway/session/corridor_paths.hpp"

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "answer_batch.hpp"
#include "clearway/base/error.hpp"
#include "geometry/domain.hpp"
#include "links/feature_search.hpp"
#include "query_checks.hpp"
#include "query_share.hpp"
#include "state/world_state.hpp"

namespace clearway {

namespace {

class CorridorRun : public PlannerRun {
 public:
  CorridorRun(const WorldReading& reading, const Abstraction& graph, const TerrainCosts& costs)
      : searches_(WorldState::of(reading)) {
    searches_->tra_star.use(graph, &costs);
  }
  Path find(const Point& start, const Point& goal, double radius,
            const SearchOptions& options) override {
    return searches_->tra_star.find(start, goal, radius, options);
  }
  void find_all(QueryShare& share) override {
    share.answer([&](const Point& start, const Point& goal, double radius,
                     const SearchOptions& options) { return find(start, goal, radius, options); });
  }

 private:
  SearchLoan searches_;
};

void check_cost(double cost, const std::string& of, std::size_t i) {
  if (!(cost >= 0))
    throw InvalidInput("the cost of " + of + " is negative or NaN", static_cast<std::int64_t>(i));
}

// By index, for costs by number: the numbers of live corridors have no gaps.
TerrainCosts by_index(const Abstraction& graph,
                      std::span<const std::pair<std::int64_t, double>> costs,
                      std::span<const GatePrice> gates) {
  std::vector<StructureId> ids;
  for (const auto i : graph.corridors().ids())
    if (graph.corridors()[i].is_live) ids.push_back(i);
  const auto id_of = [&](std::int64_t number, std::size_t i) {
    if (number < 0 || static_cast<std::size_t>(number) >= ids.size())
      throw InvalidInput("no corridor has the number " + std::to_string(number),
                         static_cast<std::int64_t>(i));
    return ids[static_cast<std::size_t>(number)];
  };
  TerrainCosts out;
  out.corridors.assign(graph.corridors().size(), 0.0);
  for (std::size_t i = 0; i < costs.size(); ++i) {
    const auto& [number, cost] = costs[i];
    const StructureId id = id_of(number, i);
    check_cost(cost, "corridor " + std::to_string(number), i);
    out.corridors[id.number()] += cost;
  }
  for (std::size_t i = 0; i < gates.size(); ++i) {
    const GatePrice& gate = gates[i];
    check_domain(std::array{gate.from, gate.to});
    check_cost(gate.cost, "gate " + std::to_string(i), i);
    out.gates.push_back({gate.from, gate.to, gate.cost,
                         gate.corridor < 0 ? StructureId(none) : id_of(gate.corridor, i)});
  }
  return out;
}

}  // namespace

Answers find_corridor_paths(const SharedWorld& shared, std::uint64_t version,
                            std::span<const std::pair<std::int64_t, double>> costs,
                            std::span<const GatePrice> gates, std::span<const Point> starts,
                            std::span<const Point> goals, std::span<const double> radii,
                            std::size_t threads, const SearchOptions& options) {
  if (starts.size() != goals.size() || starts.size() != radii.size())
    throw InvalidInput("starts, goals and radii differ in number");
  check_domain(starts);
  check_domain(goals);
  check_radii(planner_named("tra*"), radii);
  const WorldReading reading(shared);
  if (reading.world().version() != version)
    throw InvalidInput("the corridors are those of version " + std::to_string(version) +
                       "; the world has version " + std::to_string(reading.world().version()));
  if (FeatureSearch::is_needed(reading))
    throw InvalidInput(
        "costs of corridors and gates cannot be used in a world with links or one-way doors");
  const std::shared_ptr<const Abstraction> graph = WorldState::of(reading).updated_abstraction();
  const TerrainCosts by = by_index(*graph, costs, gates);
  return answer_batch(reading, {starts, goals, radii}, threads, options,
                      [&] { return std::make_unique<CorridorRun>(reading, *graph, by); });
}

}  // namespace clearway
