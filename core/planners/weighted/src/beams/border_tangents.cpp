#include "border_tangents.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/tolerances.hpp"

namespace clearway {

namespace {

constexpr int most_divisions = 12;

// The line that touches the cost in `touch`; it is the highest from `from` to `to`.
struct Touching {
  double touch, cost, slope;
  double at(double s) const { return cost + slope * (s - touch); }
};

class Envelope {
 public:
  Envelope(const BeamSource& source, double weight, const SidePart& part, double error,
           double scale, double most, std::vector<LineCost>& out)
      : source_(source),
        weight_(weight),
        part_(part),
        error_(error),
        scale_(scale),
        most_(most),
        out_(out) {}

  void make() {
    const Touching first = touching(part_.from), last = touching(part_.to);
    from_ = part_.from;
    divide(first, last, 0);
    out_.push_back({from_, part_.to, last.at(from_), last.slope});
  }

 private:
  Touching touching(double s) const {
    const Point p = part_.at(s);
    const Vector ray = source_.ray(p, scale_);
    const double range = length(ray);
    const double sine = range > 0 ? std::clamp(dot(ray, part_.along) / range, -1.0, 1.0) : 0.0;
    return {s, source_.cost_at(p, weight_), weight_ * sine};
  }

  // Writes the lines from that of `a` up to, but without, that of `b`.
  void divide(const Touching& a, const Touching& b, int depth) {
    const double turn = b.slope - a.slope;
    // A plane wave, up to rounding: one line will do.
    if (!(turn > tolerance::plane_wave * weight_)) return;
    const double meet = std::clamp(a.touch + (a.cost - b.at(a.touch)) / turn, a.touch, b.touch);
    const double least = std::min({a.cost, b.cost, a.at(meet)});
    if (least < most_ && depth < most_divisions && meet > a.touch && meet < b.touch) {
      const Touching middle = touching(meet);
      if (middle.cost - std::max(a.at(meet), b.at(meet)) > error_) {
        divide(a, middle, depth + 1);
        divide(middle, b, depth + 1);
        return;
      }
    }
    out_.push_back({from_, meet, a.at(from_), a.slope});
    from_ = meet;
  }

  const BeamSource& source_;
  const double weight_;
  const SidePart& part_;
  const double error_, scale_, most_;
  std::vector<LineCost>& out_;
  double from_ = 0.0;
};

}  // namespace

void tangents_below(const BeamSource& source, double weight, const SidePart& part, double error,
                    double scale, double most, std::vector<LineCost>& out) {
  out.clear();
  Envelope(source, weight, part, error, scale, most, out).make();
}

}  // namespace clearway
