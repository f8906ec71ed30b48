#include "clearway/motion/times.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/tolerances.hpp"

namespace clearway {

std::vector<TimeInterval> joined(std::vector<TimeInterval> intervals) {
  std::sort(intervals.begin(), intervals.end(),
            [](const TimeInterval& a, const TimeInterval& b) { return a.begin < b.begin; });
  std::size_t count = 0;
  for (const TimeInterval& next : intervals) {
    if (count > 0) {
      TimeInterval& last = intervals[count - 1];
      const double gap = tolerance::time_gap * (std::abs(next.begin) + last.end - last.begin);
      if (next.begin <= last.end || next.begin - last.end <= gap) {
        last.end = std::max(last.end, next.end);
        continue;
      }
    }
    intervals[count++] = next;
  }
  intervals.resize(count);
  return intervals;
}

std::vector<TimeInterval> remaining(const std::vector<TimeInterval>& taken, double begin,
                                    double end) {
  std::vector<TimeInterval> out;
  for (const TimeInterval& t : taken) {
    if (t.end <= begin) continue;
    if (t.begin >= end) break;
    if (t.begin >= begin) out.push_back({begin, t.begin});
    begin = t.end;
  }
  if (begin <= end && begin < std::numeric_limits<double>::infinity()) out.push_back({begin, end});
  return out;
}

double first_outside(const std::vector<TimeInterval>& taken, double from) {
  const auto after =
      std::upper_bound(taken.begin(), taken.end(), from,
                       [](double time, const TimeInterval& t) { return time < t.end; });
  return after != taken.end() && after->begin < from ? after->end : from;
}

}  // namespace clearway
