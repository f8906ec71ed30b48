#include "place_batch.hpp"

#include <memory>
#include <vector>

#include "clearway/base/error.hpp"
#include "geometry/domain.hpp"
#include "query_checks.hpp"
#include "session/common/parallel.hpp"

namespace clearway {

void check_places(std::span<const Place> places) {
  for (const Place& place : places)
    for (const PlacePart& part : place.parts)
      for (const std::vector<Point>& line : part.lines) check_domain(line);
}

void check_place_queries(std::span<const Point> starts, std::span<const Place> places,
                         std::span<const std::int64_t> place_of, std::span<const double> radii) {
  if (starts.size() != place_of.size() || starts.size() != radii.size())
    throw InvalidInput("starts, places and radii differ in number");
  for (const std::int64_t i : place_of)
    if (i < 0 || static_cast<std::size_t>(i) >= places.size())
      throw InvalidInput("there is no such place", i);
  check_domain(starts);
  check_places(places);
  check_radii(radii);
}

PlaceAnswers answer_places(const WorldReading& reading, std::size_t count, std::size_t threads,
                           const SearchOptions& options,
                           const std::function<FindPlacePath()>& start) {
  std::vector<Path> paths(count);
  PlaceAnswers out;
  out.parts.assign(count, -1);
  for_each_parallel(count, threads, [&]() -> Worker {
    const auto find = std::make_shared<FindPlacePath>(start());
    return [&, find](std::size_t i) {
      Index part = none;
      paths[i] = (*find)(i, share_of_time(options, count - i, threads), part);
      if (part != none) out.parts[i] = part;
    };
  });
  PathTable table;
  table.reserve(paths.size());
  for (const Path& path : paths) table.append(path);
  out.answers = answers_of(reading, std::move(table));
  return out;
}

}  // namespace clearway
