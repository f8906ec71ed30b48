// The seconds of consecutive queries of a batch.
#pragma once

#include <cstddef>
#include <cstdint>

#include "clearway/path/path_table.hpp"
#include "planners/common/stopwatch.hpp"

namespace clearway {

// Reading the clock can cost a sixth of a short query. So short queries of points share a reading:
// their time is divided by their work.
class QueryTimes {
 public:
  // Writes the seconds of the rows that are appended from now on.
  explicit QueryTimes(PathTable& paths) : paths_(paths), first_(paths.size()) {}

  // The query of the last row had this radius.
  void note(double radius) {
    work_ += work(paths_.size() - 1);
    if (work_ >= work_per_reading || radius > 0) read_clock();
  }

  // Writes the seconds of all rows so far.
  void read_clock() {
    if (first_ == paths_.size()) return;
    const double each = lap_.seconds() / static_cast<double>(work_);
    for (; first_ < paths_.size(); ++first_)
      paths_.seconds[first_] = each * static_cast<double>(work(first_));
    work_ = 0;
  }

 private:
  // In expansions, of which locating the ends and storing the answer take as long as a few.
  static constexpr std::uint64_t work_besides = 8, work_per_reading = 128;
  std::uint64_t work(std::size_t row) const {
    return static_cast<std::uint64_t>(paths_.expanded[row]) + work_besides;
  }

  PathTable& paths_;
  Lap lap_;
  std::size_t first_;  // row without seconds
  std::uint64_t work_ = 0;
};

}  // namespace clearway
