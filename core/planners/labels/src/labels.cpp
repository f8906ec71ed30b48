#include "planners/labels/labels.hpp"

#include <chrono>
#include <utility>

#include "preparation.hpp"

namespace clearway {
namespace {

// Adds the time of a scope to a sum, also when an exception ends it.
class Timer {
 public:
  explicit Timer(double& sum) : sum_(sum) {}
  ~Timer() {
    sum_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
  }

 private:
  double& sum_;
  const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

}  // namespace

Labels::Labels(const World& world, std::size_t memory, std::size_t threads) {
  begin(world, memory, threads);
}

Labels::Labels(const World& world, std::span<const Point> hubs, std::size_t memory,
               std::size_t threads) {
  begin(world, memory, threads);
  const Timer timer(stats_.seconds);
  if (preparation_) preparation_->use_order(hubs);
}

void Labels::begin(const World& world, std::size_t memory, std::size_t threads) {
  const Timer timer(stats_.seconds);
  try {
    preparation_ = std::make_unique<Preparation>(world, memory, threads);
  } catch (const SightLists::OverBudget&) {
    is_over_budget_ = true;
    return;
  }
  stats_.corners = preparation_->graph().size();
  stats_.edges = preparation_->graph().edge_count();
  stats_.sights = preparation_->sight_count();
  stats_.bytes = preparation_->bytes();
  is_over_budget_ = preparation_->is_over_budget();
  if (is_over_budget_) preparation_.reset();
}

Labels::~Labels() = default;

std::size_t Labels::compute(std::size_t max_count) {
  if (!preparation_) return 0;
  const Timer timer(stats_.seconds);
  // Half a search has left labels that later ones would rely on.
  std::unique_ptr<Preparation> running = std::move(preparation_);
  for (std::size_t i = 0; i < max_count && running->left() > 0; ++i) {
    running->label_next_hub();
    stats_.labels = running->label_count();
    stats_.bytes = running->bytes();
    if (!running->is_over_budget()) continue;
    is_over_budget_ = true;
    return 0;
  }
  if (const std::size_t left = running->left()) {
    preparation_ = std::move(running);
    return left;
  }
  data_ = std::make_unique<LabelData>(running->finish());
  stats_.bytes = data_->memory();
  return 0;
}

const std::vector<Point>& Labels::hubs() const { return data_->at; }

}  // namespace clearway
