// A crowd (crowd/crowd.hpp) of a shared world. It follows the world's edits, and any thread may
// call anything at any time: one call at a time changes or reads the crowd.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "clearway/crowd/crowd.hpp"
#include "clearway/session/shared_world.hpp"

namespace clearway {

class SharedCrowd final : public EditObserver {
 public:
  // Throws InvalidInput for options outside of their ranges. The world must outlive it.
  static std::shared_ptr<SharedCrowd> make(SharedWorld& world, const Crowd::Options& options);
  ~SharedCrowd() override;

  // As Crowd. InvalidInput, before anything changes, for values outside the numeric domain, for
  // agents that do not exist, and for a radius with which a disc fits nowhere in the world.
  AgentId add(std::span<const AgentSpec> specs, std::span<const AgentGoal> goals = {});
  void remove(std::span<const AgentId> agents);
  void send(std::span<const AgentId> agents, std::span<const AgentGoal> goals);
  void send(std::span<const AgentId> agents, const AgentGoal& goal) { send(agents, {&goal, 1}); }
  void stop(std::span<const AgentId> agents, bool is_stopped);
  void set_speed(std::span<const AgentId> agents, double speed);
  void set_priority(std::span<const AgentId> agents, int priority);
  void step(double seconds, std::size_t threads);

  // Calls f(const Crowd&) while nothing changes.
  template <class F>
  auto read(F&& f) const {
    const Change change(*this);
    return std::forward<F>(f)(static_cast<const Crowd&>(change.crowd()));
  }
  // The reports that are not forgotten yet, and how many were forgotten before them.
  struct Reports {
    std::uint64_t forgotten;
    std::vector<CrowdReport> list;
  };
  Reports reports() const;
  // Forgets these reports. False, and nothing happens, if another thread has forgotten some of them
  // meanwhile.
  bool forget_reports(const Reports& reports) {
    return forget_reports(reports.forgotten, reports.list.size());
  }
  bool forget_reports(std::uint64_t forgotten, std::size_t count);
  // How often add() or send() has changed the crowd: a caller that was interrupted can tell whether
  // its call took place.
  std::uint64_t changes() const;

  void edited(const World& world, const Obstacles& removed, std::span<const Handle> added) override;

 private:
  struct Parts;
  // Holds the locks of the world and of the crowd.
  class Change {
   public:
    explicit Change(const SharedCrowd& shared);
    const World& world() const { return reading_.world(); }
    Crowd& crowd() const { return crowd_; }

   private:
    const WorldReading reading_;
    const Hold hold_;
    Crowd& crowd_;
  };
  explicit SharedCrowd(const SharedWorld& world);
  void check(const Crowd& crowd, std::span<const AgentId> agents) const;

  const SharedWorld& world_;
  std::unique_ptr<Parts> parts_;
};

}  // namespace clearway
