#include "clearway/session/shared_field.hpp"

#include <utility>

#include "clearway/planners/field_queries.hpp"
#include "geometry/domain.hpp"
#include "session/common/parallel.hpp"
#include "state/world_state.hpp"

namespace clearway {

struct SharedField::Parts {
  Parts(Place goals, double radius) : goals(std::move(goals)), radius(radius) {}

  // A field and the idle queries of it.
  struct Built {
    Built(const World& world, const Place& goals, double radius) : field(world, goals, radius) {}
    Field field;
    Pool<FieldQueries> queries;
  };

  const Place goals;
  const double radius;
  // Taken inside the world's lock: shared to query, exclusive to build.
  Lock lock{"field", "built"};
  std::unique_ptr<Built> built;  // none: stale
  std::uint64_t builds = 0;

 private:
  void after_fork() noexcept {
    const Lock::Left left = lock.after_fork();
    if (left == Lock::Left::written) {
      abandon(built);  // another thread was replacing it
      lock.reopen();
    } else if (built) {
      built->queries.after_fork();
    }
  }
  AtFork at_fork_{[](void* p) { static_cast<Parts*>(p)->after_fork(); }, this};
};

// Holds the locks of the world and of a field that is up to date.
class SharedField::Reading {
 public:
  explicit Reading(const SharedField& shared)
      : world_(shared.world_),
        field_(updated(*shared.parts_, world_.world())),
        hold_(shared.parts_->lock, Hold::shared) {}

  const WorldReading& world() const { return world_; }
  const Field& field() const { return field_.field; }
  Pool<FieldQueries>& queries() const { return field_.queries; }

 private:
  // The world's lock keeps it up to date from here on.
  static Parts::Built& updated(Parts& parts, const World& world) {
    const Hold hold(parts.lock, Hold::exclusive);
    if (!parts.built) {
      parts.built = std::make_unique<Parts::Built>(world, parts.goals, parts.radius);
      ++parts.builds;
    }
    return *parts.built;
  }

  const WorldReading world_;
  Parts::Built& field_;
  const Hold hold_;
};

namespace {

// Calls answer(queries, i) for every i < count.
template <class Answer>
void for_each_query(const Field& field, Pool<FieldQueries>& pool, std::size_t count,
                    std::size_t threads, Answer answer) {
  share_items(count, threads, [&]() -> LoopWorker {
    auto queries = std::make_shared<Loan<FieldQueries>>(
        pool, [&] { return std::make_unique<FieldQueries>(field); });
    return [&answer, queries](LoopItems::Share& items) {
      for (std::size_t i; items.next(i);) answer(**queries, i);
    };
  });
}

std::int64_t number_of(Index goal) { return goal == none ? -1 : static_cast<std::int64_t>(goal); }

}  // namespace

SharedField::SharedField(const SharedWorld& world, Place goals, double radius)
    : world_(world), parts_(std::make_unique<Parts>(std::move(goals), radius)) {}
SharedField::~SharedField() = default;

std::shared_ptr<SharedField> SharedField::make(SharedWorld& world, Place goals, double radius) {
  for (const PlacePart& part : goals.parts)
    for (const std::vector<Point>& line : part.lines) check_domain(line);
  check_radius(radius);
  std::shared_ptr<SharedField> made(new SharedField(world, std::move(goals), radius));
  world.observe(made);
  const Reading reading(*made);
  return made;
}

// Without the field's lock: who holds it holds the world's lock, too, and that is exclusive now.
void SharedField::edited(const World& world, const Obstacles&, std::span<const Handle>) {
  if (parts_->built && !parts_->built->field.is_untouched_by(world.last_edit()))
    parts_->built.reset();
}

bool SharedField::is_stale() const {
  const WorldReading reading(world_);
  const Hold hold(parts_->lock, Hold::shared);
  return !parts_->built;
}

SharedField::Stats SharedField::stats() const {
  const Reading reading(*this);
  return {reading.field().stats(), parts_->builds};
}

SharedField::Values SharedField::at(std::span<const Point> points, std::size_t threads) const {
  check_domain(points);
  const Reading reading(*this);
  Values out;
  out.version = reading.world().world().version();
  out.distances.resize(points.size());
  out.directions.resize(points.size());
  out.goals.resize(points.size());
  for_each_query(reading.field(), reading.queries(), points.size(), threads,
                 [&](FieldQueries& queries, std::size_t i) {
                   const FieldValue value = queries.at(points[i]);
                   out.distances[i] = value.distance;
                   out.directions[i] = value.direction;
                   out.goals[i] = number_of(value.goal);
                 });
  return out;
}

SharedField::PathAnswers SharedField::paths(std::span<const Point> points,
                                            std::size_t threads) const {
  check_domain(points);
  const Reading reading(*this);
  std::vector<Path> paths(points.size());
  PathAnswers out;
  out.goals.resize(points.size());
  for_each_query(reading.field(), reading.queries(), points.size(), threads,
                 [&](FieldQueries& queries, std::size_t i) {
                   Index goal = none;
                   paths[i] = queries.path(points[i], goal);
                   out.goals[i] = number_of(goal);
                 });
  PathTable table;
  table.reserve(paths.size());
  for (const Path& path : paths) table.append(path);
  out.answers = answers_of(reading.world(), std::move(table));
  return out;
}

}  // namespace clearway
