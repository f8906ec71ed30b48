#include "query_checks.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <string>

#include "clearway/base/error.hpp"
#include "geometry/domain.hpp"

namespace clearway {

namespace {

std::string shown(double value) {
  std::array<char, 32> digits;  // the shortest text of a double has at most 24
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  return {digits.data(), end};
}

std::string names_of_those(bool (*has)(const PlannerSpec&)) {
  std::string out;
  for (const PlannerSpec& planner : world_planners())
    if (has(planner)) out += (out.empty() ? "" : ", ") + std::string(planner.name);
  return out;
}

}  // namespace

void check_radii(const PlannerSpec& planner, std::span<const double> radii) {
  check_radii(radii);
  if (planner.takes_discs) return;
  const auto disc = std::find_if(radii.begin(), radii.end(), [](double r) { return r > 0; });
  if (disc == radii.end()) return;
  throw InvalidInput("radius " + shown(*disc) + ": planner '" + std::string(planner.name) +
                         "' takes radius 0 only; these take a radius: " +
                         names_of_those([](const PlannerSpec& p) { return p.takes_discs; }),
                     disc - radii.begin());
}

void check_takes_factors(const PlannerSpec& planner) {
  if (planner.takes_factors()) return;
  throw InvalidInput("costs: planner '" + std::string(planner.name) +
                     "' takes 1 and AVOID; these take factors: " +
                     names_of_those([](const PlannerSpec& p) { return p.takes_factors(); }));
}

void check_preferred(double prefer, std::span<const double> radii, double max_radius) {
  if (prefer < 0) return;
  for (std::size_t i = 0; i < radii.size(); ++i)
    if (prefer < radii[i])
      throw InvalidInput("prefer is " + shown(prefer) + ", less than the radius " + shown(radii[i]),
                         static_cast<std::int64_t>(i));
  if (prefer > max_radius)
    throw InvalidInput("prefer is " + shown(prefer) +
                       ", but the world is refined for a max_radius of " + shown(max_radius) +
                       ": build it with a larger one");
}

void refuse_preferred(const SearchOptions& options) {
  if (options.prefer >= 0)
    throw InvalidInput("prefer cannot be used in a world with links or one-way doors");
}

SearchOptions share_of_time(const SearchOptions& options, std::size_t left, std::size_t threads) {
  SearchOptions out = options;
  if (!options.has_deadline()) return out;
  const auto now = std::chrono::steady_clock::now();
  const double share = std::min(1.0, static_cast<double>(threads) / static_cast<double>(left));
  const auto time = std::chrono::duration<double>(options.deadline - now) * share;
  out.deadline = now + std::chrono::duration_cast<std::chrono::steady_clock::duration>(time);
  return out;
}

}  // namespace clearway
