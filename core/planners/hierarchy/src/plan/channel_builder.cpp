#include "channel_builder.hpp"

#include <algorithm>

namespace clearway {

void ChannelBuilder::append(std::span<const TriangleId> channel, bool backwards) {
  kept_ = triangles_.size();
  for (std::size_t i = 0; i < channel.size(); ++i)
    step(channel[backwards ? channel.size() - 1 - i : i]);
  for (std::size_t i = marks_.size(); i-- > 0 && marks_[i] > kept_;) marks_[i] = kept_;
}

void ChannelBuilder::step(TriangleId t) {
  if (!triangles_.empty() && triangles_.back() == t) return;
  if (triangles_.size() > 1 && triangles_[triangles_.size() - 2] == t) {
    triangles_.pop_back();
    kept_ = std::min(kept_, triangles_.size());
    return;
  }
  triangles_.push_back(t);
}

std::size_t kept_by_appending(std::span<const TriangleId> channel,
                              std::span<const TriangleId> appended) {
  std::size_t kept = channel.size();
  for (const TriangleId t : appended) {
    if (kept > 0 && channel[kept - 1] == t) continue;
    if (kept < 2 || channel[kept - 2] != t) break;
    --kept;
  }
  return kept;
}

}  // namespace clearway
