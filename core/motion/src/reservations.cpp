#include "clearway/motion/reservations.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/motion/conflict.hpp"
#include "geometry/tolerances.hpp"
#include "timed_stretch_grid.hpp"

namespace clearway {
namespace {

Box around(const Box& box, double by) {
  return {{box.low.x - by, box.low.y - by}, {box.high.x + by, box.high.y + by}};
}

// Centres at this distance count as apart.
double apart(double a, double b) { return (a + b) * (1 - tolerance::apart); }

void check(std::span<const Motion> motions) {
  double last = -forever;
  for (std::size_t i = 0; i < motions.size(); ++i) {
    const Motion& m = motions[i];
    const bool ends = m.end < forever || m.is_wait();
    if (!(m.begin >= last && m.end >= m.begin && std::abs(m.begin) < forever && ends)) {
      throw InvalidInput("the times of motions must be finite and ascend",
                         static_cast<std::int64_t>(i));
    }
    last = m.end;
  }
}

}  // namespace

struct Reservations::Data {
  struct Disc {
    std::vector<Motion> motions;
    double radius;
  };
  explicit Data(double cell) : grid(cell) {}
  TimedStretchGrid grid;
  std::map<Id, Disc> discs;
  Id next = 0;
};

Reservations::Reservations(double cell) : data_(std::make_unique<Data>(cell)) {
  if (!(cell > 0 && cell < forever)) throw InvalidInput("cell must be above 0 and finite");
}
Reservations::~Reservations() = default;

Reservations::Id Reservations::add(std::vector<Motion> motions, double radius) {
  check(motions);
  const std::vector<TimedStretch> stretches = stretches_of(motions, data_->grid.cell());
  const Id id = data_->next++;
  data_->discs.emplace(id, Data::Disc{std::move(motions), radius});
  try {
    for (const TimedStretch& s : stretches) data_->grid.add({s, radius, id});
  } catch (...) {
    remove(id);
    throw;
  }
  return id;
}

bool Reservations::remove(Id id) noexcept {
  data_->grid.remove(id);
  return data_->discs.erase(id) > 0;
}

std::size_t Reservations::size() const { return data_->discs.size(); }

std::vector<Reservations::Id> Reservations::ids() const {
  std::vector<Id> out;
  for (const auto& [id, disc] : data_->discs) out.push_back(id);
  return out;
}

const std::vector<Motion>* Reservations::motions(Id id) const {
  const auto found = data_->discs.find(id);
  return found == data_->discs.end() ? nullptr : &found->second.motions;
}

std::vector<TimeInterval> Reservations::blocked_times(const Point& place, double radius) const {
  std::vector<TimeInterval> out;
  data_->grid.for_each_near(around(box_of(place, place), radius), [&](const auto& item) {
    const double far = apart(radius, item.radius);
    if (const auto times = clearway::blocked_times(item.stretch, place, far)) {
      if (far > 0) out.push_back(*times);
    }
  });
  return joined(std::move(out));
}

std::vector<TimeInterval> Reservations::blocked_departures(std::span<const Motion> motions,
                                                           double radius, double from,
                                                           double until) const {
  std::vector<TimeInterval> out;
  for (const TimedStretch& own : stretches_of(motions, data_->grid.cell())) {
    check_interrupt();
    data_->grid.for_each_near(around(own.box(), radius + own.slack), [&](const auto& item) {
      const double far = apart(radius, item.radius);
      const bool meets =
          item.stretch.end >= from + own.begin && item.stretch.begin <= until + own.end;
      if (!meets || !(far > 0)) return;
      if (const auto departures = clearway::blocked_departures(own, item.stretch, far)) {
        out.push_back(*departures);
      }
    });
  }
  return joined(std::move(out));
}

std::optional<Reservations::Conflict> Reservations::first_conflict(std::span<const Motion> motions,
                                                                   double radius) const {
  // The pairs of motions that are near each other in space and time.
  std::set<std::pair<Index, std::pair<Id, Index>>> pairs;
  for (const TimedStretch& own : stretches_of(motions, data_->grid.cell())) {
    data_->grid.for_each_near(around(own.box(), radius + own.slack), [&](const auto& item) {
      if (item.stretch.end >= own.begin && item.stretch.begin <= own.end)
        pairs.insert({own.motion, {item.owner, item.stretch.motion}});
    });
  }
  std::optional<Conflict> first;
  for (const auto& [number, other] : pairs) {
    const Data::Disc& disc = data_->discs.at(other.first);
    const double time =
        clearway::first_conflict(motions[number], disc.motions[other.second], radius + disc.radius);
    if (time < (first ? first->time : forever)) first = {time, other.first};
  }
  return first;
}

}  // namespace clearway
