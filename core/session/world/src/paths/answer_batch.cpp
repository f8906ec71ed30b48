#include "answer_batch.hpp"

#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

#include "query_share.hpp"
#include "session/common/parallel.hpp"

namespace clearway {

namespace {

// The answers of one thread, and the query of each if there are several threads.
struct Part {
  PathTable paths;
  std::vector<std::size_t> queries;
};

// All answers in the order of the queries.
PathTable joined(std::vector<Part>& parts, std::size_t count) {
  if (parts.size() == 1) return std::move(parts[0].paths);
  std::vector<std::pair<std::size_t, std::size_t>> places(count);  // by query: part and row
  std::size_t segments = 0, triangles = 0;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    segments += parts[p].paths.segments.size();
    triangles += parts[p].paths.channel.size();
    for (std::size_t row = 0; row < parts[p].queries.size(); ++row)
      places[parts[p].queries[row]] = {p, row};
  }
  PathTable out;
  out.reserve(count);
  out.segments.reserve(segments);
  out.channel.reserve(triangles);
  for (const auto& [part, row] : places) out.append(parts[part].paths, row);
  return out;
}

}  // namespace

Answers answer_batch(const WorldReading& reading, const PathQueries& queries, std::size_t threads,
                     const SearchOptions& options,
                     const std::function<std::unique_ptr<PlannerRun>()>& start) {
  const std::size_t count = queries.starts.size();
  threads = std::max<std::size_t>(1, std::min(threads, count));
  std::vector<Part> parts(threads);
  std::atomic<std::size_t> started{0};
  share_items(count, threads, [&]() -> LoopWorker {
    Part& part = parts[started++];
    part.paths.reserve(count / threads);
    if (threads > 1) part.queries.reserve(count / threads);
    return [&, run = std::shared_ptr(start())](LoopItems::Share& items) {
      QueryShare share(queries, options, threads, part.paths, part.queries, items);
      run->find_all(share);
    };
  });
  return answers_of(reading, joined(parts, count));
}

}  // namespace clearway
