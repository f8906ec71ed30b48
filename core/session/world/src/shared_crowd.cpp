#include "clearway/session/shared_crowd.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "clearway/base/error.hpp"
#include "clearway/query/free_sampler.hpp"
#include "clearway/query/queries.hpp"
#include "geometry/domain.hpp"
#include "session/common/thread_team.hpp"
#include "state/world_state.hpp"

namespace clearway {

struct SharedCrowd::Parts {
  // Taken inside the world's lock.
  Lock lock{"crowd", "changed"};
  std::unique_ptr<Crowd> crowd;
  std::uint64_t changes = 0, forgotten = 0;
  ThreadTeam team;

 private:
  void after_fork() noexcept { lock.after_fork(); }
  AtFork at_fork_{[](void* p) { static_cast<Parts*>(p)->after_fork(); }, this};
};

SharedCrowd::Change::Change(const SharedCrowd& shared)
    : reading_(shared.world_),
      hold_(shared.parts_->lock, Hold::exclusive),
      crowd_(*shared.parts_->crowd) {}

namespace {

void check_speed(double speed, std::int64_t index) {
  if (!(speed >= 0 && speed <= max_coordinate))
    throw InvalidInput("speed is " + std::to_string(speed) + ": from 0 to 2**100", index);
}

// Throws InvalidInput if a disc of this radius fits nowhere.
void check_fits(const World& world, double radius, std::size_t index) {
  if (FreeSampler(world, radius, 0).next()) return;
  throw InvalidInput("a disc of radius " + std::to_string(radius) + " fits nowhere in the world",
                     static_cast<std::int64_t>(index));
}

// Goals of `count` agents, agent(i) for each i, in a crowd that has `size` agents by then: one for
// all, one for each, or none.
template <class F>
void check_goals(std::span<const AgentGoal> goals, std::size_t count, std::size_t size, F agent) {
  if (goals.size() > 1 && goals.size() != count)
    throw InvalidInput("there are " + std::to_string(goals.size()) + " goals for " +
                       std::to_string(count) + " agents");
  for (std::size_t i = 0; i < goals.size(); ++i) {
    const AgentId leader = goals[i].agent;
    if (leader != none && leader.number() >= size)
      throw InvalidInput("there is no agent " + std::to_string(leader.number()),
                         static_cast<std::int64_t>(i));
    for (const PlacePart& part : goals[i].place.parts)
      for (const std::vector<Point>& line : part.lines) check_domain(line);
  }
  for (std::size_t i = 0; i < count && !goals.empty(); ++i)
    if (goals[goals.size() == 1 ? 0 : i].agent == agent(i))
      throw InvalidInput("an agent cannot follow itself", static_cast<std::int64_t>(i));
}

}  // namespace

SharedCrowd::SharedCrowd(const SharedWorld& world)
    : world_(world), parts_(std::make_unique<Parts>()) {}
SharedCrowd::~SharedCrowd() = default;

std::shared_ptr<SharedCrowd> SharedCrowd::make(SharedWorld& world, const Crowd::Options& options) {
  if (!(options.horizon > 0 && options.horizon <= max_coordinate))
    throw InvalidInput("the horizon is positive");
  std::shared_ptr<SharedCrowd> made(new SharedCrowd(world));
  {
    const WorldReading reading(world);
    made->parts_->crowd = std::make_unique<Crowd>(reading.world(), options);
  }
  world.observe(made);
  return made;
}

void SharedCrowd::check(const Crowd& crowd, std::span<const AgentId> agents) const {
  for (std::size_t i = 0; i < agents.size(); ++i)
    if (agents[i].number() >= crowd.size())
      throw InvalidInput("there is no agent " + std::to_string(agents[i].number()),
                         static_cast<std::int64_t>(i));
}

AgentId SharedCrowd::add(std::span<const AgentSpec> specs, std::span<const AgentGoal> goals) {
  const Change change(*this);
  const std::size_t before = change.crowd().size();
  check_goals(goals, specs.size(), before + specs.size(),
              [&](std::size_t i) { return AgentId(before + i); });
  double largest = 0.0;
  std::size_t at = 0;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    check_domain(specs[i].position);
    check_radius(specs[i].radius);
    check_speed(specs[i].speed, static_cast<std::int64_t>(i));
    if (specs[i].radius > largest) largest = specs[i].radius, at = i;
  }
  // What fits where it is put fits somewhere.
  const bool is_known = std::any_of(specs.begin(), specs.end(), [&](const AgentSpec& spec) {
    return spec.radius == largest && is_free(change.world(), spec.position, largest);
  });
  if (!is_known && !specs.empty()) check_fits(change.world(), largest, at);
  const AgentId first = change.crowd().add(specs, goals);
  ++parts_->changes;
  return first;
}

void SharedCrowd::remove(std::span<const AgentId> agents) {
  const Change change(*this);
  check(change.crowd(), agents);
  change.crowd().remove(agents);
}

void SharedCrowd::send(std::span<const AgentId> agents, std::span<const AgentGoal> goals) {
  const Change change(*this);
  check(change.crowd(), agents);
  if (goals.empty() && !agents.empty())
    throw InvalidInput("there are no goals for " + std::to_string(agents.size()) + " agents");
  check_goals(goals, agents.size(), change.crowd().size(),
              [&](std::size_t i) { return agents[i]; });
  change.crowd().send(agents, goals);
  ++parts_->changes;
}

void SharedCrowd::stop(std::span<const AgentId> agents, bool is_stopped) {
  const Change change(*this);
  check(change.crowd(), agents);
  change.crowd().stop(agents, is_stopped);
}

void SharedCrowd::set_speed(std::span<const AgentId> agents, double speed) {
  const Change change(*this);
  check(change.crowd(), agents);
  check_speed(speed, -1);
  change.crowd().set_speed(agents, speed);
}

void SharedCrowd::set_priority(std::span<const AgentId> agents, int priority) {
  const Change change(*this);
  check(change.crowd(), agents);
  change.crowd().set_priority(agents, priority);
}

void SharedCrowd::step(double seconds, std::size_t threads) {
  if (!(seconds > 0 && seconds <= max_coordinate)) throw InvalidInput("dt is positive");
  const Change change(*this);
  const auto loop = [this](std::size_t count, const std::function<void(std::size_t)>& work) {
    parts_->team.run(count, work);
  };
  change.crowd().step(seconds, threads, loop);
}

SharedCrowd::Reports SharedCrowd::reports() const {
  const Change change(*this);
  const std::span<const CrowdReport> kept = change.crowd().reports();
  return {parts_->forgotten, {kept.begin(), kept.end()}};
}

bool SharedCrowd::forget_reports(std::uint64_t forgotten, std::size_t count) {
  const Change change(*this);
  if (parts_->forgotten != forgotten) return false;
  count = std::min(count, change.crowd().reports().size());
  change.crowd().forget_reports(count);
  parts_->forgotten += count;
  return true;
}

std::uint64_t SharedCrowd::changes() const {
  const Change change(*this);
  return parts_->changes;
}

// Without the crowd's lock: who holds it holds the world's lock, too, and that is exclusive now.
void SharedCrowd::edited(const World&, const Obstacles&, std::span<const Handle>) {
  parts_->crowd->edited();
}

}  // namespace clearway
