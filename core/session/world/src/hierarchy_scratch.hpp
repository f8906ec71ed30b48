// Private parts of SharedHierarchy: queries with their scratch, and the locks that queries hold.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "clearway/session/shared_hierarchy.hpp"
#include "world_state.hpp"

namespace clearway {

// A query with its scratch, kept between calls; each call lends it `searches`.
struct SharedHierarchy::KeptQuery {
  KeptQuery(const World& world, const Hierarchy& hierarchy)
      : query(world, hierarchy, [this](const Point& a, const Point& b, double radius) {
          return searches->optimal.find(a, b, radius);
        }) {}
  Searches* searches = nullptr;
  Hierarchy::Query query;
};

// A thread's query, borrowed from the idle ones of a hierarchy.
class SharedHierarchy::QueryLoan {
 public:
  QueryLoan(const WorldReading& reading, const SharedHierarchy& h)
      : searches_(reading.state()), query_(h.queries_, [&] {
          return std::make_unique<KeptQuery>(reading.world(), h.hierarchy_);
        }) {
    query_->searches = &*searches_;
  }
  Hierarchy::Query* operator->() const { return &query_->query; }
  OptimalSearch& optimal() const { return searches_->optimal; }

 private:
  SearchLoan searches_;
  Loan<KeptQuery> query_;
};

// Holds shared locks on the world and on hierarchies of it that have nothing pending.
class SharedHierarchy::Asking {
 public:
  explicit Asking(const SharedHierarchy& h) : Asking(h.world_, {&h}) {}
  Asking(const SharedWorld& world, std::vector<const SharedHierarchy*> hierarchies)
      : reading(world) {
    // All threads acquire several locks in the same order. None is held while compute() waits for
    // an exclusive one.
    std::sort(hierarchies.begin(), hierarchies.end(), std::less<>());
    hierarchies.erase(std::unique(hierarchies.begin(), hierarchies.end()), hierarchies.end());
    while (const SharedHierarchy* unsettled = hold(hierarchies)) {
      holds_.clear();
      unsettled->compute(reading, ~std::size_t{0}, 1);
    }
  }

  const WorldReading reading;

 private:
  // The first hierarchy that has pending edges.
  const SharedHierarchy* hold(std::span<const SharedHierarchy* const> hierarchies) {
    for (const SharedHierarchy* h : hierarchies) {
      holds_.push_back(std::make_unique<Hold>(h->lock_, Hold::shared));
      if (!h->hierarchy_.is_settled()) return h;
    }
    return nullptr;
  }

  std::vector<std::unique_ptr<Hold>> holds_;
};

}  // namespace clearway
