// Measures how long a query takes.
#pragma once

#include <chrono>

namespace clearway {

class Stopwatch {
 public:
  // Wall-clock time since construction.
  double seconds() const {
    const auto elapsed = std::chrono::steady_clock::now() - start_;
    return std::chrono::duration<double>(elapsed).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Measures consecutive queries, with one reading of the clock for each.
class Lap {
 public:
  // Wall-clock time since the last call, or since construction.
  double seconds() {
    const auto now = std::chrono::steady_clock::now();
    const double out = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    return out;
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace clearway
