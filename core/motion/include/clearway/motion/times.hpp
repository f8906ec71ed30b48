// Sets of times: disjoint intervals in ascending order.
#pragma once

#include <limits>
#include <vector>

namespace clearway {

struct TimeInterval {
  double begin = 0.0, end = 0.0;
};

// Sorts the intervals and joins those that overlap, touch, or are separated by rounding only
// (tolerance::time_gap of the times).
std::vector<TimeInterval> joined(std::vector<TimeInterval> intervals);

// What is left of [begin, end] beside disjoint ascending open intervals.
std::vector<TimeInterval> remaining(const std::vector<TimeInterval>& taken, double begin,
                                    double end);

// The first time >= `from` outside disjoint ascending open intervals.
double first_outside(const std::vector<TimeInterval>& taken, double from);

}  // namespace clearway
