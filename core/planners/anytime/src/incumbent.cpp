#include "incumbent.hpp"

#include <utility>

#include "base/infinity.hpp"

namespace clearway {

void Incumbent::begin(double straight) {
  path_ = Path{};
  path_.length = path_.lower_bound = infinity;
  straight_ = straight;
  failed_ = infinity;
}

bool Incumbent::offer(Path& path) {
  if (beats(path.length)) return false;
  std::swap(path_.segments, path.segments);
  std::swap(path_.channel, path.channel);
  path_.length = path.length;
  path_.status = Status::found;
  path_.optimal = beats(straight_);
  path_.lower_bound = path_.optimal ? path_.length : straight_;
  return true;
}

void Incumbent::finish(bool is_proved, double bound) {
  if (!is_found()) {
    path_.status = Status::no_path;
    if (!is_proved) path_.lower_bound = std::max(straight_, std::min(bound, failed_));
    return;
  }
  const double least = std::min(std::max(straight_, std::min(bound, failed_)), path_.length);
  path_.optimal = is_proved || beats(least);
  path_.lower_bound = path_.optimal ? path_.length : least;
}

}  // namespace clearway
