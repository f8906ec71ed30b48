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

}  // namespace clearway
