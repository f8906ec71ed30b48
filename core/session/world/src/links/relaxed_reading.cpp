#include "relaxed_reading.hpp"

namespace clearway {

RelaxedReading::RelaxedReading(const WorldReading& reading)
    : own_(reading), world_(without_directions(reading)), owner_(std::this_thread::get_id()) {
  if (world_) reading_.emplace(*world_);
}

void RelaxedReading::prepare(std::span<const double> radii) const {
  if (!reading_) return;
  for (const double radius : radii)
    if (overlays_.size() < most_overlays) overlays(radius);
  is_prepared_ = true;
}

const OverlayPair* RelaxedReading::overlays(double radius) const {
  if (const auto known = overlays_.find(radius); known != overlays_.end()) return &known->second;
  if (is_prepared_ || std::this_thread::get_id() != owner_) return nullptr;
  if (overlays_.size() >= most_overlays) overlays_.clear();
  return &overlays_.emplace(radius, OverlayPair(own_, false, radius)).first->second;
}

}  // namespace clearway
