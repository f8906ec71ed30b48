#include "refraction.hpp"

#include <algorithm>
#include <cmath>

#include "border_tangents.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {

namespace {

// What rounding may change the slopes of a beam's costs by, relative to its factor.
double slope_error(const BeamSource& source, const SidePart& part, double scale) {
  if (source.is_plane) return tolerance::beam_slope;
  const double range =
      std::min(distance(source.at, part.at(part.from)), distance(source.at, part.at(part.to)));
  const double turned = tolerance::crossing_point * scale;
  return tolerance::beam_slope + (range > turned ? turned / range : 1.0);
}

}  // namespace

std::vector<RefractedLine> refracted_lines(const BeamSource& source, double weight, double beyond,
                                           const SidePart& part, double error, double scale,
                                           double most) {
  std::vector<LineCost> lines;
  tangents_below(source, weight, part, error, scale, most, lines);
  const double lost = slope_error(source, part, scale), off = lost * beyond;
  const auto clamped = [&](double slope) { return std::clamp(slope, -beyond, beyond); };
  const auto passes = [&](double slope) { return std::abs(slope) < beyond + off; };
  std::vector<RefractedLine> out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    LineCost line = lines[i];
    const bool is_last = i + 1 == lines.size();
    if (!passes(line.slope)) {
      // All of it is reflected: from falling to rising too fast, a fan leaves between.
      if (line.slope < 0 && !is_last && lines[i + 1].slope >= beyond + off)
        out.push_back({{line.to, line.to, line.at(line.to), 0.0}, -beyond, beyond});
      continue;
    }
    // Rounding may have turned its direction so far that neighbours leave a gap: fans close it.
    const bool is_turned = lost > 2 * tolerance::beam_slope ||
                           std::abs(line.slope) > (1 - tolerance::grazing) * beyond;
    const double slope = clamped(line.slope);
    double left = slope, right = slope;
    if (i > 0 && !passes(lines[i - 1].slope)) left = -beyond;
    if (!is_last) right = clamped(lines[i + 1].slope);
    if (is_turned) {
      left = std::min(left, clamped(slope - off));
      right = std::max(right, clamped(slope + off));
    }
    line.slope = slope;
    out.push_back({line, left, right});
  }
  return out;
}

}  // namespace clearway
