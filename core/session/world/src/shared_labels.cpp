#include "clearway/session/shared_labels.hpp"

#include <array>
#include <optional>
#include <utility>

#include "clearway/base/error.hpp"
#include "geometry/domain.hpp"
#include "links/feature_search.hpp"
#include "paths/answer_batch.hpp"
#include "paths/query_checks.hpp"
#include "paths/query_share.hpp"
#include "paths/snap_ends.hpp"
#include "planners/common/stopwatch.hpp"
#include "planners/labels/label_search.hpp"
#include "planners/labels/labels.hpp"
#include "session/common/fork.hpp"
#include "session/common/pool.hpp"
#include "state/world_state.hpp"

namespace clearway {

namespace {

// Labels of one version of the world, and idle searches on them.
struct VersionLabels {
  VersionLabels(const WorldReading& reading, std::size_t memory, std::span<const Point> hubs,
                std::size_t threads)
      : version(reading.world().version()),
        labels(hubs.empty() ? Labels(reading.world(), memory, threads)
                            : Labels(reading.world(), hubs, memory, threads)) {}

  const std::uint64_t version;
  Labels labels;
  Pool<LabelSearch> idle;
};

// One thread's queries to labels, or to planner "optimal" where there are none for this version.
class LabelRun : public PlannerRun {
 public:
  LabelRun(const WorldReading& reading, std::shared_ptr<VersionLabels> labels)
      : labels_(std::move(labels)) {
    const World& world = reading.world();
    if (labels_ && labels_->version == world.version())
      search_.emplace(labels_->idle,
                      [&] { return std::make_unique<LabelSearch>(world, labels_->labels); });
    else
      searches_.emplace(WorldState::of(reading));
  }
  Path find(const Point& start, const Point& goal, double, const SearchOptions&) override {
    const Stopwatch stopwatch;
    Path path;
    find(start, goal, path);
    path.stats.seconds = stopwatch.seconds();
    return path;
  }
  Path explore(const Point& start, const Point& goal, LabelExploration& explored) {
    Path path;
    find(start, goal, path, &explored);
    return path;
  }
  void find_all(QueryShare& share) override {
    Path path;
    Lap lap;
    share.answer(
        [&](const Point& start, const Point& goal, double, const SearchOptions&) -> const Path& {
          find(start, goal, path);
          path.stats.seconds = lap.seconds();
          return path;
        });
  }

 private:
  void find(const Point& start, const Point& goal, Path& path,
            LabelExploration* explored = nullptr) {
    if (search_) return (*search_)->find(start, goal, path, explored);
    SearchOptions options;
    if (explored) options.explored = &explored->triangles;
    (*searches_)->optimal.find(start, goal, 0.0, options, path);
  }

  std::shared_ptr<VersionLabels> labels_;
  std::optional<Loan<LabelSearch>> search_;
  std::optional<SearchLoan> searches_;
};

std::unique_ptr<PlannerRun> start_run(const WorldReading& reading, const RelaxedReading& relaxed,
                                      std::shared_ptr<VersionLabels> labels) {
  auto run = std::make_unique<LabelRun>(reading, std::move(labels));
  if (!FeatureSearch::is_needed(reading)) return run;
  return std::make_unique<FeatureRun>(std::move(run), reading, relaxed);
}

}  // namespace

struct SharedLabels::Parts {
  // Taken inside the world's lock. `preparing` is held during a step of the preparation, and
  // `lock`, inside it, to read or replace what queries use.
  Lock preparing{"labels", "prepared"}, lock{"labels", "prepared"};
  std::shared_ptr<VersionLabels> next;   // being prepared
  std::shared_ptr<VersionLabels> ready;  // for queries
  Stats stats;

  std::shared_ptr<VersionLabels> current() {
    const Hold hold(lock, Hold::shared);
    return ready;
  }
  void note_stats() {
    const Hold hold(lock, Hold::exclusive);
    const LabelStats s = next->labels.stats();
    stats = {
        s.corners, s.edges, s.labels, s.sights, s.bytes, s.seconds, next->labels.is_over_budget()};
  }

 private:
  // What another thread was changing is abandoned.
  void after_fork() noexcept {
    if (preparing.after_fork() == Lock::Left::written) {
      abandon(next);
      preparing.reopen();
    }
    if (lock.after_fork() == Lock::Left::written) {
      abandon(ready);
      lock.reopen();
    } else if (ready) {
      ready->idle.after_fork();
    }
  }
  AtFork at_fork_{[](void* p) { static_cast<Parts*>(p)->after_fork(); }, this};
};

SharedLabels::SharedLabels(const SharedWorld& world)
    : world_(world), parts_(std::make_unique<Parts>()) {}
SharedLabels::~SharedLabels() = default;

void SharedLabels::begin(std::size_t memory, std::span<const Point> hubs, std::size_t threads) {
  const WorldReading reading(world_);
  const Hold preparing(parts_->preparing, Hold::exclusive);
  parts_->next.reset();
  parts_->next = std::make_shared<VersionLabels>(reading, memory, hubs, threads);
  parts_->note_stats();
}

std::size_t SharedLabels::compute(std::size_t max_count) {
  const Hold preparing(parts_->preparing, Hold::exclusive);
  if (!parts_->next) return 0;
  Labels& labels = parts_->next->labels;
  std::size_t left = 0;
  try {
    left = labels.compute(max_count);
  } catch (...) {
    parts_->next.reset();
    throw;
  }
  parts_->note_stats();
  if (left > 0) return left;
  if (labels.is_ready()) {
    const Hold hold(parts_->lock, Hold::exclusive);
    parts_->ready = parts_->next;
  }
  parts_->next.reset();
  return 0;
}

bool SharedLabels::is_ready() const {
  const WorldReading reading(world_);
  const auto ready = parts_->current();
  return ready && ready->version == reading.world().version();
}

SharedLabels::Stats SharedLabels::stats() const {
  const Hold hold(parts_->lock, Hold::shared);
  return parts_->stats;
}

SharedLabels::Hubs SharedLabels::hubs() const {
  const WorldReading reading(world_);
  const auto ready = parts_->current();
  Hubs out{reading.world().version(), {}};
  if (ready && ready->version == out.version) out.corners = ready->labels.hubs();
  return out;
}

Answer SharedLabels::find_path(const Point& start, const Point& goal, double radius) const {
  check_domain(std::array{start, goal});
  check_radii(planner_named("labels"), {&radius, 1});
  const WorldReading reading(world_);
  const RelaxedReading relaxed(reading);
  return answer_of(reading,
                   start_run(reading, relaxed, parts_->current())->find(start, goal, radius, {}));
}

Exploration SharedLabels::explore(const Point& start, const Point& goal) const {
  check_domain(std::array{start, goal});
  const WorldReading reading(world_);
  LabelExploration found;
  const Path path = LabelRun(reading, parts_->current()).explore(start, goal, found);
  if (found.corners.empty() && found.triangles.empty()) found.triangles = path.channel;
  Exploration out = exploration_of(reading, found.triangles);
  out.nodes = std::move(found.corners);
  return out;
}

Answers SharedLabels::find_paths(std::span<const Point> starts, std::span<const Point> goals,
                                 std::span<const double> radii, std::size_t threads,
                                 Snapping* snapping) const {
  if (starts.size() != goals.size() || starts.size() != radii.size())
    throw InvalidInput("starts, goals and radii differ in number");
  check_domain(starts);
  check_domain(goals);
  check_radii(planner_named("labels"), radii);
  const WorldReading reading(world_);
  const RelaxedReading relaxed(reading);
  relaxed.prepare(radii);
  snap_starts(relaxed.world(), starts, radii, snapping);
  snap_goals(relaxed.world(), goals, radii, snapping);
  const auto labels = parts_->current();
  return answer_batch(reading, {starts, goals, radii}, threads, {},
                      [&] { return start_run(reading, relaxed, labels); });
}

}  // namespace clearway
